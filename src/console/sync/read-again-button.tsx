/** Reads every list from its beginning, after a question; for super admins of a server that offers it. */
import { useState } from 'react'
import { IconDatabaseImport } from '@tabler/icons-react'
import { explain, syncFailed } from '#contract/faults.ts'
import { syncEndpoints } from '#contract/sync/runs.ts'
import { readAgainTexts } from '#contract/texts/own/read-again-texts.ts'
import { call } from '#console/data/api/call.ts'
import { useOffers } from '#console/data/api/config.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { SYNC_AREAS_KEY } from '#console/data/collections/queries.ts'
import { isAnothersTurn, readSession, useSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

export function ReadAgainButton() {
  const [step, setStep] = useState<'idle' | 'asked' | 'busy'>('idle')
  const { isSuperAdmin } = useSession()
  const isOffered = useOffers().includes('read-again')
  if (!isOffered || !isSuperAdmin) return null

  const start = async (): Promise<void> => {
    setStep('busy')
    const { username: by } = readSession()
    try {
      await call(syncEndpoints.readAgain, {})
      if (!isAnothersTurn(by)) notifySuccess(readAgainTexts.started)
      await queryClient.invalidateQueries({ queryKey: SYNC_AREAS_KEY })
    } catch (thrown) {
      if (!isAnothersTurn(by))
        notifyFailure(explain(faultFacts(thrown), syncFailed(readAgainTexts.everything)))
    }
    setStep('idle')
  }

  return (
    <>
      <ConnectedButton
        label={readAgainTexts.readAgain}
        busy={step === 'busy'}
        icon={<IconDatabaseImport size={18} aria-hidden />}
        onClick={() => setStep('asked')}
      />
      {step === 'asked' && (
        <Confirm
          title={readAgainTexts.title}
          text={readAgainTexts.explanation}
          yes={readAgainTexts.yes}
          onYes={() => void start()}
          onCancel={() => setStep('idle')}
        />
      )}
    </>
  )
}
