/** The Forgot Password dialog (console.md section 8, 'Forgot and reset password'). */
import { useState } from 'react'
import { Alert, Modal, Stack, TextInput } from '@mantine/core'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults, tellsOfMissingAccount } from '#contract/faults.ts'
import { forgotPasswordForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/call.ts'
import { faultFacts } from '#console/data/fault.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { Form } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'

interface ForgotPasswordProps {
  readonly onClose: () => void
}

interface Outcome {
  readonly text: string
  readonly failed: boolean
}

export function ForgotPassword({ onClose }: ForgotPasswordProps) {
  const form = useContractForm(forgotPasswordForm, { email_or_username: '' })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    setOutcome(null)
    if (!form.check()) return
    setBusy(true)
    setOutcome(await requestReset(form.values.email_or_username))
    setBusy(false)
  }
  return (
    <Modal opened title={messages.forgotPasswordTitle} onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          {outcome && (
            <Alert
              color={outcome.failed ? 'red' : 'green'}
              role={outcome.failed ? 'alert' : 'status'}
            >
              {outcome.text}
            </Alert>
          )}
          <TextInput
            label="Email or username"
            data-autofocus
            autoComplete="username"
            autoCapitalize="none"
            value={form.values.email_or_username}
            error={form.errorOf('email_or_username')}
            onChange={(event) =>
              form.change('email_or_username', keepNoSpaces(event.currentTarget.value))
            }
          />
          <BusyButton type="submit" busy={busy}>
            {messages.sendResetMail}
          </BusyButton>
        </Stack>
      </Form>
    </Modal>
  )
}

async function requestReset(emailOrUsername: string): Promise<Outcome> {
  try {
    const body = { email_or_username: emailOrUsername }
    const { message } = await call(endpoints.requestPasswordReset, { body })
    const text = message ?? messages.resetMailSent
    return { text, failed: tellsOfMissingAccount(text) }
  } catch (thrown) {
    return { text: explain(faultFacts(thrown), faults.forgotPassword), failed: true }
  }
}
