/** The result of a card's last sync or refresh, in a line that reserves its space from the start. */
import type { ReactNode } from 'react'
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { collectionOf, isPulled, type CollectionName } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useSyncState, type SyncState } from '#console/data/collections/sync.ts'
import classes from '#console/screens/dashboard/cards/dashboard-card.module.css'

interface CardStateProps extends Pick<CollectionState, 'error'> {
  readonly collection: CollectionName
  /** Shown while there is no result to show. */
  readonly children?: ReactNode
}

export function CardState({ collection, error, children }: CardStateProps) {
  const sync = useSyncState(isPulled(collection) ? collection : null)
  return (
    <span className={classes.state}>
      {error && sync.kind !== 'syncing' ? (
        <Failed>{loadFailed(collectionOf(collection).area)}</Failed>
      ) : sync.kind === 'idle' ? (
        children
      ) : (
        <SyncWords sync={sync} />
      )}
    </span>
  )
}

function SyncWords({ sync }: { readonly sync: Exclude<SyncState, { kind: 'idle' }> }) {
  if (sync.kind === 'error') return <Failed>{listTexts.syncFailed(sync.reason)}</Failed>
  return (
    <>
      {sync.kind === 'syncing' ? (
        <Loader size={12} aria-hidden />
      ) : (
        <IconCheck size={14} aria-hidden className={classes.done} />
      )}{' '}
      <span>{sync.kind === 'syncing' ? listTexts.syncUnderWay : listTexts.syncDone}</span>
    </>
  )
}

function Failed({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes.failed}>
      <IconAlertTriangle size={14} aria-hidden /> <span>{children}</span>
    </span>
  )
}
