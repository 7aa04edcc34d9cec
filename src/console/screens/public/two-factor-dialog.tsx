/** QR code, secret and the first code. Escape does not close it (specification.md section 2); Cancel does. */
import { useRef } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { faults } from '#contract/faults.ts'
import { totpSetupForm } from '#contract/forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { isUnanswered } from '#console/data/api/fault.ts'
import { SessionOver } from '#console/factors/renewed-session.ts'
import { IssuedSecretView } from '#console/screens/public/issued-secret.tsx'
import { finishSetup, type IssuedSecret } from '#console/screens/public/second-factor.ts'
import { useCodeForm } from '#console/screens/public/use-code-form.ts'
import { endSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput } from '#console/ui/forms/code-input.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

interface TwoFactorDialogProps {
  readonly issued: IssuedSecret
  readonly onDone: () => void
  readonly onCancel: () => void
}

export function TwoFactorDialog({ issued, onDone, onCancel }: TwoFactorDialogProps) {
  const navigate = useNavigate()
  const lostAnswer = useRef(false)
  const { field, busy, failure, submit } = useCodeForm(
    totpSetupForm,
    async (code) => {
      try {
        if ((await finishSetup(issued.secret, code)) === 'entered') return onDone()
        notifySuccess(secondFactorTexts.connected)
        await navigate({ to: '/2fa-login', replace: true })
      } catch (thrown) {
        lostAnswer.current ||= isUnanswered(thrown)
        if (!(thrown instanceof SessionOver)) throw thrown
        if (!lostAnswer.current) endSession('refused')
        else await navigate({ to: '/login', search: { message: secondFactorTexts.maybeConnected } })
      }
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
            busy={busy}
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
