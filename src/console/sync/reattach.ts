/** Coming back: syncs that this admin had started and that are still under way are followed again; others have ended. */
import { isCollectionName, isPulled } from '#contract/collections.ts'
import type { SyncRun } from '#contract/sync.ts'
import {
  endInterruptedSync,
  interruptedSyncs,
  syncCollection,
} from '#console/data/collections/sync.ts'
import { readSyncAreas } from '#console/data/collections/sync-runs.ts'
import { isSameAdmin, isStill, readSession } from '#console/session/session.ts'
import { tellOfSyncs, type EndedSync } from '#console/sync/tell.ts'

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
  tellOfSyncs(ended.flat())
}

/** A pull that is asked for again joins the one under way. */
async function join({ collection }: SyncRun): Promise<EndedSync[]> {
  if (!isCollectionName(collection) || !isPulled(collection)) return []
  return [{ name: collection, state: await syncCollection(collection) }]
}
