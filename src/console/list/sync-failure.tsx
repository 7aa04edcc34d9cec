/** Why the last sync of a table failed: it stays to be read when the notice is gone (console.md section 4). */
import type { PulledCollection } from '#contract/collections.ts'
import { messages } from '#contract/messages.ts'
import { Notice } from '#console/list/notice.tsx'
import { useSyncState } from '#console/data/sync.ts'

interface SyncFailureProps {
  readonly collection: PulledCollection
}

export function SyncFailure({ collection }: SyncFailureProps) {
  const state = useSyncState(collection)
  if (state.kind !== 'error') return null
  return (
    // The notice at the edge has said it already.
    <Notice tone="failed">{messages.lastSyncFailed(state.reason)}</Notice>
  )
}
