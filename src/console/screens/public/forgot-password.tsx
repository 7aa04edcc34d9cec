/** The Forgot Password dialog (specification.md section 8, 'Forgot and reset password'). */
import { useState } from 'react'
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults, isMissingAccountMessage } from '#contract/faults.ts'
import { forgotPasswordForm } from '#contract/forms.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem, Success } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { useSending } from '#console/ui/forms/sending.ts'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface ForgotPasswordProps {
  readonly onClose: () => void
}

export function ForgotPassword({ onClose }: ForgotPasswordProps) {
  const form = useContractForm(forgotPasswordForm, { email_or_username: '' })
  useReturnFocus()
  const [answer, setAnswer] = useState<string | null>(null)
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      setAnswer(null)
      const { message } = await call(endpoints.requestPasswordReset, { body: form.values })
      setAnswer(message ?? signInTexts.resetMailSent)
    },
    (thrown) => explain(faultFacts(thrown), faults.forgotPassword),
  )
  const said = form.isWrong ? null : answer
  const missing = said !== null && isMissingAccountMessage(said)
  return (
    <Modal opened title={signInTexts.forgotPasswordTitle} onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{signInTexts.forgotPasswordHint}</Text>
          <Success text={missing ? null : said} />
          <Problem text={missing ? said : failure} />
          <TextInput
            label={fieldTitles.emailOrUsername}
            data-autofocus
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...form.field('email_or_username', keepNoSpaces)}
          />
          <BusyButton type="submit" busy={busy} fullWidth>
            {signInTexts.sendResetMail}
          </BusyButton>
        </Stack>
      </Form>
    </Modal>
  )
}
