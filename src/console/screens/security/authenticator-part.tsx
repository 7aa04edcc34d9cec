/** Another authenticator in place of the present one, such as on a new phone. */
import { useState } from 'react'
import { IconDeviceMobile } from '@tabler/icons-react'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import type { IssuedSecret } from '#console/screens/public/second-factor.ts'
import { TwoFactorDialog } from '#console/screens/public/two-factor-dialog.tsx'
import { Part } from '#console/screens/security/part.tsx'
import { useChange } from '#console/screens/security/use-change.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifySuccess } from '#console/ui/notify.tsx'

interface AuthenticatorPartProps {
  readonly onChanged: () => Promise<void>
}

export function AuthenticatorPart({ onChanged }: AuthenticatorPartProps) {
  const { isRunning, failure, run } = useChange(secondFactorFaults.authenticator)
  const [issued, setIssued] = useState<IssuedSecret | null>(null)
  const replace = (): Promise<boolean> =>
    run('replace', async () => {
      const { data } = await call(secondFactorEndpoints.replaceAuthenticator, {})
      const { qr_code_url: qrCodeUrl, secret_key: secret, setup_instructions } = data
      setIssued({ qrCodeUrl, secret, instructions: setup_instructions })
    })
  return (
    <Part
      title={securityTexts.authenticator}
      about={securityTexts.authenticatorAbout}
      failure={failure}
      buttons={
        <ConnectedButton
          label={securityTexts.replaceAuthenticator}
          icon={<IconDeviceMobile size={18} aria-hidden />}
          busy={isRunning('replace')}
          onClick={() => void replace()}
        />
      }
    >
      {issued && (
        <TwoFactorDialog
          issued={issued}
          onDone={() => {
            setIssued(null)
            notifySuccess(securityTexts.authenticatorReplaced)
            void onChanged()
          }}
          onCancel={() => setIssued(null)}
        />
      )}
    </Part>
  )
}
