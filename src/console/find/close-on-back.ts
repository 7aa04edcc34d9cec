/** The open box as a step of the history, so that going back closes it. */
import { useEffect, useState } from 'react'
import { createSpotlight } from '@mantine/spotlight'
import { useRouter } from '@tanstack/react-router'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { oncePainted } from '#console/find/once-painted.ts'
import { goBackOnce } from '#console/list/details/go-back-once.ts'

/** What the overlay reads whether it is open. */
export const [boxStore, spotlight] = createSpotlight()

/** Makes the open box such a step; returns what closes it. */
export function useCloseOnBack(onClose: () => void): () => void {
  const router = useRouter()
  const close = useStableCallback(onClose)
  const [isOpen] = useState(() => {
    spotlight.open()
    return true
  })
  useEffect(() => {
    if (!isOpen) return undefined
    // A new place renders the whole screen again, so the box is drawn and focused first.
    const stopWaiting = oncePainted(() => {
      void router.navigate({
        to: '.',
        search: true,
        state: (state) => ({ ...state, box: true }),
        resetScroll: false,
      })
    })
    const stop = router.history.subscribe(({ action }) => {
      if (action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO') close()
    })
    return () => {
      stopWaiting()
      stop()
      spotlight.close()
    }
  }, [isOpen, router, close])
  return () => {
    if (router.history.location.state.box === true) goBackOnce(router.history)
    else onClose()
  }
}
