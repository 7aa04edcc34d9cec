/**
 * Starts the service worker once nothing else is loading: it downloads every file of the console, which on a weak link
 * would delay the sign-in and the first rows (decisions/console/offline.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import { ALL_COUNTS_KEY } from '#console/data/collections/counts.ts'
import { collectionOfKey } from '#console/data/collections/queries.ts'
import { offerWhatAnotherTabTook, startServiceWorker } from '#console/pwa/updates.ts'
import { isProtectedPath } from '#contract/screens.ts'
import { isFullyAuthenticated, readSession, subscribeToSession } from '#console/session/session.ts'

/** For how long neither a list nor the counts were loading. */
const QUIET_MS = 2_000

/** Starts it once; returns a function that stops waiting. */
export function startWorkerWhenQuiet(client: QueryClient): () => void {
  offerWhatAnotherTabTook()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => {
    clearTimeout(timer)
    stopQueries()
    stopSession()
  }
  const look = (): void => {
    if (!isWanted() || isLoading(client)) {
      clearTimeout(timer)
      timer = undefined
      return
    }
    timer ??= setTimeout(() => {
      stop()
      void startServiceWorker()
    }, QUIET_MS)
  }
  const stopQueries = client.getQueryCache().subscribe(look)
  const stopSession = subscribeToSession(look)
  look()
  return stop
}

/** Before a screen is open only where a worker serves the page already: it looks for a new version. */
function isWanted(): boolean {
  if (!('serviceWorker' in navigator)) return false
  if (navigator.serviceWorker.controller !== null) return true
  // The sign-in page is quiet for two seconds after the code, before the dashboard asks for anything.
  return isFullyAuthenticated(readSession()) && isProtectedPath(window.location.pathname)
}

function isLoading(client: QueryClient): boolean {
  const counts = client.isFetching({ queryKey: ALL_COUNTS_KEY })
  const lists = client.isFetching({
    predicate: ({ queryKey }) => collectionOfKey(queryKey) !== null,
  })
  return counts + lists > 0
}
