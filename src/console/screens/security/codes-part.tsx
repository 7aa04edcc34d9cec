/** One's own recovery codes: how many are left, and new ones. */
import { useState } from 'react'
import { Modal, Text } from '@mantine/core'
import { FEW_RECOVERY_CODES } from '#contract/constants.ts'
import { IconRefresh } from '@tabler/icons-react'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import type { SecurityState } from '#contract/own/security-state.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { call } from '#console/data/api/call.ts'
import { RecoveryCodes } from '#console/factors/recovery-codes.tsx'
import { Notice } from '#console/ui/status/notice.tsx'
import { Part } from '#console/screens/security/part.tsx'
import { useChange } from '#console/screens/security/use-change.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'

interface CodesPartProps {
  readonly codes: SecurityState['codes']
  readonly onChanged: () => Promise<void>
}

export function CodesPart({ codes: { left, of }, onChanged }: CodesPartProps) {
  const { running, failure, run } = useChange(secondFactorFaults.makeCodes, onChanged)
  const [asks, setAsks] = useState(false)
  const [made, setMade] = useState<readonly string[] | null>(null)
  const make = async (): Promise<void> => {
    setAsks(false)
    await run('make', async () => {
      setMade((await call(secondFactorEndpoints.createRecoveryCodes, {})).codes)
    })
  }
  return (
    <Part
      title={secondFactorTexts.codesList}
      about={securityTexts.codesAbout}
      failure={failure}
      buttons={
        <ConnectedButton
          label={secondFactorTexts.makeCodes}
          icon={<IconRefresh size={18} aria-hidden />}
          busy={running === 'make'}
          onClick={() => (of === 0 ? void make() : setAsks(true))}
        />
      }
    >
      {left <= FEW_RECOVERY_CODES ? (
        <Notice tone="old">
          {of === 0 ? securityTexts.noCodes : secondFactorTexts.fewCodes(left)}
        </Notice>
      ) : (
        <Text fw={600}>{secondFactorTexts.codesLeft(left, of)}</Text>
      )}
      {asks && (
        <Confirm
          title={secondFactorTexts.makeCodes}
          text={secondFactorTexts.newCodesVoidOld}
          yes={secondFactorTexts.makeCodes}
          focused="no"
          onYes={() => void make()}
          onCancel={() => setAsks(false)}
        />
      )}
      {made && (
        <Modal
          opened
          size={560}
          title={secondFactorTexts.saveCodesTitle}
          closeOnEscape={false}
          closeOnClickOutside={false}
          withCloseButton={false}
          onClose={() => setMade(null)}
        >
          <RecoveryCodes
            codes={made}
            onDone={() => {
              setMade(null)
              void onChanged()
            }}
          />
        </Modal>
      )}
    </Part>
  )
}
