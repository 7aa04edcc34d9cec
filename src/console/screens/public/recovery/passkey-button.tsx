/** The button that signs in with a passkey, on the pages that offer it. */
import type { usePasskey } from '#console/screens/public/recovery/use-passkey.ts'
import { BusyButton } from '#console/ui/buttons/busy-button.tsx'

interface PasskeyButtonProps {
  readonly label: string
  readonly passkey: ReturnType<typeof usePasskey>
}

export function PasskeyButton({ label, passkey: { busy, signIn } }: PasskeyButtonProps) {
  return (
    <BusyButton variant="default" busy={busy} onClick={() => void signIn()} fullWidth>
      {label}
    </BusyButton>
  )
}
