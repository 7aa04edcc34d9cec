/** Draws any list screen: header, state of its rows, table, details. */
import { useMemo, useState } from 'react'
import { Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Row } from '#contract/collections.ts'
import { useCollection } from '#console/data/collection.ts'
import type { View } from '#console/data/engine/view-index.ts'
import { useOnScreen } from '#console/data/on-screen.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { DetailDialog } from '#console/list/detail-dialog.tsx'
import { ListHeader } from '#console/list/list-header.tsx'
import type { ListScreen } from '#console/list/list-screen.ts'
import { LoadFailure } from '#console/list/load-failure.tsx'
import { readListSearch, searchOf, viewOf } from '#console/list/table-address.ts'
import classes from '#console/list/list-page.module.css'

interface ListPageProps {
  readonly screen: ListScreen
}

export function ListPage({ screen }: ListPageProps) {
  useOnScreen(screen.collection)
  const state = useCollection(screen.collection)
  const [view, setView] = useViewInAddress(screen.sortedBy)
  const [opened, setOpened] = useState<object | null>(null)
  const records = state.snapshot?.rows ?? firstPage(screen, view, state.firstRows)
  const content = useMemo(() => records && screen.table(records), [screen, records])
  const { details } = screen
  return (
    <section className={classes.page} aria-labelledby="screen-title">
      <ListHeader screen={screen} state={state} />
      <div className={state.isRefreshing ? classes.refreshing : classes.still} />
      {state.error && <LoadFailure collection={screen.collection} state={state} />}
      {content ? (
        <DataTable
          name={screen.title}
          content={content}
          view={view}
          onView={setView}
          onRow={details && setOpened}
        />
      ) : (
        !state.error && <LoadingRows />
      )}
      {details && opened && (
        <DetailDialog
          title={details.title}
          empty={details.empty}
          content={details.content(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/**
 * The first rows stand for the list while the rest of it is being read, where the first page shows
 * just these: without a search, an order or a filter, and where the screen has no order of its own.
 */
function firstPage(
  screen: ListScreen,
  view: View,
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const isInListOrder = screen.sortedBy === undefined && screen.group !== 'Reports'
  const isUsual =
    view.search === '' && view.filters.length === 0 && view.sort === null && view.page === 0
  return isInListOrder && isUsual ? rows : undefined
}

/** The view that the address asks for; without an order of its own, the screen's. */
function useViewInAddress(sortedBy: string | undefined): [View, (view: View) => void] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = useMemo(() => {
    const asked = viewOf(readListSearch({ ...search }))
    const sort = asked.sort ?? (sortedBy ? { id: sortedBy, descending: false } : null)
    return { ...asked, sort }
  }, [search, sortedBy])
  const change = (next: View): void => {
    const isUsual = next.sort?.id === sortedBy && !next.sort?.descending
    const kept = searchOf(isUsual ? { ...next, sort: null } : next)
    void navigate({ to: '.', search: kept, replace: true, resetScroll: false })
  }
  return [view, change]
}

const LOADING_ROWS = 8

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading" className={classes.loading}>
      {Array.from({ length: LOADING_ROWS }, (_, row) => (
        <Skeleton key={row} height={40} />
      ))}
    </div>
  )
}
