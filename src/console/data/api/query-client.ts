/** The query client, with the defaults of specification.md section 7. */
import { QueryClient } from '@tanstack/react-query'
import {
  COLLECTION_RETRIES,
  QUERY_FRESH_MS,
  QUERY_KEPT_MS,
  QUERY_RETRIES,
  RETRY_FIRST_MS,
  RETRY_BACKOFF_MAX_MS,
} from '#contract/constants.ts'
import { Fault, mayRetry } from '#console/data/api/fault.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: QUERY_FRESH_MS,
      gcTime: QUERY_KEPT_MS,
      refetchOnWindowFocus: false,
      retry: (failures, thrown) => failures < QUERY_RETRIES && mayRetry(thrown),
      retryDelay: retryDelayMs,
    },
  },
})

// A query that is removed while a component uses it would keep its rows for 30 minutes, beyond the
// session they belonged to.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'removed') query.gcTime = 0
})

/** Whether a collection is fetched again: up to five times, and only after faults that may pass. */
export function retriesCollection(failures: number, thrown: unknown): boolean {
  return failures < COLLECTION_RETRIES && mayRetry(thrown)
}

/**
 * The delay before attempt `failures + 1`, in ms: 1 s doubling to 30 s (specification.md section
 * 7). A delay requested by the server takes precedence.
 */
export function retryDelayMs(failures: number, thrown: unknown): number {
  const asked = thrown instanceof Fault ? thrown.retryAfterMs : undefined
  if (asked !== undefined) return Math.min(asked, MAX_ASKED_MS)
  return Math.min(RETRY_BACKOFF_MAX_MS, RETRY_FIRST_MS * 2 ** failures)
}

/** A server that asks for a longer wait is still retried after this time. */
const MAX_ASKED_MS = 5 * 60_000
