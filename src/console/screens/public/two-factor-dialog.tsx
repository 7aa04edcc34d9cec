/** QR code, secret and the first code. Escape does not close it (specification.md section 2); Cancel does. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { faults } from '#contract/faults.ts'
import { totpSetupForm } from '#contract/forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { IssuedSecretView } from '#console/screens/public/issued-secret.tsx'
import { finishSetup, type IssuedSecret } from '#console/screens/public/second-factor.ts'
import { useCodeForm } from '#console/screens/public/use-code-form.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput } from '#console/ui/forms/code-input.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'

interface TwoFactorDialogProps {
  readonly issued: IssuedSecret
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function TwoFactorDialog({ issued, onDone, onCancel }: TwoFactorDialogProps) {
  const { field, busy, failure, submit } = useCodeForm(
    totpSetupForm,
    async (code) => {
      await finishSetup(issued.secret, code)
      onDone()
    },
    faults.twoFactorEnable,
  )
  return (
    <Modal
      opened
      size={560}
      title={signInTexts.setupDialogTitle}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      onClose={onCancel}
    >
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{issued.instructions ?? signInTexts.setupScan}</Text>
          <IssuedSecretView issued={issued} />
          <Problem text={failure} />
          <CodeInput
            label={signInTexts.verificationCode}
            field={field}
            refused={failure !== null}
            // On a tablet the keyboard would cover the QR code.
            focused={!isTouchScreen()}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {formTexts.cancel}
            </Button>
            <BusyButton type="submit" busy={busy}>
              {signInTexts.verify}
            </BusyButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  )
}
