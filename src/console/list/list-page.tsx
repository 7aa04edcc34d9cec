/** Renders any list screen: header, loading states, table, details. */
import { useMemo, useRef, useState } from 'react'
import { Center, Loader } from '@mantine/core'
import type { ListName } from '#contract/lists.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { useList } from '#console/data/collections/use-list.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { useVisibleList } from '#console/data/collections/visible-lists.ts'
import { DataTable } from '#console/table/data-table.tsx'
import { DetailDialog } from '#console/list/details/detail-dialog.tsx'
import { type DetailPage, OpenInsideContext, rowName } from '#console/list/details/detail-page.ts'
import { PageBar } from '#console/list/details/page-bar.tsx'
import { useNeighbours } from '#console/list/details/use-neighbours.ts'
import { recordsToShow } from '#console/list/first-page.ts'
import { useLeading } from '#console/list/leading.ts'
import { ListHeader } from '#console/list/list-header.tsx'
import type { ListScreen, RowDetails } from '#console/list/list-screen.ts'
import { LoadingRows } from '#console/list/loading-rows.tsx'
import { LoadFailure } from '#console/list/load-failure.tsx'
import { MissingRow, useMissingRow } from '#console/list/missing-row.tsx'
import { LayoutHolderContext } from '#console/table/columns/layout-holder.ts'
import { OpenNested, type NestedValue } from '#console/table/columns/nested-cell.tsx'
import { fitView } from '#console/table/columns/table-address.ts'
import { NestedDialog } from '#console/list/details/nested-dialog.tsx'
import { QuickFilters } from '#console/list/quick-filters.tsx'
import { RowsAge } from '#console/list/rows-age.tsx'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { nameIn, rowNamed } from '#console/list/row-named.ts'
import { useTable } from '#console/list/use-table.ts'
import { useSavedViews } from '#console/list/use-saved-views.tsx'
import { useTableUrlState } from '#console/list/use-table-url-state.ts'
import { useShowsSnapshot } from '#console/ui/snapshot-shown.ts'
import { useListViews } from '#console/views/open-view.ts'
import classes from '#console/list/list-page.module.css'

interface ListPageProps {
  readonly screen: ListScreen
}

/** A nested value; one inside it keeps the name of the record. */
interface NamedValue extends NestedValue {
  readonly name: string
}

