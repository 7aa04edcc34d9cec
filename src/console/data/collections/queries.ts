/** The only place that makes query keys. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  COLLECTION_FRESH_MS,
  COLLECTION_KEPT_MS,
  COLLECTION_REFRESH_EVERY_MS,
  LIVE_FRESH_MS,
  LIVE_REFRESH_EVERY_MS,
} from '#contract/constants.ts'
import { collectionNames, collectionOf, type CollectionName } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import type { AuditPage } from '#contract/records/audit.ts'
import { call } from '#console/data/api/call.ts'
import { prepareCount } from '#console/data/collections/count.ts'
import { storeHeadBeforePaint } from '#console/data/device/store-snapshots.ts'
import { readSnapshot, readNewerSnapshot } from '#console/data/device/snapshot-store.ts'
import { fetchCollection, type Snapshot } from '#console/data/api/fetch-collection.ts'
import { retriesCollection } from '#console/data/api/query-client.ts'
import { isOnScreen } from '#console/data/collections/on-screen.ts'
import { writeLastSyncTime } from '#console/session/sync-notes.ts'

const COLLECTION_KEY = 'collection'

/** The query of one collection, fresh and refetched as its registry row says. */
export function collectionQuery(name: CollectionName) {
  const live = collectionOf(name).refresh === 'live'
  const freshMs = live ? LIVE_FRESH_MS : COLLECTION_FRESH_MS
  const everyMs = live ? LIVE_REFRESH_EVERY_MS : COLLECTION_REFRESH_EVERY_MS
  return queryOptions<Snapshot>({
    queryKey: collectionKey(name),
    queryFn: async ({ client, signal }) => {
      const isDemanded =
        takeDemand(name) || client.getQueryState(collectionKey(name))?.isInvalidated
      // A list that lies on the device is asked for by what changed since, not whole.
      const present = client.getQueryData<Snapshot>(collectionKey(name))
      const known = present ?? (await readSnapshot(name)) ?? undefined
      // Of several tabs one asks the server, and the others take what it brought.
      const newer = known && !isDemanded ? await readNewerSnapshot(name, known, freshMs) : null
      signal.throwIfAborted()
      if (newer) return newer
      const urgency = isOnScreen(name) ? 'visible' : 'behind'
      const snapshot = await fetchCollection(name, known, { urgency, signal })
      await Promise.all([
        prepareCount(name, snapshot.rows, signal),
        storeHeadBeforePaint(name, snapshot),
      ])
      writeLastSyncTime(snapshot.fetchedAt)
      return snapshot
    },
    staleTime: freshMs,
    // Afterwards they come from the device: `useCollection` restores what is missing.
    gcTime: COLLECTION_KEPT_MS,
    refetchInterval: () => everyMs * (savesData() ? SAVING_SLOWS_BY : 1),
    refetchOnReconnect: true,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
    retry: retriesCollection,
    structuralSharing: false,
  })
}

/** How much rarer a device that saves data refreshes behind the person's back (decisions/console/offline.md). */
const SAVING_SLOWS_BY = 5

/** Only Chromium tells. */
function savesData(): boolean {
  const connection = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' &&
    connection !== null &&
    'saveData' in connection &&
    connection.saveData === true
  )
}

const demanded = new Set<CollectionName>()

/** The next fetch of a list goes to the server, whatever another tab brought: a person asked. */
export function forceRefetch(name: CollectionName): void {
  demanded.add(name)
}

function takeDemand(name: CollectionName): boolean {
  return demanded.delete(name)
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

/** How each area's sync stands, and what was. */
export const SYNC_AREAS_KEY = ['sync-areas'] as const
export const SYNC_RUNS_KEY = ['sync-runs'] as const

export const PROFILE_KEY = ['profile'] as const

/**
 * The signed-in admin (`GET /admin/profile`). Refetched with the collections, so that a flag that a
 * super admin changed takes effect (decisions/console/rights.md).
 */
export function profileQuery() {
  return queryOptions({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call(endpoints.ownProfile, { signal }),
    refetchInterval: COLLECTION_REFRESH_EVERY_MS,
  })
}

export const ERP_STATUS_KEY = ['erp-status'] as const

/** Which settings of the ERP are set. */
export function erpStatusQuery() {
  return queryOptions({
    queryKey: ERP_STATUS_KEY,
    queryFn: ({ signal }) => call(ownEndpoints.erpSettingsStatus, { signal }),
    retry: false,
  })
}

/** The audit trail, newest first; older pages follow when they are asked for. */
export function auditQuery() {
  return infiniteQueryOptions({
    queryKey: ['audit-trail'],
    queryFn: ({ signal, pageParam }) => fetchAuditPage(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: LIVE_FRESH_MS,
    gcTime: 0,
  })
}

async function fetchAuditPage(before: number | null, signal: AbortSignal): Promise<AuditPage> {
  const path = `${ownEndpoints.auditTrail.path}${before === null ? '' : `?before=${String(before)}`}`
  return call({ ...ownEndpoints.auditTrail, path }, { signal })
}
