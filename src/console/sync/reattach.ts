/**
 * After a reload, follows the syncs again that this admin had started and that are still running;
 * the others have ended.
 */
import { isListName, isPulledList } from '#contract/lists.ts'
import type { SyncRun } from '#contract/sync/runs.ts'
import {
  endInterruptedSync,
  interruptedSyncs,
  syncCollection,
} from '#console/data/collections/sync.ts'
import { readSyncAreas } from '#console/data/collections/sync-runs.ts'
import { isSameAdmin, isCurrentToken, readSession } from '#console/session/session.ts'
import { notifySyncOutcomes, type EndedSync } from '#console/sync/notify-outcomes.ts'

/** The session whose syncs have been followed up already. */
let attached: string | null = null

/**
 * Asks which syncs are running, and joins those of this admin: once per session, and again after an
 * answer that did not come.
 */
export async function reattachSyncs(): Promise<void> {
  const { token, username } = readSession()
  if (token === null || token === attached) return
  attached = token
  // No person asked for it, so a missing answer is not reported; the sync centre reports it when
  // opened.
  const areas = await readSyncAreas().catch(() => null)
  if (areas === null && attached === token) attached = null
  if (areas === null || !isCurrentToken(token)) return
  const running = areas.flatMap(({ present }) => present ?? [])
  const before = interruptedSyncs()
  const mine = running.filter(
    ({ collection, started_by }) =>
      before.some((name) => name === collection) || isSameAdmin(started_by, username ?? ''),
  )
  const isRunning = (name: string): boolean => running.some(({ collection }) => collection === name)
  const over = before.filter((name) => !isRunning(name))
  const [ended] = await Promise.all([
    Promise.all(mine.map(join)),
    Promise.all(over.map(endInterruptedSync)),
  ])
  notifySyncOutcomes(ended.flat())
}

/** Requesting a pull again joins the running one. */
async function join({ collection }: SyncRun): Promise<EndedSync[]> {
  if (!isListName(collection) || !isPulledList(collection)) return []
  return [{ name: collection, state: await syncCollection(collection) }]
}
