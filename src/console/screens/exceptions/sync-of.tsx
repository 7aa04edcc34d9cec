/** Syncs a list that a cause needs, such as the items after an unknown one. */
import { IconDatabaseImport } from '@tabler/icons-react'
import { opensRoute } from '#contract/access.ts'
import { collectionOf, type PulledCollection } from '#contract/collections.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { syncCollection, useSyncState } from '#console/data/collections/sync.ts'
import { principalOf, useSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure, notifyOutcome } from '#console/ui/notify.tsx'

interface SyncOfProps {
  readonly collection: PulledCollection
  readonly label: string
}

export function SyncOf({ collection, label }: SyncOfProps) {
  const { kind } = useSyncState(collection)
  const who = principalOf(useSession())
  const { access, title } = collectionOf(collection)
  if (!opensRoute(access, who)) return null
  const sync = async (): Promise<void> => {
    const ended = await syncCollection(collection)
    if (ended.kind === 'error') notifyFailure(ended.reason)
    if (ended.kind === 'success')
      notifyOutcome(ended.note === undefined ? [] : [ended.note], [listTexts.synced(title)])
  }
  return (
    <ConnectedButton
      label={label}
      busyLabel={deviceTexts.syncing}
      busy={kind === 'syncing'}
      icon={<IconDatabaseImport size={18} aria-hidden />}
      onClick={() => void sync()}
    />
  )
}
