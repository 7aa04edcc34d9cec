/** Change Password: a new password and its confirmation (specification.md section 2). */
import { useEffect, useState } from 'react'
import { Modal, Stack } from '@mantine/core'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { changePasswordForm } from '#contract/forms.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { formLimits } from '#console/people/form-limits.ts'
import { NewPasswordFields } from '#console/people/new-password-fields.tsx'
import { readSession } from '#console/session/session.ts'
import { Form, Problem, Success } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { SaveButton } from '#console/ui/forms/save-button.tsx'
import { useSending } from '#console/ui/forms/sending.ts'
import { useReturnFocus } from '#console/ui/use-return-focus.ts'

interface ChangePasswordProps {
  readonly onClose: () => void
}

export function ChangePassword({ onClose }: ChangePasswordProps) {
  const [username] = useState(() => readSession().username ?? '')
  const form = useContractForm(changePasswordForm(formLimits()), {
    password: '',
    confirm_password: '',
  })
  const [done, setDone] = useState(false)
  useReturnFocus()
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      await call(endpoints.updateAdmin, { params: { username }, body: form.values })
      setDone(true)
    },
    (thrown) => explain(faultFacts(thrown), faults.changePassword),
  )
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onClose, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])
  return (
    <Modal opened title={shellTexts.changePassword} onClose={onClose}>
      <Form onSubmit={submit}>
        {/* A password manager must know whose password it stores. */}
        <input name="username" autoComplete="username" value={username} readOnly hidden />
        <Stack>
          <Success text={done ? peopleTexts.passwordChanged : null} />
          <Problem text={failure} />
          <NewPasswordFields
            password={form.field('password', keepNoSpaces)}
            confirmation={form.field('confirm_password', keepNoSpaces)}
          />
          <SaveButton busy={busy} disabled={done} fullWidth>
            {shellTexts.changePassword}
          </SaveButton>
        </Stack>
      </Form>
    </Modal>
  )
}
