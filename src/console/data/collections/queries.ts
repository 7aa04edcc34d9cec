/** The queries that several screens share, with their keys. */
import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query'
import {
  COLLECTION_FRESH_MS,
  COLLECTION_KEPT_MS,
  COLLECTION_REFRESH_EVERY_MS,
  LIVE_FRESH_MS,
  LIVE_REFRESH_EVERY_MS,
} from '#contract/constants.ts'
import { listNames, listOf, type ListName } from '#contract/lists.ts'
import { endpoints } from '#contract/endpoints.ts'
import { serverStateEndpoints } from '#contract/own/server-state-endpoints.ts'
import type { ViewsReply } from '#contract/views/saved-views.ts'
import { viewEndpoints } from '#contract/views/view-endpoints.ts'
import { call, sendCall } from '#console/data/api/call.ts'
import { offers } from '#console/data/api/config.ts'
import { Fault } from '#console/data/api/fault.ts'
import { prepareCount } from '#console/data/collections/count.ts'
import { refreshEveryMs } from '#console/data/collections/data-saver.ts'
import { storeHeadBeforePaint } from '#console/data/device/store-snapshots.ts'
import { readSnapshot, readNewerSnapshot } from '#console/data/device/snapshot-store.ts'
import {
  fetchCollection,
  type FetchOptions,
  type Snapshot,
} from '#console/data/api/fetch-collection.ts'
import { retriesCollection } from '#console/data/api/query-client.ts'
import { fetchInParts } from '#console/data/collections/fetch-in-parts.ts'
import { endListProgress, setListProgress } from '#console/data/collections/list-progress.ts'
import { isVisibleList } from '#console/data/collections/visible-lists.ts'
import { trackFirstLoad, runInLoadOrder } from '#console/data/collections/first-load-queue.ts'
import { writeLastSyncTime } from '#console/session/sync-notes.ts'

const COLLECTION_KEY = 'collection'

/** The query of one collection, with freshness and refetching as its registry entry says. */
export function collectionQuery(name: ListName) {
  const live = listOf(name).refresh === 'live'
  const freshMs = live ? LIVE_FRESH_MS : COLLECTION_FRESH_MS
  const everyMs = live ? LIVE_REFRESH_EVERY_MS : COLLECTION_REFRESH_EVERY_MS
  return queryOptions<Snapshot>({
    queryKey: collectionKey(name),
    queryFn: (context) => {
      const load = (): Promise<Snapshot> => loadList(name, freshMs, context)
      const isFirst = context.client.getQueryData(collectionKey(name)) === undefined
      return isFirst ? trackFirstLoad(name, load) : load()
    },
    staleTime: freshMs,
    // Afterwards the rows come from the device: `useCollection` restores what is missing.
    gcTime: COLLECTION_KEPT_MS,
    refetchInterval: () => refreshEveryMs(everyMs),
    // However fresh: what changed meanwhile did not arrive.
    refetchOnReconnect: 'always',
    refetchOnMount: true,
    refetchOnWindowFocus: true,
    retry: retriesCollection,
    structuralSharing: false,
  })
}

/** Fetches a list, or what has changed since the copy on the device. */
async function loadList(
  name: ListName,
  freshMs: number,
  { client, signal }: QueryFunctionContext,
): Promise<Snapshot> {
  const isDemanded =
    consumeForcedRefetch(name) || client.getQueryState(collectionKey(name))?.isInvalidated
  // Restores the stored list first, so that only its changes are requested.
  const present = client.getQueryData<Snapshot>(collectionKey(name))
  const known = present ?? (await readSnapshot(name)) ?? undefined
  // Only one of several tabs asks the server; the others take over its result.
  const newer = known && !isDemanded ? await readNewerSnapshot(name, known, freshMs) : null
  signal.throwIfAborted()
  if (newer) return newer
  const load = (): Promise<Snapshot> => {
    const options = { urgency: isVisibleList(name) ? 'visible' : 'behind', signal } as const
    if (known) return fetchCollection(name, known, options)
    return offers('parts') ? fetchInParts(name, options) : fetchWhole(name, options)
  }
  const snapshot = await (known || isDemanded ? load() : runInLoadOrder(client, name, signal, load))
  // What a session that has ended asked for is not kept by the next one.
  signal.throwIfAborted()
  await Promise.all([
    prepareCount(name, snapshot.rows, signal),
    storeHeadBeforePaint(name, snapshot),
  ])
  writeLastSyncTime(snapshot.fetchedAt)
  return snapshot
}

/** Another server sends a list in one answer, whose progress is shown where its length is known. */
async function fetchWhole(name: ListName, options: FetchOptions): Promise<Snapshot> {
  const onProgress = (here: number, of: number): void => setListProgress(name, here, of)
  try {
    return await fetchCollection(name, undefined, { ...options, onProgress })
  } finally {
    endListProgress(name)
  }
}

const forcedRefetches = new Set<ListName>()

/**
 * Makes the next fetch of a list go to the server, even if another tab has just fetched it, because
 * a person asked.
 */
export function forceRefetch(name: ListName): void {
  forcedRefetches.add(name)
}

function consumeForcedRefetch(name: ListName): boolean {
  return forcedRefetches.delete(name)
}

export function collectionKey(name: ListName): readonly [string, ListName] {
  return [COLLECTION_KEY, name]
}

/** The collection of a query key, or null for other queries. */
export function collectionOfKey(key: unknown): ListName | null {
  if (!Array.isArray(key) || key[0] !== COLLECTION_KEY) return null
  return listNames.find((name) => name === key[1]) ?? null
}

/** The current state of each area's sync, and its history. */
export const SYNC_AREAS_KEY = ['sync-areas'] as const
export const ERP_BUDGET_KEY = ['erp-budget'] as const
export const SYNC_RUNS_KEY = ['sync-runs'] as const

export const PROFILE_KEY = ['profile'] as const

/**
 * The signed-in admin (`GET /admin/profile`). Refetched with the collections, so that a flag
 * changed by a super admin takes effect (decisions/console/rights.md).
 */
export function profileQuery() {
  return queryOptions({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call(endpoints.ownProfile, { signal }),
    refetchInterval: () => refreshEveryMs(COLLECTION_REFRESH_EVERY_MS),
  })
}

export const VIEWS_KEY = ['views'] as const

/** Saved views with the tag of their answer; null once a change of this device is in them. */
export interface StoredViews extends ViewsReply {
  readonly etag: string | null
}

/** The saved views that the person may see, of all lists. */
export function viewsQuery() {
  return queryOptions<StoredViews>({
    queryKey: VIEWS_KEY,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<StoredViews>(VIEWS_KEY)
      const { status, headers, body } = await sendCall(viewEndpoints.views, {
        signal,
        ...(known?.etag && { headers: { 'If-None-Match': known.etag } }),
      })
      if (status === 304 && known) return known
      const read = viewEndpoints.views.reply.safeParse(body)
      if (!read.success) throw new Fault({ kind: 'shape', status, body })
      return { ...read.data, etag: headers.get('etag') }
    },
    staleTime: COLLECTION_FRESH_MS,
    gcTime: Infinity,
    refetchInterval: () => refreshEveryMs(COLLECTION_REFRESH_EVERY_MS),
  })
}

export const SERVER_STATE_KEY = ['server-state'] as const

/** What the server says about its own set-up. */
export function serverStateQuery() {
  return queryOptions({
    queryKey: SERVER_STATE_KEY,
    queryFn: ({ signal }) => call(serverStateEndpoints.serverState, { signal }),
    staleTime: LIVE_FRESH_MS,
    retry: false,
  })
}
