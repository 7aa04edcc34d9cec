/** The six-digit code after the password (specification.md section 2, `/2fa-login`). */
import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { faults } from '#contract/faults.ts'
import { totpForm } from '#contract/forms.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { Entering } from '#console/screens/public/entering.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { explainCode } from '#console/screens/public/explain-code.ts'
import { submitCode } from '#console/screens/public/second-factor.ts'
import { endSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput, codeDigits } from '#console/ui/forms/code-input.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { useSending } from '#console/ui/forms/sending.ts'

export function TwoFactorLogin() {
  const navigate = useNavigate()
  const form = useContractForm(totpForm, { totp_code: '' })
  const [entered, setEntered] = useState(false)
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      await submitCode(form.values.totp_code, 'login')
      setEntered(true)
    },
    (thrown) => explainCode(thrown, faults.twoFactorLogin),
  )
  const back = (): void => {
    endSession('login-page')
    void navigate({ to: '/login' })
  }
  if (entered) return <Entering />
  return (
    <PublicPage title={signInTexts.twoFactorTitle}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{signInTexts.twoFactorHint}</Text>
          <Problem text={failure} />
          <CodeInput
            label={signInTexts.twoFactorCode}
            field={form.field('totp_code', codeDigits)}
            refused={failure !== null}
            focused
          />
          <BusyButton type="submit" busy={busy} fullWidth>
            {signInTexts.verify}
          </BusyButton>
          <Button variant="default" onClick={back} fullWidth>
            {signInTexts.backToLogin}
          </Button>
        </Stack>
      </Form>
    </PublicPage>
  )
}
