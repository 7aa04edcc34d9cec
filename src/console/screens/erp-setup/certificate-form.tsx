/** ERP Setup with a certificate: what NetSuite needs to know, and what it answers (decisions/server/erp-addresses.md). */
import { Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import type { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import {
  type ErpSignInBody,
  erpSignInForm,
  SIGN_IN_FIELDS,
  type SignInField,
} from '#contract/own/erp-sign-in-form.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { CertificatePart } from '#console/screens/erp-setup/certificate-part.tsx'
import { ConnectionSteps, useConnectionTest } from '#console/screens/erp-setup/connection-steps.tsx'
import { notifySaved } from '#console/screens/erp-setup/notify-saved.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { AskBeforeLeaving } from '#console/ui/forms/ask-before-leaving.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useSending } from '#console/ui/forms/sending.ts'

const EMPTY = {
  NETSUITE_ACCOUNT_ID: '',
  NETSUITE_BASE_URL: '',
  client_id: '',
  certificate_id: '',
  key: '',
}

interface CertificateFormProps {
  readonly state: ErpSignIn
  /** Whether the account and its address are saved. */
  readonly isSet: ReadonlySet<string>
  readonly onSaved: () => void
}

export function CertificateForm({ state, isSet, onSaved }: CertificateFormProps) {
  const set = new Set(isSet)
  if (state.client_id) set.add('client_id')
  // NetSuite gives a new certificate a new id.
  if (state.certificate_id && state.next_certificate === null) set.add('certificate_id')
  const form = useContractForm(erpSignInForm(set), EMPTY, {
    draftName: 'erp certificate',
    secrets: ['key'],
  })
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      notifySaved(await call(ownEndpoints.saveErpSignIn, { body: form.values }))
      form.forget()
      onSaved()
    },
    (thrown) => explain(faultFacts(thrown), faults.saveErpSettings),
  )
  const missing = SIGN_IN_FIELDS.map(({ key }) => form.errorOf(key)).find((text) => text !== null)
  const test = useConnectionTest((body: ErpSignInBody, answersWithinMs) =>
    call(ownEndpoints.testErpSignIn, { body, answersWithinMs }),
  )
  const field = (key: SignInField) => {
    const { error, ...input } = form.field(key)
    const label = SIGN_IN_FIELDS.find((one) => one.key === key)?.label
    const isDerived = key === 'NETSUITE_BASE_URL' && !set.has(key)
    const hint = set.has(key) ? erpSetupTexts.erpIsSet : erpSignInTexts.derivedUrl
    return (
      <TextInput
        {...input}
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error !== null || (missing !== undefined && form.errorOf(key) !== null)}
        {...((set.has(key) || isDerived) && { description: hint })}
      />
    )
  }
  return (
    <Form onSubmit={submit}>
      <Stack maw={640}>
        <Fieldset legend={erpSetupTexts.erpAccount}>
          <Stack gap="sm">
            {field('NETSUITE_ACCOUNT_ID')}
            {field('NETSUITE_BASE_URL')}
          </Stack>
        </Fieldset>
        <Fieldset legend={erpSignInTexts.certificate}>
          <Stack gap="sm">
            <CertificatePart state={state} />
            {field('client_id')}
            {field('certificate_id')}
            <Textarea
              size="md"
              label={erpSignInTexts.key}
              description={erpSignInTexts.keyHint}
              name="key"
              value={form.values.key}
              rows={2}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => form.change('key', event.currentTarget.value)}
            />
          </Stack>
        </Fieldset>
        <Problem text={failure ?? missing} />
        <Group>
          <SaveButton busy={busy}>
            {busy ? erpSetupTexts.settingUp : erpSetupTexts.setUp}
          </SaveButton>
          <ConnectedButton
            label={erpSetupTexts.testConnection}
            busyLabel={erpSetupTexts.testing}
            busy={test.busy}
            icon={<IconPlugConnected size={18} aria-hidden />}
            onClick={() => void test.run(form.values)}
          />
        </Group>
        <Text size="sm" component="div">
          <ConnectionSteps test={test} />
        </Text>
      </Stack>
      <AskBeforeLeaving changed={form.isChanged} />
    </Form>
  )
}
