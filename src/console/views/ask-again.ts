/** Whether a view is gone, or only newer than the views that the device has. */
import { useEffect, useState } from 'react'
import { useOnline } from '#console/data/api/use-online.ts'

/**
 * Asks the server once more for a view that the device does not know: its link may be younger than the views.
 * @param id that no known view has; null if there is none
 * @param refetch must be stable
 * @returns whether the view counts as gone: the server has been asked, or cannot be
 */
export function useIsGone(id: string | null, refetch: () => Promise<unknown>): boolean {
  const online = useOnline()
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    let isCurrent = true
    // A failure counts as an answer, so that the person is told something.
    void refetch().then(() => {
      if (isCurrent) setAsked(id)
    })
    return () => {
      isCurrent = false
      setAsked(null)
    }
  }, [id, refetch])
  return id !== null && (asked === id || !online)
}
