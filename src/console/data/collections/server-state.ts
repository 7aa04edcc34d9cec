/** What our server says about its own set-up (decisions/server/server-state.md). */
import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import type { PulledCollection } from '#contract/collections.ts'
import type { ServerState } from '#contract/records/server-state.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { useOffers } from '#console/data/api/config.ts'
import { countsKey, type StoredCount } from '#console/data/collections/counts.ts'
import { serverStateQuery } from '#console/data/collections/queries.ts'
import { useSession } from '#console/session/session.ts'

/** The state of the server, asked for only where it is needed; undefined until it is known, or if it is not offered. */
export function useServerState(isNeeded: boolean): ServerState | undefined {
  return useStateQuery(isNeeded).data
}

/** Whether NetSuite is set up; undefined until the server has said so, and true if it cannot say so. */
export function useIsErpSetUp(): boolean | undefined {
  const { data, isLoading } = useStateQuery(true)
  return isLoading ? undefined : data?.erp_set_up !== false
}

function useStateQuery(isNeeded: boolean) {
  const { twoFactorVerified } = useSession()
  const offered = useOffers().includes('server-state')
  return useQuery({ ...serverStateQuery(), enabled: offered && isNeeded && twoFactorVerified })
}

/** Why no sync can begin, for the person who reads it. */
export interface SyncRefusal {
  readonly reason: string
  /** Whether this person can set NetSuite up. */
  readonly maySetUp: boolean
}

/**
 * Why no sync can begin; null if one can, or if the server does not say.
 * @param isNeverSynced what was synced once is set up, so the server is not asked
 */
export function useSyncRefusal(isNeverSynced: boolean): SyncRefusal | null {
  const { isSuperAdmin } = useSession()
  const state = useServerState(isNeverSynced)
  if (!isNeverSynced || state === undefined || state.erp_set_up) return null
  return {
    reason: isSuperAdmin ? startTexts.notSetUp : startTexts.notSetUpAsk,
    maySetUp: isSuperAdmin,
  }
}

/** Whether the counts of these collections are known, and NetSuite has given none of their rows. */
export function useIsNeverSynced(names: readonly PulledCollection[]): boolean {
  return useQueries({
    queries: names.map((name) => ({ queryKey: countsKey(name), queryFn: skipToken })),
    combine: (results) =>
      results.length > 0 &&
      results.every(({ data }) => (data as StoredCount | undefined)?.asOf === null),
  })
}