export function ListPage({ screen }: ListPageProps) {
  useVisibleList(screen.collection)
  const state = useCollection(screen.collection)
  const views = useListViews(screen.path)
  const leading = useLeading(screen)
  const address = useTableUrlState(screen.sortedBy, views)
  const { view: asked, setView, opened: place, setOpened, replaceOpened, goBack, isOnTop } = address
  const openKey = place?.key ?? null
  const { table: content, isOfRecords } = useTable(
    screen,
    recordsToShow(screen, asked, state),
    asked,
  )
  // What is around the table counts and steps through the same rows as the table.
  const columns = content?.columns
  const view = useMemo(() => (columns ? fitView(asked, columns) : asked), [asked, columns])
  useShowsSnapshot(Boolean(content))
  const opened = useMemo(
    () => (openKey === null ? undefined : content && rowNamed(content, screen, openKey)),
    [content, openKey, screen],
  )
  const missing = useMissingRow({
    key: screen.details ? openKey : null,
    isFound: opened !== undefined,
    content,
    isOfRecords,
    state,
  })
  const page = useRef<HTMLElement>(null)
  const closeMissing = (): void => {
    // The button that has the focus is about to go.
    page.current?.focus({ preventScroll: true })
    address.dropOpened()
  }
  const openInside = useStableCallback((row: object, path: readonly string[]) => {
    if (content) setOpened({ key: content.keyOf(row), path })
  })
  const open = useStableCallback((row: object) => openInside(row, []))
  const known = state.snapshot ?? state.arrival ?? state.head
  const asOf = useStableCallback(() => known?.asOf ?? known?.fetchedAt ?? null)
  const { details } = screen
  const steps = place?.path.join('\n') ?? ''
  const path = useMemo(() => (steps === '' ? [] : steps.split('\n')), [steps])
  const inside = useMemo(
    () => (opened && details ? pageOf(details, opened, path) : null),
    [opened, details, path],
  )
  const openBeside = useStableCallback((row: object) => {
    if (content) replaceOpened({ key: content.keyOf(row), path: [] })
  })
  const isRecord = details !== undefined && 'page' in details && path.length === 0
  const neighbours = useNeighbours(content, view, isRecord ? opened : undefined, openBeside)
  const [nested, setNested] = useState<NamedValue | null>(null)
  const openNested = useStableCallback((next: NestedValue) => {
    const name = nested?.name ?? inside?.name ?? rowName(next.row, columns ?? [])
    setNested({ ...next, name })
  })
  // Compared with what was asked: a filter whose column is gone does not make a saved view a changed one.
  const saved = useSavedViews({ ...screen, leading }, views, {
    ...address,
    content,
  })
  const filters = screen.quickFilters
  const quickFilters = useMemo(
    () =>
      content &&
      filters && <QuickFilters filters={filters} content={content} view={view} onView={setView} />,
    [content, filters, view, setView],
  )
  return (
    <OpenNested value={openNested}>
      <section ref={page} tabIndex={-1} className={classes.page} aria-labelledby="screen-title">
        <ListHeader
          screen={screen}
          state={state}
          hasRows={content !== undefined}
          mark={saved.mark}
        />
        <div className={state.isRefreshing ? classes.refreshing : classes.still} />
        {missing !== null && (
          <MissingRow screen={screen} name={nameIn(missing)} state={state} onClose={closeMissing} />
        )}
        {content ? (
          <OpenInsideContext value={openInside}>
            <LayoutHolderContext value={saved.holder}>
              <DataTable
                name={screen.title}
                content={content}
                view={view}
                onView={setView}
                onRow={details && open}
                openKey={opened && content ? content.keyOf(opened) : openKey}
                asOf={asOf}
                leading={leading}
                quickFilters={quickFilters}
                views={saved.button}
              />
            </LayoutHolderContext>
          </OpenInsideContext>
        ) : state.error ? (
          <LoadFailure collection={screen.collection} state={state} said={screen.loading?.error} />
        ) : screen.loading ? (
          <LoadingSign />
        ) : (
          <LoadingRows />
        )}
        {screen.beside?.map((name) => (
          <ListAhead key={name} name={name} />
        ))}
        {inside && (
          <DetailDialog
            page={inside}
            path={path}
            isOnTop={isOnTop}
            asOf={asOf}
            age={<RowsAge collection={screen.collection} rows={known} />}
            bar={isRecord && <PageBar neighbours={neighbours} name={inside.name ?? inside.title} />}
            isCovered={nested !== null}
            onStep={(step) =>
              openKey !== null && setOpened({ key: openKey, path: [...path, step] })
            }
            onBack={goBack}
            onClose={() => setOpened(null)}
          />
        )}
        {nested && (
          <NestedDialog
            nested={nested}
            name={nested.name}
            asOf={asOf}
            onClose={() => setNested(null)}
          />
        )}
      </section>
    </OpenNested>
  )
}

function pageOf(
  details: RowDetails<object>,
  row: object,
  path: readonly string[],
): DetailPage | null {
  // If the steps of an old link no longer exist, the row itself is opened.
  if ('page' in details) return details.page(row, path) ?? details.page(row, [])
  const { title, name, empty, content, more } = details
  return { title, name: name(row), empty, content: content(row), more: more?.(row) }
}

/** Keeps a list on the device that the details show. */
function ListAhead({ name }: { readonly name: ListName }) {
  useList(name)
  return null
}

/** For the list that shows a spinner while it loads (specification.md section 2, Inbound Data Records). */
function LoadingSign() {
  return (
    <Center py="xl">
      <Loader role="progressbar" aria-label={deviceTexts.loading} />
    </Center>
  )
}
