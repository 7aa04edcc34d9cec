/** A new password with the token of the reset mail (specification.md section 2, `/reset-password`). */
import { useEffect, useState } from 'react'
import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { resetPasswordForm } from '#contract/forms.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { formLimits } from '#console/people/form-limits.ts'
import { NewPasswordFields } from '#console/people/new-password-fields.tsx'
import { LinkToLogin, PageLinks } from '#console/screens/public/page-links.tsx'
import { readResetSearch } from '#console/screens/public/page-search.ts'
import { PublicPage } from '#console/screens/public/public-page.tsx'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem, Success } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { useSending } from '#console/ui/forms/sending.ts'

export function ResetPassword() {
  const { token = '' } = readResetSearch(useSearch({ strict: false }))
  const form = useContractForm(resetPasswordForm(formLimits()), {
    token,
    new_password: '',
    confirm_password: '',
  })
  const [done, setDone] = useState(false)
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      const { new_password } = form.values
      await call(endpoints.resetPassword, { body: { token, new_password } })
      setDone(true)
    },
    (thrown) => explain(faultFacts(thrown), faults.resetPassword),
  )
  useRedirectToLogin(done)
  // No input can fix a link without its token, so the message is there from the start.
  const problem = token === '' ? faults.resetTokenMissing : failure
  return (
    <PublicPage title={signInTexts.resetTitle}>
      <Form onSubmit={submit}>
        <Stack>
          <Success text={done ? signInTexts.resetDone : null} />
          <Problem text={problem} />
          <NewPasswordFields
            password={form.field('new_password', keepNoSpaces)}
            confirmation={form.field('confirm_password', keepNoSpaces)}
          />
          <BusyButton type="submit" busy={busy} disabled={done} fullWidth>
            {signInTexts.resetTitle}
          </BusyButton>
          <PageLinks>
            <LinkToLogin />
          </PageLinks>
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
