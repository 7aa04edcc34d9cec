/** Asks for an authenticator code or a recovery code; what was being done goes on afterwards. */
import { useEffect, useState } from 'react'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { explain } from '#contract/faults.ts'
import { totpForm } from '#contract/forms.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { recoveryForm } from '#contract/own/second-factor-forms.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { call } from '#console/data/api/call.ts'
import { usePasskeyWay } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { isCancelled } from '#console/session/passkey-cancelled.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'
import { CodeInput, codeDigits } from '#console/ui/forms/code-input.tsx'
import { Form, Problem } from '#console/ui/forms/form-frame.tsx'
import { useContractForm } from '#console/ui/forms/form.ts'
import { RecoveryCodeInput } from '#console/ui/forms/recovery-code-input.tsx'
import { useSending } from '#console/ui/forms/sending.ts'

/** Above a form that is a dialog itself. */
const ABOVE = 400

interface StepUpDialogProps {
  readonly onProven: () => void
  readonly onClose: () => void
}

export function StepUpDialog({ onProven, onClose }: StepUpDialogProps) {
  const [way, setWay] = useState<'authenticator' | 'recovery'>('authenticator')
  // The authenticator may be an app on this tablet.
  useEffect(() => void allowHiddenUntil(Date.now() + EXPORT_EXCUSE_MS), [])
  const hasPasskeys = usePasskeyWay() !== null
  const other = way === 'authenticator' ? 'recovery' : 'authenticator'
  const Way = way === 'authenticator' ? ByAuthenticator : ByRecoveryCode
  return (
    <Modal opened title={secondFactorTexts.stepUpTitle} zIndex={ABOVE} onClose={onClose}>
      <Stack>
        <Way onProven={onProven} onClose={onClose} />
        {hasPasskeys && <ByPasskey onProven={onProven} />}
        <Button variant="subtle" onClick={() => setWay(other)}>
          {other === 'recovery' ? secondFactorTexts.useCode : secondFactorTexts.useAuthenticator}
        </Button>
      </Stack>
    </Modal>
  )
}

const why = (thrown: unknown): string => explain(faultFacts(thrown), secondFactorFaults.stepUp)

function ByPasskey({ onProven }: Pick<StepUpDialogProps, 'onProven'>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const prove = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      const { proveWithPasskey } = await import('#console/factors/passkey-sign-in.ts')
      await proveWithPasskey()
      onProven()
    } catch (thrown) {
      setBusy(false)
      if (!isCancelled(thrown))
        setFailure(explain(faultFacts(thrown), secondFactorFaults.passkeySignIn))
    }
  }
  return (
    <>
      <Problem text={failure} />
      <BusyButton variant="default" busy={busy} onClick={() => void prove()}>
        {secondFactorTexts.usePasskey}
      </BusyButton>
    </>
  )
}

function ByAuthenticator({ onProven, onClose }: StepUpDialogProps) {
  const form = useContractForm(totpForm, { totp_code: '' })
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      const body = { totp_code: form.values.totp_code }
      await call(secondFactorEndpoints.stepUp, { body }).catch((thrown: unknown) => {
        if (faultFacts(thrown).kind === 'http') form.clear('totp_code', body.totp_code)
        throw thrown
      })
      onProven()
    },
    why,
  )
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm">{secondFactorTexts.stepUpHint}</Text>
        <Problem text={failure} />
        <CodeInput
          label={signInTexts.twoFactorCode}
          field={form.field('totp_code', codeDigits)}
          refused={failure !== null}
          busy={busy}
          focused
        />
        <Buttons busy={busy} onClose={onClose} />
      </Stack>
    </Form>
  )
}

function ByRecoveryCode({ onProven, onClose }: StepUpDialogProps) {
  const form = useContractForm(recoveryForm, { code: '' })
  const { busy, failure, submit } = useSending(
    form,
    async () => {
      await call(secondFactorEndpoints.stepUp, { body: { recovery_code: form.values.code } })
      onProven()
    },
    why,
  )
  const field = form.field('code')
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text size="sm">{secondFactorTexts.stepUpRecoveryHint}</Text>
        <Problem text={failure} />
        <RecoveryCodeInput field={field} refused={failure !== null} />
        <Buttons busy={busy} onClose={onClose} />
      </Stack>
    </Form>
  )
}

interface ButtonsProps {
  readonly busy: boolean
  readonly onClose: () => void
}

function Buttons({ busy, onClose }: ButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {formTexts.cancel}
      </Button>
      <BusyButton type="submit" busy={busy}>
        {secondFactorTexts.confirm}
      </BusyButton>
    </Group>
  )
}
