/** Change Password: a new one and its confirmation (console.md section 2). */
import { useEffect, useState } from 'react'
import { Modal, Stack } from '@mantine/core'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { explain, faults } from '#contract/faults.ts'
import { changePasswordForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { keepNoSpaces } from '#contract/typing.ts'
import { call } from '#console/data/call.ts'
import { faultFacts } from '#console/data/fault.ts'
import { formLimits } from '#console/people/form-limits.ts'
import { readSession } from '#console/session/session.ts'
import { BusyButton } from '#console/ui/busy-button.tsx'
import { Form, Problem, Success } from '#console/ui/form-frame.tsx'
import { useContractForm } from '#console/ui/form.ts'
import { SecretInput } from '#console/ui/secret-input.tsx'

interface ChangePasswordProps {
  readonly onClose: () => void
}

export function ChangePassword({ onClose }: ChangePasswordProps) {
  const form = useContractForm(changePasswordForm(formLimits()), {
    password: '',
    confirm_password: '',
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const submit = async (): Promise<void> => {
    setFailure(null)
    if (!form.check()) return
    setBusy(true)
    try {
      const username = readSession().username ?? ''
      await call(endpoints.updateAdmin, { params: { username }, body: form.values })
      setDone(true)
    } catch (thrown) {
      setFailure(explain(faultFacts(thrown), faults.changePassword))
    }
    setBusy(false)
  }
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onClose, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [done, onClose])
  return (
    <Modal opened title={messages.changePassword} onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <Success text={done ? messages.passwordChanged : null} />
          <Problem text={failure} />
          <SecretInput
            label="New Password"
            data-autofocus
            autoComplete="new-password"
            value={form.values.password}
            error={form.errorOf('password')}
            onChange={(event) => form.change('password', keepNoSpaces(event.currentTarget.value))}
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
            {messages.changePassword}
          </BusyButton>
        </Stack>
      </Form>
    </Modal>
  )
}
