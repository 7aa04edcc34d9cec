/**
 * What the first paint needs, stored in the tab: the admin's profile, saved views and the dashboard
 * counts
 * (decisions/console/offline.md).
 */
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import type { CollectionName } from '#contract/collections.ts'
import { isSideListName } from '#contract/side-lists.ts'
import { countRows } from '#console/data/collections/count.ts'
import { countsKey, storeCount } from '#console/data/collections/counts.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  collectionKey,
  collectionOfKey,
  PROFILE_KEY,
  VIEWS_KEY,
} from '#console/data/collections/queries.ts'
import { onSessionEnd, readSession } from '#console/session/session.ts'
import { tabStorage } from '#console/session/storage.ts'
import { KEYS } from '#console/session/stored.ts'

const PERSISTED_QUERIES: readonly unknown[] = [
  PROFILE_KEY[0],
  VIEWS_KEY[0],
  countsKey('locations')[0],
]

/** The library writes up to a second late, so writes after the end of a session are dropped. */
const duringSession: typeof tabStorage = {
  ...tabStorage,
  setItem: (key, value) => {
    if (readSession().token !== null) tabStorage.setItem(key, value)
  },
}

/** Restores what the tab stored and keeps it up to date; returns a function that stops it. */
export function startFirstPaintCache(client: QueryClient): () => void {
  // oxlint-disable-next-line typescript/no-deprecated -- this package is part of the agreed stack; restoring without a wait is the point of it
  const persister = createSyncStoragePersister({ storage: duringSession, key: KEYS.firstPaint })
  const options = {
    queryClient: client,
    persister,
    dehydrateOptions: {
      // A pending query would be written as a promise, which cannot be serialized.
      shouldDehydrateQuery: ({ queryKey, state }: Query) =>
        PERSISTED_QUERIES.includes(queryKey[0]) && state.data !== undefined,
    },
  }
  let stopKeeping: (() => void) | null = null
  let isOver = false
  void persistQueryClientRestore(options)
    // The library has already removed unreadable data.
    .catch(() => undefined)
    .then(() => {
      if (!isOver) stopKeeping = persistQueryClientSubscribe(options)
    })
  const stopCounting = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const name = collectionOfKey(event.query.queryKey as unknown)
    if (name !== null && !isSideListName(name)) keepCount(client, name)
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
  storeCount(client, name, { count: countRows(name, rows), asOf, fetchedAt })
}
