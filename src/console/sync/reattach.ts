/** Coming back: syncs that this admin had started and that are still under way are followed again. */
import { collectionOf, isCollectionName, isPulled } from '#contract/collections.ts'
import { areaSyncFailed } from '#contract/faults.ts'
import { messages } from '#contract/messages.ts'
import type { SyncArea } from '#contract/sync.ts'
import { syncCollection } from '#console/data/sync.ts'
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
  const areas = await readSyncAreas().catch(() => [])
  if (!isStill(token)) return
  const mine = areas.filter(
    ({ present }) => present && isSameAdmin(present.started_by, username ?? ''),
  )
  await Promise.all(mine.map(join))
}

/** A pull that is asked for again joins the one under way. */
async function join({ collection }: SyncArea): Promise<void> {
  if (!isCollectionName(collection) || !isPulled(collection)) return
  const { area } = collectionOf(collection)
  const ended = await syncCollection(collection)
  if (ended.kind === 'success') notifySuccess(messages.syncedArea(area))
  if (ended.kind === 'error') notifyFailure(areaSyncFailed(area, ended.reason))
}
