/** Why the last sync of a table failed: it stays to be read when the notice is gone (console.md section 4). */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PulledCollection } from '#contract/collections.ts'
import { messages } from '#contract/messages.ts'
import { useSyncState } from '#console/data/sync.ts'

interface SyncFailureProps {
  readonly collection: PulledCollection
}

export function SyncFailure({ collection }: SyncFailureProps) {
  const state = useSyncState(collection)
  if (state.kind !== 'error') return null
  return (
    // The notice has said it already.
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="none" mt="xs" p="xs">
      {messages.lastSyncFailed(state.reason)}
    </Alert>
  )
}
