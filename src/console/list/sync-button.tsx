/** The 'Sync with NetSuite' button of one table (specification.md section 4, 'Sync'). */
import { IconRefresh } from '@tabler/icons-react'
import type { PulledCollection } from '#contract/collections.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { syncCollection, useSyncState } from '#console/data/collections/sync.ts'
import { SyncDetailsButton } from '#console/sync/sync-details-button.tsx'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure, notifyOutcome } from '#console/ui/notify.tsx'

interface SyncButtonProps {
  readonly collection: PulledCollection
  readonly title: string
  /** Why no sync can begin. */
  readonly refusal: string | undefined
}

export function SyncButton(props: SyncButtonProps) {
  return (
    <>
      <SyncNow {...props} />
      <SyncDetailsButton />
    </>
  )
}

/** The button alone, without the details of past syncs. */
export function SyncNow({ collection, title, refusal }: SyncButtonProps) {
  const { kind } = useSyncState(collection)
  const sync = async (): Promise<void> => {
    const ended = await syncCollection(collection)
    if (ended.kind === 'error') notifyFailure(ended.reason)
    if (ended.kind === 'success')
      notifyOutcome(ended.note === undefined ? [] : [ended.note], [listTexts.synced(title)])
  }
  return (
    <ConnectedButton
      label={listTexts.syncWith}
      busyLabel={deviceTexts.syncing}
      tooltip={listTexts.syncWith}
      refusal={refusal}
      busy={kind === 'syncing'}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={() => void sync()}
    />
  )
}
