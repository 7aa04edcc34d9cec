/** Draws any list screen: header, state of its rows, table, details. */
import { useMemo, useState } from 'react'
import { isPulled } from '#contract/collections.ts'
import { useCollection } from '#console/data/collection.ts'
import { useOnScreen } from '#console/data/on-screen.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { DetailDialog } from '#console/list/detail-dialog.tsx'
import { rowsToShow } from '#console/list/first-page.ts'
import { ListHeader } from '#console/list/list-header.tsx'
import type { ListScreen } from '#console/list/list-screen.ts'
import { LoadingRows } from '#console/list/loading-rows.tsx'
import { LoadFailure } from '#console/list/load-failure.tsx'
import { OpenNested, type NestedValue } from '#console/list/nested-cell.tsx'
import { NestedDialog } from '#console/list/nested-dialog.tsx'
import { RowsAge } from '#console/list/rows-age.tsx'
import { SyncFailure } from '#console/list/sync-failure.tsx'
import { useSteady } from '#console/list/use-steady.ts'
import { useTable } from '#console/list/use-table.ts'
import { useViewInAddress } from '#console/list/view-in-address.ts'
import classes from '#console/list/list-page.module.css'

interface ListPageProps {
  readonly screen: ListScreen
}

export function ListPage({ screen }: ListPageProps) {
  useOnScreen(screen.collection)
  const state = useCollection(screen.collection)
  const { view, setView, openKey, setOpenKey } = useViewInAddress(screen.sortedBy)
  const records = rowsToShow(screen, view, state)
  const content = useTable(screen, records, view)
  const opened = useMemo(
    () =>
      openKey === null ? undefined : content?.rows.find((row) => content.keyOf(row) === openKey),
    [content, openKey],
  )
  const open = useSteady((row: object) => setOpenKey(content?.keyOf(row) ?? null))
  const asOf = useSteady(() => state.snapshot?.asOf ?? state.snapshot?.fetchedAt ?? null)
  const { details } = screen
  const inside = useMemo(() => opened && details?.content(opened), [opened, details])
  const [nested, setNested] = useState<NestedValue | null>(null)
  return (
    <OpenNested value={setNested}>
      <section className={classes.page} aria-labelledby="screen-title">
        <ListHeader screen={screen} state={state} />
        <div className={state.isRefreshing ? classes.refreshing : classes.still} />
        {content ? (
          <DataTable
            name={screen.title}
            content={content}
            view={view}
            onView={setView}
            onRow={details && open}
            openKey={openKey}
            asOf={asOf}
          />
        ) : (
          !state.error && <LoadingRows />
        )}
        <div className={classes.notices}>
          {state.error && <LoadFailure collection={screen.collection} state={state} />}
          {isPulled(screen.collection) && <SyncFailure collection={screen.collection} />}
        </div>
        {details && inside && (
          <DetailDialog
            title={details.title}
            empty={details.empty}
            content={inside}
            asOf={asOf}
            age={<RowsAge collection={screen.collection} rows={state.snapshot} />}
            isCovered={nested !== null}
            onClose={() => setOpenKey(null)}
          />
        )}
        {nested && <NestedDialog nested={nested} asOf={asOf} onClose={() => setNested(null)} />}
      </section>
    </OpenNested>
  )
}
