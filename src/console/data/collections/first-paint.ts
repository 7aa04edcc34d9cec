/** The small things that must be there at the first paint, kept in the tab: own profile and dashboard counts (decisions/console/offline.md). */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import type { CollectionName } from '#contract/collections.ts'
import { countRows } from '#console/data/collections/count.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  collectionKey,
  collectionOfKey,
  countsKey,
  PROFILE_KEY,
} from '#console/data/collections/queries.ts'
import { onSessionEnd, readSession } from '#console/session/session.ts'
import { tabStorage } from '#console/session/storage.ts'

/** The number of a card with the age of the rows it was counted from. */
export interface StoredCount extends Omit<Snapshot, 'rows' | 'etag'> {
  readonly count: number
}

const KEPT_AS = 'firstPaint'
const KEPT_QUERIES: readonly unknown[] = [PROFILE_KEY[0], countsKey('locations')[0]]

/** The library writes up to a second late: what it writes after the end of a session is nobody's. */
const duringSession: typeof tabStorage = {
  ...tabStorage,
  setItem: (key, value) => {
    if (readSession().token !== null) tabStorage.setItem(key, value)
  },
}

/** Restores what the tab kept, and keeps it up to date; returns what stops it. */
export function startFirstPaintCache(client: QueryClient): () => void {
  // What lies there was left by a session that ended before this page was loaded.
  if (readSession().token === null) tabStorage.removeItem(KEPT_AS)
  // oxlint-disable-next-line typescript/no-deprecated -- this package is part of the agreed stack; restoring without a wait is the point of it
  const persister = createSyncStoragePersister({ storage: duringSession, key: KEPT_AS })
  const options = {
    queryClient: client,
    persister,
    dehydrateOptions: {
      // One that is still waited for would be written as a promise, which no text can hold.
      shouldDehydrateQuery: ({ queryKey, state }: Query) =>
        KEPT_QUERIES.includes(queryKey[0]) && state.data !== undefined,
    },
  }
  let stopKeeping: (() => void) | null = null
  let isOver = false
  void persistQueryClientRestore(options)
    // What cannot be read has been removed by then.
    .catch(() => undefined)
    .then(() => {
      if (!isOver) stopKeeping = persistQueryClientSubscribe(options)
    })
  const stopCounting = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const name = collectionOfKey(event.query.queryKey as unknown)
    if (name !== null) keepCount(client, name)
  })
  const stopEnds = onSessionEnd(() => void persister.removeClient())
  return () => {
    isOver = true
    stopKeeping?.()
    stopCounting()
    stopEnds()
  }
}

function keepCount(client: QueryClient, name: CollectionName): void {
  const snapshot = client.getQueryData<Snapshot>(collectionKey(name))
  if (!snapshot) return
  const { rows, asOf, fetchedAt } = snapshot
  client.setQueryData<StoredCount>(countsKey(name), {
    count: countRows(name, rows),
    asOf,
    fetchedAt,
  })
}
