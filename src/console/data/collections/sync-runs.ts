/**
 * The syncs of all people and of the schedule, if the server offers them
 * (decisions/server/erp-pulls.md).
 */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PulledList } from '#contract/lists.ts'
import { budgetEndpoints } from '#contract/sync/budget.ts'
import { SYNC_LOOK_EVERY_MS, SYNC_PROGRESS_EVERY_MS } from '#contract/constants.ts'
import { cancelEndpoint, type SyncArea, syncEndpoints } from '#contract/sync/runs.ts'
import { call } from '#console/data/api/call.ts'
import { refreshEveryMs } from '#console/data/collections/data-saver.ts'
import { ERP_BUDGET_KEY, SYNC_AREAS_KEY, SYNC_RUNS_KEY } from '#console/data/collections/queries.ts'
import { queryClient } from '#console/data/api/query-client.ts'

/** The state of each area, polled every second while any sync is running. */
export function syncAreasQuery() {
  return queryOptions({
    queryKey: SYNC_AREAS_KEY,
    queryFn: async ({ signal }) => (await call(syncEndpoints.syncAreas, { signal })).areas,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ present }) => present)
        ? SYNC_PROGRESS_EVERY_MS
        : refreshEveryMs(SYNC_LOOK_EVERY_MS),
  })
}

/** What the account is asked at this moment, polled while it is shown. */
export function erpBudgetQuery() {
  return queryOptions({
    queryKey: ERP_BUDGET_KEY,
    queryFn: ({ signal }) => call(budgetEndpoints.erpBudget, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.in_flight + state.data.waiting > 0
        ? SYNC_PROGRESS_EVERY_MS
        : refreshEveryMs(SYNC_LOOK_EVERY_MS),
  })
}

/** Past syncs, newest first, and what went wrong. */
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

/** Asks once for the state of each area. */
export async function readSyncAreas(): Promise<readonly SyncArea[]> {
  return (await call(syncEndpoints.syncAreas, {})).areas
}

/**
 * Cancels the running pull of a collection, no matter who started it.
 * @throws Fault
 */
export async function cancelSync(name: PulledList): Promise<void> {
  await call(cancelEndpoint(name), {})
  await queryClient.invalidateQueries({ queryKey: SYNC_AREAS_KEY })
}
