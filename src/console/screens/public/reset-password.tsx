/** A new password with the token of the reset mail (console.md section 2, `/reset-password`). */
import { useEffect, useState } from 'react'
import { Anchor, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { resetPasswordForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/call.ts'
import { faultFacts } from '#console/data/fault.ts'
import { formLimits } from '#console/people/form-limits.ts'
import { readResetSearch } from '#console/screens/public/page-search.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { Form, Problem, Success } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'
import { SecretInput } from '#console/ui/secret-input.tsx'

export function ResetPassword() {
  const search = readResetSearch(useSearch({ strict: false }))
  const [token] = useState(search.token ?? '')
  const form = useContractForm(resetPasswordForm(formLimits()), {
    token,
    new_password: '',
    confirm_password: '',
  })
  const [failure, setFailure] = useState<string | null>(
    token === '' ? faults.resetTokenMissing : null,
  )
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      const { new_password } = form.values
      await call(endpoints.resetPassword, { body: { token, new_password } })
      setDone(true)
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), faults.resetPassword))
    }
    setBusy(false)
  }
  useRedirectToLogin(done)
  const problem = failure ?? form.errorOf('token')
  return (
    <PublicPage title={messages.resetTitle}>
      <Form onSubmit={submit}>
        <Stack>
          <Success text={done ? messages.resetDone : null} />
          <Problem text={problem} />
          <SecretInput
            label="New Password"
            autoComplete="new-password"
            value={form.values.new_password}
            error={form.errorOf('new_password')}
            onChange={(event) =>
              form.change('new_password', keepNoSpaces(event.currentTarget.value))
            }
          />
          <SecretInput
            label="Confirm Password"
            autoComplete="new-password"
            value={form.values.confirm_password}
            error={form.errorOf('confirm_password')}
            onChange={(event) =>
              form.change('confirm_password', keepNoSpaces(event.currentTarget.value))
            }
          />
          <BusyButton type="submit" busy={busy} disabled={done}>
            {messages.resetTitle}
          </BusyButton>
          <Anchor component={Link} to="/login" size="sm">
            {messages.backToLogin}
          </Anchor>
        </Stack>
      </Form>
    </PublicPage>
  )
}

function useRedirectToLogin(done: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate({ to: '/login' }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, navigate])
}
