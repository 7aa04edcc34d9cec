/**
 * Starts the service worker once nothing else is loading: it downloads every file of the console, which on a weak link
 * would delay the sign-in and the first rows (decisions/console/offline.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import { collectionOfKey } from '#console/data/collections/queries.ts'
import { offerWhatAnotherTabTook, startServiceWorker } from '#console/pwa/updates.ts'
import { isFullyAuthenticated, readSession, subscribeToSession } from '#console/session/session.ts'

/** For how long no list was loading. */
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

/** Before the sign-in only where a worker serves the page already: it looks for a new version. */
function isWanted(): boolean {
  if (!('serviceWorker' in navigator)) return false
  return isFullyAuthenticated(readSession()) || navigator.serviceWorker.controller !== null
}

function isLoading(client: QueryClient): boolean {
  return client.isFetching({ predicate: ({ queryKey }) => collectionOfKey(queryKey) !== null }) > 0
}
