/** A recovery code in place of the authenticator's code. */
import { useEffect, useRef } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { FEW_RECOVERY_CODES } from '#contract/constants.ts'
import { recoveryForm } from '#contract/own/second-factor-forms.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { explainCode } from '#console/screens/public/explain-code.ts'
import { LostAnswer } from '#console/factors/renewed-session.ts'
import { submitRecoveryCode } from '#console/screens/public/second-factor.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { RecoveryCodeInput } from '#console/ui/forms/recovery-code-input.tsx'
import { useSending } from '#console/ui/forms/sending.ts'
import { notifyConcern, notifySuccess } from '#console/ui/notify.tsx'

interface RecoveryFormProps {
  readonly onEntered: () => void
  readonly onBack: () => void
}

export function RecoveryForm({ onEntered, onBack }: RecoveryFormProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const form = useContractForm(recoveryForm, { code: '' })
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      const left = await submitRecoveryCode(form.values.code).catch((thrown: unknown) => {
        if (thrown instanceof LostAnswer) form.clear('code')
        throw thrown
      })
      if (left > FEW_RECOVERY_CODES) notifySuccess(secondFactorTexts.codeUsed(left))
      else notifyConcern(secondFactorTexts.fewCodes(left))
      onEntered()
    },
    (thrown) =>
      explainCode(thrown, secondFactorFaults.recoveryLogin, secondFactorTexts.recoveryAnswerLost),
  )
  const field = form.field('code')
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm">{secondFactorTexts.recoveryHint}</Text>
        <Problem text={failure} />
        <RecoveryCodeInput field={field} refused={failure !== null} ref={input} />
        <BusyButton type="submit" busy={busy} fullWidth>
          {signInTexts.verify}
        </BusyButton>
        <Button variant="default" onClick={onBack} fullWidth>
          {secondFactorTexts.useAuthenticator}
        </Button>
      </Stack>
    </Form>
  )
}
