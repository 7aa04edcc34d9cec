/** Shows the dialog that asks for a proof of a factor, above whatever form needs it. */
import { useEffect, useRef, useState } from 'react'
import { onProofNeeded } from '#console/session/step-up.ts'
import { lazyDialog } from '#console/ui/lazy/lazy-dialog.tsx'

const StepUpDialog = lazyDialog(() =>
  import('#console/factors/step-up-dialog.tsx').then((m) => m.StepUpDialog),
)

export function StepUp() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  // The question that is open now. A proof may arrive after the person has cancelled its dialog and been asked again. It
  // holds for the whole session, so it answers the new question, whose call would otherwise wait forever.
  const open = useRef<((proven: boolean) => void) | null>(null)
  useEffect(
    () =>
      onProofNeeded(
        () =>
          new Promise((resolve) => {
            const decide = (proven: boolean): void => {
              open.current = null
              setAnswer(null)
              resolve(proven)
            }
            open.current = decide
            setAnswer(() => decide)
          }),
      ),
    [],
  )
  return (
    answer && <StepUpDialog onProven={() => open.current?.(true)} onClose={() => answer(false)} />
  )
}
