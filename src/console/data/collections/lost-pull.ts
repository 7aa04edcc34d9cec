/**
 * What becomes of a pull whose answer was lost, or came before its end. Our server finishes a pull without the tablet and
 * keeps its result (decisions/server/erp-pulls.md).
 */
import { SYNC_PROGRESS_EVERY_MS } from '#contract/constants.ts'
import type { PulledList } from '#contract/lists.ts'
import type { SyncArea, SyncRun } from '#contract/sync/runs.ts'
import { mayRetry } from '#console/data/api/fault.ts'
import { waitForLink } from '#console/data/api/link-check.ts'
import { pause } from '#console/data/api/pause.ts'
import { readSyncAreas } from '#console/data/collections/sync-runs.ts'

/** `unknown` if the request never arrived, or if the server does not say. */
type EndedPull = { readonly kind: 'unknown' } | { readonly kind: 'ended'; readonly run: SyncRun }
export type LostPull = EndedPull | { readonly kind: 'running' }

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
  return pullIn(areas, name, since)
}

/**
 * Asks the server about a running pull every second until it has ended. A link that breaks meanwhile is waited for.
 * @param since see `findLostPull`
 * @throws Fault of a refusal, or the reason of the signal once it is aborted
 */
export async function followPull(
  name: PulledList,
  since: number,
  signal: AbortSignal,
): Promise<EndedPull> {
  for (;;) {
    await pause(SYNC_PROGRESS_EVERY_MS)
    await waitForLink(signal)
    const areas = await readTogether().catch((thrown: unknown) => {
      if (mayRetry(thrown)) return null
      throw thrown
    })
    signal.throwIfAborted()
    if (areas === null) continue
    const found = pullIn(areas, name, since)
    if (found.kind !== 'running') return found
  }
}

function pullIn(areas: readonly SyncArea[], name: PulledList, since: number): LostPull {
  const area = areas.find(({ collection }) => collection === name)
  if (area?.present) return { kind: 'running' }
  const run = area?.last
  if (!run?.ended_at || Date.parse(run.ended_at) < since) return { kind: 'unknown' }
  return { kind: 'ended', run }
}

let asked: { readonly at: number; readonly areas: Promise<readonly SyncArea[]> } | null = null

/** One answer serves all pulls that are followed: each of them asks a second after it has begun, or later. */
function readTogether(): Promise<readonly SyncArea[]> {
  const now = Date.now()
  // A clock that was set back must not make an answer last.
  if (asked === null || Math.abs(now - asked.at) >= SYNC_PROGRESS_EVERY_MS - SLACK_MS)
    asked = { at: now, areas: readSyncAreas() }
  return asked.areas
}

/** A timer may fire a little early, and would get the previous answer again. */
const SLACK_MS = 100
