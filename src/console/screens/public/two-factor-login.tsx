/** The six-digit code after the password (console.md section 2, `/2fa-login`). */
import { useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { explain, faults } from '#contract/faults.ts'
import { totpForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { faultFacts } from '#console/data/fault.ts'
import { Entering } from '#console/screens/public/entering.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { MissingTemporaryData, passCode } from '#console/screens/public/sign-in.ts'
import { endSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { CodeInput } from '#console/ui/code-input.tsx'
import { Form, Problem } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'

export function TwoFactorLogin() {
  const navigate = useNavigate()
  const form = useContractForm(totpForm, { totp_code: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [entered, setEntered] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      await passCode(form.values.totp_code, 'login')
      setEntered(true)
    } catch (thrown) {
      setFailure(
        thrown instanceof MissingTemporaryData
          ? faults.missingTemporaryData
          : explain(faultFacts(thrown), faults.twoFactorLogin),
      )
    } finally {
      setBusy(false)
    }
  }
  const back = (): void => {
    endSession('login-page')
    void navigate({ to: '/login' })
  }
  if (entered) return <Entering />
  return (
    <PublicPage title={messages.twoFactorTitle}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{messages.twoFactorHint}</Text>
          <Problem text={failure} />
          <CodeInput
            label={messages.twoFactorCode}
            value={form.values.totp_code}
            error={form.errorOf('totp_code')}
            onChange={(code) => form.change('totp_code', code)}
          />
          <BusyButton type="submit" busy={busy}>
            {messages.verify}
          </BusyButton>
          <Button variant="default" onClick={back}>
            {messages.backToLogin}
          </Button>
        </Stack>
      </Form>
    </PublicPage>
  )
}
