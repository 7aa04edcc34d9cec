/** The numbers of the dashboard's cards: of a list that is there, or from the server's own count, where it offers one. */
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { COLLECTION_FRESH_MS } from '#contract/constants.ts'
import { isCollectionName, type CollectionName } from '#contract/collections.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { call } from '#console/data/api/call.ts'
import { offers } from '#console/data/api/config.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { retriesCollection } from '#console/data/api/query-client.ts'
import { isLater, toServerTime } from '#console/data/api/server-clock.ts'

/** The number on a card, with the age of the rows that were counted. */
export interface StoredCount extends Pick<Snapshot, 'asOf' | 'fetchedAt'> {
  readonly count: number
}

/** The key of the server's own count of all collections. */
export const ALL_COUNTS_KEY = ['all-counts'] as const

/** The key under which a card's number outlives its rows. */
export function countsKey(name: CollectionName): readonly [string, CollectionName] {
  return ['count', name]
}

const listeners = new Set<() => void>()

/** Calls the listener when the counts have arrived, or their first attempt has failed. */
export function onCounts(listener: () => void): void {
  listeners.add(listener)
}

/** Whether the dashboard has its numbers, waits for them, or does without: not offered, not asked, or failed. */
export function stateOfCounts(client: QueryClient): 'there' | 'coming' | 'none' {
  const state = client.getQueryState(ALL_COUNTS_KEY)
  if (!state || !offers('counts')) return 'none'
  if (state.data !== undefined) return 'there'
  return state.fetchStatus === 'fetching' && state.fetchFailureCount === 0 ? 'coming' : 'none'
}

/** Asks for the numbers of all cards that the person may see, and stores them card by card. */
export function allCountsQuery() {
  return queryOptions({
    queryKey: ALL_COUNTS_KEY,
    queryFn: async ({ client, signal }) => {
      try {
        const askedAt = Date.now()
        const { data } = await call(countsEndpoint, { signal })
        // Dated by when it was asked for: a list that arrives while the answer is on its way is newer.
        const fetchedAt = toServerTime(askedAt)
        for (const [name, { count, as_of: asOf }] of Object.entries(data))
          if (isCollectionName(name))
            storeCount(client, name, { count, asOf: timeOf(asOf), fetchedAt })
        return fetchedAt
      } finally {
        for (const listener of listeners) listener()
      }
    },
    staleTime: COLLECTION_FRESH_MS,
    retry: retriesCollection,
  })
}

/** The number of a card without its list. */
export function storedCount(client: QueryClient, name: CollectionName): StoredCount | undefined {
  return client.getQueryData<StoredCount>(countsKey(name))
}

/** Stores the number of a card, unless a newer one is there. */
export function storeCount(client: QueryClient, name: CollectionName, next: StoredCount): void {
  client.setQueryData<StoredCount>(countsKey(name), (before) =>
    before !== undefined && isLater(before.fetchedAt, next.fetchedAt) ? before : next,
  )
}

function timeOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}
