/** Ends the wait before a retry when the link is back: it may be half a minute long by then. */
import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import { Fault } from '#console/data/api/fault.ts'

/** Retries at once what is on the screen; returns a function that stops it. */
export function retryOnReconnect(client: QueryClient): () => void {
  return onlineManager.subscribe((isOnline) => {
    if (!isOnline || document.visibilityState === 'hidden') return
    const filters = { type: 'active', fetchStatus: 'fetching', predicate: waitsForLink } as const
    for (const query of client.getQueryCache().findAll(filters)) {
      void query.cancel({ silent: true })
      // The query keeps the failure for its observers.
      query.fetch().catch(() => undefined)
    }
  })
}

/** Whether an attempt had no answer. A wait that was asked for goes on. */
function waitsForLink({ state }: Query): boolean {
  const { fetchFailureCount, fetchFailureReason: reason } = state
  if (fetchFailureCount === 0 || !(reason instanceof Fault)) return false
  return reason.kind === 'network' && reason.retryAfterMs === undefined
}
