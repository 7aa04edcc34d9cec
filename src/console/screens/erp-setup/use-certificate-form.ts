/** The form of the certificate: what was typed, its save and its test. They outlast a look at the other form. */
import { explain, faults } from '#contract/faults.ts'
import { type ErpSignIn, erpSignInEndpoints } from '#contract/own/erp-sign-in-endpoints.ts'
import { type ErpSignInBody, erpSignInForm } from '#contract/own/erp-sign-in-form.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import {
  useConnectionTest,
  type ConnectionTest,
} from '#console/screens/erp-setup/connection-steps.tsx'
import { notifySaved } from '#console/screens/erp-setup/notify-saved.ts'
import { useContractForm, type ContractForm } from '#console/ui/forms/form.ts'
import { useSending, type Sending } from '#console/ui/forms/sending.ts'

const EMPTY: ErpSignInBody = {
  NETSUITE_ACCOUNT_ID: '',
  NETSUITE_BASE_URL: '',
  client_id: '',
  certificate_id: '',
  key: '',
}

/** Never stored on the device, not even encrypted. */
const SECRETS = ['key']

/** The state of the form. */
export interface CertificateFormState {
  readonly form: ContractForm<ErpSignInBody>
  /** The fields that may be left blank. */
  readonly set: ReadonlySet<string>
  readonly sending: Sending
  readonly test: ConnectionTest<ErpSignInBody>
}

/** @param isSet whether the account and its address are saved */
export function useCertificateForm(
  state: ErpSignIn,
  isSet: ReadonlySet<string>,
  onSaved: () => void,
): CertificateFormState {
  const set = new Set(isSet)
  if (state.client_id) set.add('client_id')
  // NetSuite gives a new certificate a new id.
  if (state.certificate_id && state.next_certificate === null) set.add('certificate_id')
  const form = useContractForm(erpSignInForm(set), EMPTY, {
    draftName: 'erp certificate',
    secrets: SECRETS,
  })
  const sending = useSending(
    form,
    async () => {
      const reply = await call(erpSignInEndpoints.saveErpSignIn, { body: form.values })
      // What was typed while the answer was under way is not saved yet, so it stays.
      form.forget(form.values)
      return () => {
        notifySaved(reply)
        onSaved()
      }
    },
    (thrown) => explain(faultFacts(thrown), faults.saveErpSettings),
  )
  const test = useConnectionTest(form.values, (body: ErpSignInBody, answersWithinMs) =>
    call(erpSignInEndpoints.testErpSignIn, { body, answersWithinMs }),
  )
  const blankable = new Set(set)
  if (form.values.key.trim() !== '') blankable.delete('certificate_id')
  return { form, set: blankable, sending, test }
}
