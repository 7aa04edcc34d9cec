/** The six-digit code after the password (specification.md section 2, `/2fa-login`). */
import { useEffect, useState } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { faults } from '#contract/faults.ts'
import { totpForm } from '#contract/forms.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { SignInTransition } from '#console/screens/public/sign-in-transition.tsx'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { PasskeyButton } from '#console/screens/public/recovery/passkey-button.tsx'
import { usePasskey } from '#console/screens/public/recovery/use-passkey.ts'
import { submitCode } from '#console/screens/public/second-factor.ts'
import { useCodeForm } from '#console/screens/public/use-code-form.ts'
import { useOffers, usePasskeyWay } from '#console/data/api/config.ts'
import { endSession } from '#console/session/session.ts'
import { abandonSignIn } from '#console/session/sign-in-attempt.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput } from '#console/ui/forms/code-input.tsx'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { SectionFallback } from '#console/ui/lazy/missing-part.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'

const RecoveryForm = lazyPart(
  () => import('#console/screens/public/recovery/recovery-form.tsx').then((m) => m.RecoveryForm),
  SectionFallback,
)

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
  useEffect(() => abandonSignIn, [])
  const offered = useOffers().includes('second-factor')
  const hasPasskeys = usePasskeyWay() !== null
  const passkey = usePasskey(false)
  const [recovers, setRecovers] = useState(false)
  if (entered) return <SignInTransition />
  if (recovers)
    return (
      <PublicPage title={signInTexts.twoFactorTitle}>
        <RecoveryForm onEntered={() => setEntered(true)} onBack={() => setRecovers(false)} />
      </PublicPage>
    )
  return (
    <PublicPage title={signInTexts.twoFactorTitle}>
      <Form onSubmit={submit}>
        <Stack>
          <Text size="sm">{signInTexts.twoFactorHint}</Text>
          <Problem text={failure ?? passkey.failure} />
          <CodeInput
            label={signInTexts.twoFactorCode}
            field={field}
            refused={failure !== null}
            busy={busy}
            focused
          />
          <BusyButton type="submit" busy={busy} fullWidth>
            {signInTexts.verify}
          </BusyButton>
          {hasPasskeys && <PasskeyButton label={secondFactorTexts.usePasskey} passkey={passkey} />}
          {offered && (
            <Button variant="default" onClick={() => setRecovers(true)} fullWidth>
              {secondFactorTexts.useCode}
            </Button>
          )}
          <Button variant="default" onClick={back} fullWidth>
            {signInTexts.backToLogin}
          </Button>
        </Stack>
      </Form>
    </PublicPage>
  )
}
