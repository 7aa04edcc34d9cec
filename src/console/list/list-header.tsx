/** The line above a list: its name, the age of its rows, their problem if any, and the actions. */
import type { ReactNode } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import { collections, isPulled } from '#contract/collections.ts'
import { faults } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useSyncRefusal } from '#console/data/collections/server-state.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { RowsAge } from '#console/list/rows-age.tsx'
import { SyncButton } from '#console/list/sync-button.tsx'
import { useListStatus } from '#console/list/list-status.ts'
import { SetUpBanner } from '#console/sync/set-up-banner.tsx'
import { isAnothersTurn, readSession } from '#console/session/session.ts'
import { ConnectedButton } from '#console/ui/buttons/connected-button.tsx'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'

interface ListHeaderProps {
  readonly screen: ListScreen
  readonly state: CollectionState
  /** Whether rows are displayed, of whatever age. */
  readonly hasRows: boolean
  /** The name of the open view. */
  readonly mark?: ReactNode
}

export function ListHeader({ screen, state, hasRows, mark }: ListHeaderProps) {
  const { collection } = screen
  // The first rows of a long list have the age of the whole list, so that nothing moves when the
  // others arrive.
  const known = state.snapshot ?? state.arrival ?? state.head
  const pulledHere = isPulled(collection) && collections[collection].erp.button === 'screen'
  const status = useListStatus(screen, state, hasRows)
  const refusal = useSyncRefusal(pulledHere && known?.asOf === null)
  return (
    <>
      {refusal && <SetUpBanner refusal={refusal} />}
      <PageHeader
        title={screen.title}
        age={<RowsAge collection={collection} rows={known} />}
        mark={mark}
        status={status}
      >
        {screen.actions?.()}
        {pulledHere ? (
          <SyncButton collection={collection} title={screen.title} refusal={refusal?.reason} />
        ) : (
          <RefreshButton state={state} noticeMs={screen.loading?.noticeMs} />
        )}
      </PageHeader>
    </>
  )
}

interface RefreshButtonProps {
  readonly state: CollectionState
  readonly noticeMs: number | undefined
}

/** Fetches the list again and confirms success, because an unchanged list would show nothing. */
function RefreshButton({ state, noticeMs }: RefreshButtonProps) {
  const refresh = async (): Promise<void> => {
    const { username: by } = readSession()
    const { error } = await state.refresh()
    if (isAnothersTurn(by)) return
    if (error) notifyFailure(faults.refreshFailed, noticeMs)
    else notifySuccess(listTexts.refreshed, noticeMs)
  }
  return (
    <ConnectedButton
      label={listTexts.refresh}
      busy={state.isAsked}
      icon={<IconRefresh size={18} aria-hidden />}
      onClick={() => void refresh()}
    />
  )
}
