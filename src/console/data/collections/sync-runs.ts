/** The syncs of all people and of the schedule, where the server offers to tell them (decisions/server/erp-pulls.md). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PulledCollection } from '#contract/collections.ts'
import { SYNC_LOOK_EVERY_MS, SYNC_PROGRESS_EVERY_MS } from '#contract/constants.ts'
import { cancelEndpoint, type SyncArea, syncEndpoints } from '#contract/sync.ts'
import { call } from '#console/data/api/call.ts'
import { SYNC_AREAS_KEY, SYNC_RUNS_KEY } from '#console/data/collections/queries.ts'
import { queryClient } from '#console/data/api/query-client.ts'

/** How each area stands; asked every second while anything is under way. */
export function syncAreasQuery() {
  return queryOptions({
    queryKey: SYNC_AREAS_KEY,
    queryFn: async ({ signal }) => (await call(syncEndpoints.syncAreas, { signal })).areas,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ present }) => present) ? SYNC_PROGRESS_EVERY_MS : SYNC_LOOK_EVERY_MS,
  })
}

/** What was, the newest first, and what went wrong. */
export function syncHistoryQuery() {
  return infiniteQueryOptions({
    queryKey: SYNC_RUNS_KEY,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const { path, ...endpoint } = syncEndpoints.syncRuns
      const from = pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`
      return call({ ...endpoint, path: `${path}${from}` }, { signal })
    },
    getNextPageParam: ({ runs, has_more }) => (has_more ? (runs.at(-1)?.id ?? null) : null),
    staleTime: 0,
  })
}

/** Asks once how each area stands. */
export async function readSyncAreas(): Promise<readonly SyncArea[]> {
  return (await call(syncEndpoints.syncAreas, {})).areas
}

/**
 * Ends the pull of a collection, whoever started it.
 * @throws Fault
 */
export async function cancelSync(name: PulledCollection): Promise<void> {
  await call(cancelEndpoint(name), {})
  await queryClient.invalidateQueries({ queryKey: SYNC_AREAS_KEY })
}
