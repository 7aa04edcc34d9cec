/** One's own recovery codes: how many are left, and new ones. */
import { useState } from 'react'
import { Text } from '@mantine/core'
import { FEW_RECOVERY_CODES } from '#contract/constants.ts'
import { IconRefresh } from '@tabler/icons-react'
import type { SecurityState } from '#contract/own/security-state.ts'
import { secondFactorFaults } from '#contract/texts/own/second-factor-faults.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { makeRecoveryCodes } from '#console/factors/unsaved-codes.ts'
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
  const { isRunning, failure, run } = useChange(secondFactorFaults.makeCodes, onChanged)
  const [asks, setAsks] = useState(false)
  const make = async (): Promise<void> => {
    setAsks(false)
    // The shell shows them (factors/unsaved-codes-dialog.tsx).
    if (await run('make', makeRecoveryCodes)) await onChanged()
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
          busy={isRunning('make')}
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
    </Part>
  )
}
