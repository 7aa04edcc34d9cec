/** Coming back: syncs that this admin had started and that are still under way are followed again; others have ended. */
import { collectionOf, isCollectionName, isPulled } from '#contract/collections.ts'
import { areaSyncFailed } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import type { SyncRun } from '#contract/sync.ts'
import { endLeftSync, leftSyncs, syncCollection } from '#console/data/sync.ts'
import { readSyncAreas } from '#console/data/sync-runs.ts'
import { isSameAdmin, isStill, readSession } from '#console/session/session.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

/** The session that has been looked after already. */
let attached: string | null = null

/** Once a session: asks what is under way, and joins what is one's own. */
export async function reattachSyncs(): Promise<void> {
  const { token, username } = readSession()
  if (token === null || token === attached) return
  attached = token
  // Nobody asked for it: where the answer does not come, the sync centre says so when it is opened.
  const areas = await readSyncAreas().catch(() => null)
  if (areas === null || !isStill(token)) return
  const running = areas.flatMap(({ present }) => present ?? [])
  const before = leftSyncs()
  const mine = running.filter(
    ({ collection, started_by }) =>
      before.some((name) => name === collection) || isSameAdmin(started_by, username ?? ''),
  )
  const isRunning = (name: string): boolean => running.some(({ collection }) => collection === name)
  const over = before.filter((name) => !isRunning(name))
  await Promise.all([...mine.map(join), ...over.map(endLeftSync)])
}

/** A pull that is asked for again joins the one under way. */
async function join({ collection }: SyncRun): Promise<void> {
  if (!isCollectionName(collection) || !isPulled(collection)) return
  const { area } = collectionOf(collection)
  const ended = await syncCollection(collection)
  if (ended.kind === 'success') notifySuccess(messages.syncedArea(area))
  if (ended.kind === 'error') notifyFailure(areaSyncFailed(area, ended.reason))
}
