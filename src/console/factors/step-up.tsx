/** Shows the dialog that asks for a proof of a factor, above whatever form needs it. */
import { useEffect, useState } from 'react'
import { onProofNeeded } from '#console/session/step-up.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'

const StepUpDialog = lazyDialog(() =>
  import('#console/factors/step-up-dialog.tsx').then((m) => m.StepUpDialog),
)

export function StepUp() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  useEffect(
    () =>
      onProofNeeded(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (proven: boolean) => {
              setAnswer(null)
              resolve(proven)
            })
          }),
      ),
    [],
  )
  return answer && <StepUpDialog onProven={() => answer(true)} onClose={() => answer(false)} />
}
