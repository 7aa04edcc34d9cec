/**
 * What became of a pull whose answer was lost. Our server finishes a pull without the tablet and
 * keeps its result (decisions/server/erp-pulls.md).
 */
import type { PulledList } from '#contract/lists.ts'
import type { SyncRun } from '#contract/sync/runs.ts'
import { waitForLink } from '#console/data/api/link-check.ts'
import { readSyncAreas } from '#console/data/collections/sync-runs.ts'

/** `unknown` if the request never arrived, or if the server does not say. */
export type LostPull =
  | { readonly kind: 'running' | 'unknown' }
  | { readonly kind: 'ended'; readonly run: SyncRun }

/**
 * Waits for the link and asks the server about the pull.
 * @param since when the pull was asked for, by the server's clock; an earlier run is another pull
 * @throws the reason of the signal once it is aborted
 */
export async function findLostPull(
  name: PulledList,
  since: number,
  signal: AbortSignal,
): Promise<LostPull> {
  await waitForLink(signal)
  const areas = await readSyncAreas().catch(() => [])
  signal.throwIfAborted()
  const area = areas.find(({ collection }) => collection === name)
  if (area?.present) return { kind: 'running' }
  const run = area?.last
  if (!run?.ended_at || Date.parse(run.ended_at) < since) return { kind: 'unknown' }
  return { kind: 'ended', run }
}
