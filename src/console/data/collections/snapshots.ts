/**
 * Stores collections and side lists on the device after each fetch and restores them when a screen
 * opens (decisions/console/offline.md).
 */
import type { QueryClient } from '@tanstack/react-query'
import { listNames, type ListName } from '#contract/lists.ts'
import { endArrival, forgetArrivals, hideArrival } from '#console/data/collections/arrivals.ts'
import { prepareCount } from '#console/data/collections/count.ts'
import { recordId } from '#console/data/device/device-record.ts'
import {
  removePlainRecords,
  removeRecord,
  removeRecords,
} from '#console/data/device/device-store.ts'
import { storeSnapshot, storeNow } from '#console/data/device/store-snapshots.ts'
import { forgetStoredState, readSnapshot } from '#console/data/device/snapshot-store.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { isOnDevice } from '#console/data/device/stored-versions.ts'
import { collectionKey, collectionOfKey } from '#console/data/collections/queries.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { endGeneration, isWithdrawn, mayStillWrite } from '#console/data/device/write-guard.ts'
import {
  isFullyAuthenticated,
  onSessionEnd,
  readSession,
  subscribeToSession,
  type SessionEnd,
} from '#console/session/session.ts'

const WRITES_EVERY_MS = 1_000

/**
 * Stores what the query client fetches and deletes it when the session ends; returns a function
 * that stops it.
 */
export function startSnapshots(client: QueryClient): () => void {
  // Unencrypted rows belong to a session that ended with its tab (decisions/console/offline.md). The next one may have
  // begun before this arrived.
  if (!isFullyAuthenticated(readSession())) void removePlainRecords()
  const waiting = new Map<ListName, ReturnType<typeof setTimeout>>()
  const put = (name: ListName, how: typeof storeSnapshot): void => {
    const snapshot = client.getQueryData<Snapshot>(collectionKey(name))
    if (snapshot && !isOnDevice(snapshot)) void how(name, snapshot, mayStillWrite(name))
  }
  const keepNow = (name: ListName): void => {
    clearTimeout(waiting.get(name))
    waiting.delete(name)
    put(name, storeSnapshot)
  }
  const stopCache = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const name = collectionOfKey(event.query.queryKey as unknown)
    if (name === null) return
    hideArrival(name)
    // What is painted next may be the last thing a person sees before the page is closed.
    put(name, storeNow)
    if (waiting.has(name)) return
    waiting.set(name, setTimeout(keepNow, WRITES_EVERY_MS, name))
  })
  const keepAll = (): void => {
    if (document.visibilityState === 'hidden') for (const name of waiting.keys()) keepNow(name)
  }
  document.addEventListener('visibilitychange', keepAll)
  const stopEnds = onSessionEnd((end) => {
    endGeneration()
    forgetStoredState()
    forgetArrivals()
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    void client.cancelQueries()
    client.clear()
    void forget(end)
  })
  const stopFlags = subscribeToSession(() => void dropWithdrawn(client))
  return () => {
    stopCache()
    stopEnds()
    stopFlags()
    document.removeEventListener('visibilitychange', keepAll)
  }
}

/**
 * Puts the stored rows of a collection into the client, unless the network was faster. Rows that
 * are older than 7 days, have another format or cannot be decrypted are dropped.
 */
export async function restoreSnapshot(client: QueryClient, name: ListName): Promise<void> {
  const isWanted = mayStillWrite(name)
  const snapshot = await readSnapshot(name)
  if (snapshot === null || !isWanted()) return
  await prepareCount(name, snapshot.rows)
  if (!isWanted()) return
  if (client.getQueryData(collectionKey(name)) !== undefined) return
  // React Query uses the device's clock; data from the future would never be refetched.
  const updatedAt = Math.min(Date.now(), snapshot.fetchedAt - serverNow() + Date.now())
  client.setQueryData<Snapshot>(collectionKey(name), snapshot, { updatedAt })
}

/** Another admin's rows go before this admin's first screen, unless the device does not answer in time. */
export async function dropRowsOfOthers(username: string): Promise<void> {
  await removeRecords(username)
}

/** A wipe removes everything; a lock removes only unencrypted rows. */
async function forget(end: SessionEnd): Promise<void> {
  if (end.wipes) await removeRecords(null)
  else await removePlainRecords()
}

/** A withdrawn flag deletes the rows that it gave access to (decisions/console/rights.md). */
async function dropWithdrawn(client: QueryClient): Promise<void> {
  const { username, token } = readSession()
  if (username === null || token === null) return
  const withdrawn = listNames.filter((name) => isWithdrawn(name))
  for (const name of withdrawn) {
    client.removeQueries({ queryKey: collectionKey(name) })
    endArrival(name)
    hideArrival(name)
  }
  await Promise.all(withdrawn.map((name) => removeRecord(recordId(username, name))))
}
