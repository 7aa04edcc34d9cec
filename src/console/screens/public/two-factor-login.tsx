/** The six-digit code after the password (specification.md section 2, `/2fa-login`). */
import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { faults } from '#contract/faults.ts'
import { totpForm } from '#contract/forms.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { Entering } from '#console/screens/public/entering.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { submitCode } from '#console/screens/public/second-factor.ts'
import { useCodeForm } from '#console/screens/public/use-code-form.ts'
import { endSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput } from '#console/ui/forms/code-input.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'

export function TwoFactorLogin() {
  const navigate = useNavigate()
  const [entered, setEntered] = useState(false)
  const { field, busy, failure, submit } = useCodeForm(
    totpForm,
    async (code) => {
      await submitCode(code, 'login')
      setEntered(true)
    },
    faults.twoFactorLogin,
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
            field={field}
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
