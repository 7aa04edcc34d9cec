/** ERP Setup with a certificate: what NetSuite needs to know, and what it answers (decisions/server/erp-addresses.md). */
import { Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import { SIGN_IN_FIELDS, type SignInField } from '#contract/own/erp-sign-in-form.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import { CertificatePart } from '#console/screens/erp-setup/certificate-part.tsx'
import { ConnectionSteps } from '#console/screens/erp-setup/connection-steps.tsx'
import type { CertificateFormState } from '#console/screens/erp-setup/use-certificate-form.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { SaveButton } from '#console/ui/forms/save-button.tsx'

interface CertificateFormProps {
  readonly signIn: ErpSignIn
  readonly state: CertificateFormState
}

/** The fields and buttons; whoever holds their state asks before the page is left. */
export function CertificateForm({ signIn, state }: CertificateFormProps) {
  const { form, set, test } = state
  const { busy, failure, submit } = state.sending
  const missing = SIGN_IN_FIELDS.map(({ key }) => form.errorOf(key)).find((text) => text !== null)
  const field = (key: SignInField) => {
    const { error, ...input } = form.field(key)
    const label = SIGN_IN_FIELDS.find((one) => one.key === key)?.label
    // With another account the server takes that account's address, even if another one is saved.
    const isDerived =
      key === 'NETSUITE_BASE_URL' &&
      (!set.has(key) || form.values.NETSUITE_ACCOUNT_ID.trim() !== '')
    const hint = isDerived ? erpSignInTexts.derivedUrl : erpSetupTexts.erpIsSet
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
            <CertificatePart state={signIn} />
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
    </Form>
  )
}
