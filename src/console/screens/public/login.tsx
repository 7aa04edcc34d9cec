/** The sign-in page (specification.md section 2; messages: section 8, Login). */
import { Suspense, useEffect, useState } from 'react'
import { Alert, Stack, TextInput } from '@mantine/core'
import { IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { explainLogin, faults } from '#contract/faults.ts'
import { loginForm } from '#contract/forms.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { usePasskeyWay, useRegistrationClosed } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { LinkButton, LinkToRegister, PageLinks } from '#console/screens/public/page-links.tsx'
import { readLoginSearch, type LoginSearch } from '#console/screens/public/page-search.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { PasskeyButton } from '#console/screens/public/recovery/passkey-button.tsx'
import { usePasskey } from '#console/screens/public/recovery/use-passkey.ts'
import { readDraft } from '#console/session/draft.ts'
import { onLockForgotten, readLock } from '#console/session/lock.ts'
import { abandonSignIn, beginSignIn } from '#console/session/sign-in-attempt.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SecretInput } from '#console/ui/forms/secret-input.tsx'
import { useSending } from '#console/ui/forms/sending.ts'
import { lazyPart } from '#console/ui/lazy/lazy-part.tsx'
import { SectionFallback } from '#console/ui/lazy/missing-part.tsx'

const ForgotPassword = lazyPart(
  () => import('#console/screens/public/forgot-password.tsx').then((m) => m.ForgotPassword),
  SectionFallback,
)

export function Login() {
  const search = readLoginSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const isClosed = useRegistrationClosed()
  const [lock, setLock] = useState(readLock)
  const form = useContractForm(loginForm, { username: lock?.username ?? '', password: '' })
  // After each rendering, because what is typed by then decides: another person's input stays.
  useEffect(() =>
    onLockForgotten(() => {
      setLock(null)
      if (form.values.username !== lock?.username) return
      form.clear('username')
      form.clear('password')
    }),
  )
  useEffect(() => abandonSignIn, [])
  const hasPasskeys = usePasskeyWay() === 'alone'
  const passkey = usePasskey(hasPasskeys)
  const [forgot, setForgot] = useState(false)
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      const counts = beginSignIn()
      // It arrives while the person types (load-background.ts).
      const { logIn } = await import('#console/screens/public/sign-in.ts')
      const to = await logIn(form.values.username, form.values.password, counts)
      if (to !== null) await navigate({ to })
    },
    (thrown) => explainLogin(faultFacts(thrown), search.expired ?? false),
    'network',
  )
  return (
    <PublicPage title={signInTexts.signIn}>
      <Form onSubmit={submit}>
        <Stack gap="md">
          {!failure && <WhyHere search={search} wasHidden={lock?.wasHidden ?? false} />}
          <Problem text={failure ?? passkey.failure} />
          <TextInput
            label={fieldTitles.username}
            autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...form.field('username', keepNoSpaces)}
          />
          <SecretInput
            label={fieldTitles.password}
            autoComplete="current-password"
            {...form.field('password', keepNoSpaces)}
          />
          <BusyButton type="submit" busy={busy} fullWidth>
            {signInTexts.signIn}
          </BusyButton>
          {hasPasskeys && (
            <PasskeyButton label={secondFactorTexts.signInWithPasskey} passkey={passkey} />
          )}
          <PageLinks>
            <LinkButton text={signInTexts.forgotPassword} onClick={() => setForgot(true)} />
            {!isClosed && <LinkToRegister />}
          </PageLinks>
        </Stack>
      </Form>
      {forgot && (
        <Suspense>
          <ForgotPassword onClose={() => setForgot(false)} />
        </Suspense>
      )}
    </PublicPage>
  )
}

interface WhyHereProps {
  readonly search: LoginSearch
  /** Whether the session was locked because the page was hidden. */
  readonly wasHidden: boolean
}

/** Why the person was sent here, until a sign-in fails for another reason. */
function WhyHere({ search, wasHidden }: WhyHereProps) {
  const reason = search.expired ? faults.sessionExpired : wasHidden ? signInTexts.locked : null
  return (
    <>
      {reason !== null && (
        <Alert color="amber" role="status" icon={<IconClock aria-hidden />}>
          {readDraft() === null ? reason : `${reason} ${signInTexts.draftKept}`}
        </Alert>
      )}
      {search.message && (
        <Alert color="harbour" role="status" icon={<IconInfoCircle aria-hidden />}>
          {search.message}
        </Alert>
      )}
    </>
  )
}
