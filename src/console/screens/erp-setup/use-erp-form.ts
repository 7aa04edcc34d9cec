/** The form of the access token: what was typed, its save and its test. They outlast a look at the other form. */
import { endpoints } from '#contract/endpoints.ts'
import { erpSettingsEndpoints } from '#contract/own/erp-settings-endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import {
  ERP_DATABASE,
  ERP_FIELDS,
  ERP_TOKEN_FIELDS,
  erpSettingsForm,
  type ErpField,
} from '#contract/forms.ts'
import { call, sendCall } from '#console/data/api/call.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import {
  useConnectionTest,
  type ConnectionTest,
} from '#console/screens/erp-setup/connection-steps.tsx'
import { notifySaved } from '#console/screens/erp-setup/notify-saved.ts'
import { hasStoredToken } from '#console/session/session.ts'
import { useContractForm, type ContractForm } from '#console/ui/forms/form.ts'
import { useSending, type Sending } from '#console/ui/forms/sending.ts'

type ErpValues = Record<ErpField, string>

const EMPTY = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])) as ErpValues

/** Never stored on the device, not even encrypted: keys, tokens, and the password in an address. */
const SECRETS = ERP_FIELDS.map(({ key }) => key).filter(
  (key) => key !== 'NETSUITE_ACCOUNT_ID' && key !== 'NETSUITE_BASE_URL',
)

/** The state of the form. */
export interface ErpFormState {
  readonly form: ContractForm<ErpValues>
  /** The fields that may be left blank. */
  readonly optional: ReadonlySet<ErpField>
  readonly sending: Sending
  readonly test: Pick<ConnectionTest<unknown>, 'busy' | 'steps' | 'failure'>
  readonly runTest: () => Promise<void>
}

/**
 * @param isSet the fields that are set on the server
 * @param needsToken false where the operator's settings sign in with a certificate
 */
export function useErpForm(
  isSet: ReadonlySet<ErpField>,
  onSaved: () => void,
  needsToken = true,
): ErpFormState {
  const isOurs = useOffers().includes('server-state')
  const own: readonly ErpField[] = isOurs ? [ERP_DATABASE] : []
  const optional = new Set<ErpField>([...isSet, ...own, ...(needsToken ? [] : ERP_TOKEN_FIELDS)])
  const form = useContractForm(erpSettingsForm(optional), EMPTY, {
    draftName: 'erp setup',
    secrets: SECRETS,
  })
  const sending = useSending(
    form,
    async () => {
      const reply = await save(trimmed(form.values))
      // What was typed while the answer was under way is not saved yet, so it stays.
      form.forget(form.values)
      return () => {
        notifySaved(reply)
        onSaved()
      }
    },
    (thrown) =>
      thrown instanceof NotSaved
        ? thrown.message
        : explain(faultFacts(thrown), faults.saveErpSettings),
  )
  const test = useConnectionTest(form.values, (body: ErpValues, answersWithinMs) =>
    call(erpSettingsEndpoints.testErpSettings, { body, answersWithinMs }),
  )
  return { form, optional, sending, test, runTest: () => test.run(trimmed(form.values)) }
}

/** Why the form was not sent, or why an answer was not a success. */
class NotSaved extends Error {}

/**
 * Only 200 and 201 are success (specification.md section 7).
 * @returns the body of the answer
 */
async function save(given: ErpValues): Promise<unknown> {
  if (!hasStoredToken()) throw new NotSaved(faults.noToken)
  const { body, status } = await sendCall(endpoints.saveErpSettings, { body: given })
  if (status !== 200 && status !== 201) throw new NotSaved(faults.erpSettingsStatus)
  return body
}

function trimmed(values: ErpValues): ErpValues {
  const entries = Object.entries(values).map(([key, value]) => [key, value.trim()])
  return Object.fromEntries(entries) as ErpValues
}
