/** The sign-in page (console.md section 2; messages: section 8, Login). */
import { useState } from 'react'
import { Alert, Anchor, Group, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { explainLogin, faults } from '#contract/faults.ts'
import { loginForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { faultFacts } from '#console/data/fault.ts'
import { ForgotPassword } from '#console/screens/public/forgot-password.tsx'
import { readLoginSearch } from '#console/screens/public/page-search.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { logIn } from '#console/screens/public/sign-in.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { Form, Problem } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'
import { SecretInput } from '#console/ui/secret-input.tsx'

export function Login() {
  const search = readLoginSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const form = useContractForm(loginForm, { username: '', password: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [forgot, setForgot] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      await navigate({ to: await logIn(form.values.username, form.values.password) })
    } catch (thrown) {
      setFailure(explainLogin(faultFacts(thrown), search.expired ?? false))
    } finally {
      setBusy(false)
    }
  }
  const missing = form.errorOf('username')
  return (
    <PublicPage title={messages.signIn}>
      <Form onSubmit={submit}>
        <Stack gap="md">
          {search.expired && !failure && (
            <Alert color="amber" role="status">
              {faults.sessionExpired}
            </Alert>
          )}
          {search.message && (
            <Alert color="harbour" role="status">
              {search.message}
            </Alert>
          )}
          <Problem text={failure ?? missing} />
          <TextInput
            label="Username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={form.values.username}
            onChange={(event) => form.change('username', event.currentTarget.value)}
          />
          <SecretInput
            label="Password"
            name="password"
            autoComplete="current-password"
            value={form.values.password}
            onChange={(event) => form.change('password', event.currentTarget.value)}
          />
          <BusyButton type="submit" busy={busy} fullWidth>
            {messages.signIn}
          </BusyButton>
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => setForgot(true)}>
              {messages.forgotPassword}
            </Anchor>
            <Anchor component={Link} to="/super-admin-register" size="sm">
              {messages.registerLink}
            </Anchor>
          </Group>
        </Stack>
      </Form>
      {forgot && <ForgotPassword onClose={() => setForgot(false)} />}
    </PublicPage>
  )
}
