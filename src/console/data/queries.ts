/** The only place that makes query keys. */
import { queryOptions } from '@tanstack/react-query'
import {
  COLLECTION_FRESH_MS,
  COLLECTION_KEPT_MS,
  COLLECTION_REFRESH_EVERY_MS,
  LIVE_FRESH_MS,
  LIVE_REFRESH_EVERY_MS,
} from '#contract/constants.ts'
import { collectionNames, collectionOf, type CollectionName } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/call.ts'
import { readKept } from '#console/data/kept.ts'
import { fetchList, type Snapshot } from '#console/data/lists.ts'
import { retriesCollection } from '#console/data/query-client.ts'
import { isOnScreen } from '#console/data/on-screen.ts'
import { writeLastSyncTime } from '#console/session/session.ts'

const COLLECTION_KEY = 'collection'

/** The query of one collection, fresh and refetched as its registry row says. */
export function collectionQuery(name: CollectionName) {
  const live = collectionOf(name).refresh === 'live'
  return queryOptions<Snapshot>({
    queryKey: collectionKey(name),
    queryFn: async ({ client, signal }) => {
      // A list that lies on the device is asked for by what changed since, not whole.
      const present = client.getQueryData<Snapshot>(collectionKey(name))
      const known = present ?? (await readKept(name)) ?? undefined
      signal.throwIfAborted()
      const urgency = isOnScreen(name) ? 'visible' : 'behind'
      const snapshot = await fetchList(name, known, { urgency, signal })
      writeLastSyncTime(snapshot.fetchedAt)
      return snapshot
    },
    staleTime: live ? LIVE_FRESH_MS : COLLECTION_FRESH_MS,
    // Afterwards they come from the device: `useCollection` restores what is missing.
    gcTime: COLLECTION_KEPT_MS,
    refetchInterval: live ? LIVE_REFRESH_EVERY_MS : COLLECTION_REFRESH_EVERY_MS,
    refetchOnReconnect: true,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
    retry: retriesCollection,
    structuralSharing: false,
  })
}

export function collectionKey(name: CollectionName): readonly [string, CollectionName] {
  return [COLLECTION_KEY, name]
}

/** Which collection a key stands for, or null for other queries. */
export function collectionOfKey(key: unknown): CollectionName | null {
  if (!Array.isArray(key) || key[0] !== COLLECTION_KEY) return null
  return collectionNames.find((name) => name === key[1]) ?? null
}

/** The key under which the number of a card outlives its rows. */
export function countsKey(name: CollectionName): readonly [string, CollectionName] {
  return ['count', name]
}

export const PROFILE_KEY = ['profile'] as const

/**
 * The signed-in admin (`GET /admin/profile`). Refetched with the collections, so that a flag that a
 * super admin changed takes effect (decisions.md 3.11).
 */
export function profileQuery() {
  return queryOptions({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call(endpoints.ownProfile, { signal }),
    refetchInterval: COLLECTION_REFRESH_EVERY_MS,
  })
}
