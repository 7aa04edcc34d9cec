/** The table under every list and every dialog; the only file that knows the table library. */
import { useMemo, useState } from 'react'
import { UnstyledButton } from '@mantine/core'
import {
  MantineReactTable,
  MRT_ShowHideColumnsButton,
  useMantineReactTable,
  type MRT_ColumnDef,
  type MRT_TableOptions,
} from 'mantine-react-table'
import { COLUMN_MAX_WIDTH_PX, COLUMN_MIN_WIDTH_PX, TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import { messages } from '#contract/messages.ts'
import { indexRows, type View } from '#console/data/engine/view-index.ts'
import type { Column } from '#console/list/column-kit.tsx'
import type { TableLayout } from '#console/list/table-layout.ts'
import { keepLayout, readLayout } from '#console/list/table-memory.ts'
import { TablePager } from '#console/list/table-pager.tsx'
import { TableSearch } from '#console/list/table-search.tsx'
import { useSession } from '#console/session/session.ts'
import 'mantine-react-table/styles.css'
import classes from '#console/list/data-table.module.css'

/** Rows of one type with the columns over them. */
export interface TableContent<R extends object> {
  readonly rows: readonly R[]
  readonly columns: readonly Column<R>[]
}

interface DataTableProps<R extends object> {
  /** Names the table for its memory and for screen readers. */
  readonly name: string
  readonly content: TableContent<R>
  readonly view: View
  readonly onView: (view: View) => void
  readonly maxHeight?: string
  readonly onRow?: ((row: R) => void) | undefined
}

/** Draws one page of rows; which rows and in which order is the index's answer, not the library's. */
export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { name, content, view, onView, maxHeight = TABLE_MAX_HEIGHT, onRow } = props
  const { rows, columns } = content
  const index = useMemo(() => indexRows(rows, columns), [rows, columns])
  const answer = useMemo(() => index.answer(view), [index, view])
  const ids = useMemo(() => columns.map((column) => column.id), [columns])
  const [layout, setLayout] = useLayout(name, ids)
  const table = useMantineReactTable<R>({
    ...fixedOptions<R>(),
    columns: useMemo(
      () => columns.map((column, nth) => toLibraryColumn(column, nth === 0 ? onRow : undefined)),
      [columns, onRow],
    ),
    data: useMemo(() => [...answer.rows], [answer.rows]),
    rowCount: answer.total,
    state: {
      columnFilters: view.filters.map(({ id, text }) => ({ id, value: text })),
      sorting: view.sort ? [{ id: view.sort.id, desc: view.sort.descending }] : [],
      pagination: { pageIndex: answer.page, pageSize: view.pageSize },
      columnVisibility: { ...layout.visibility },
      columnOrder: [...layout.order],
      columnSizing: { ...layout.widths },
    },
    onSortingChange: (update) => {
      const [sort] = applied(
        update,
        view.sort ? [{ id: view.sort.id, desc: view.sort.descending }] : [],
      )
      onView({ ...view, page: 0, sort: sort ? { id: sort.id, descending: sort.desc } : null })
    },
    onColumnFiltersChange: (update) => {
      const filters = applied(
        update,
        view.filters.map(({ id, text }) => ({ id, value: text as unknown })),
      ).map(({ id, value }) => ({ id, text: typeof value === 'string' ? value : '' }))
      // The library announces its filters once when it mounts; an unchanged list is no new view.
      if (JSON.stringify(filters) !== JSON.stringify(view.filters)) {
        onView({ ...view, page: 0, filters })
      }
    },
    onColumnVisibilityChange: (update) =>
      setLayout({ ...layout, visibility: applied(update, { ...layout.visibility }) }),
    onColumnOrderChange: (update) =>
      setLayout({ ...layout, order: applied(update, [...layout.order]) }),
    onColumnSizingChange: (update) =>
      setLayout({ ...layout, widths: applied(update, { ...layout.widths }) }),
    mantineTableContainerProps: {
      mah: maxHeight,
      tabIndex: 0,
      role: 'region',
      'aria-label': `${name} table`,
      className: classes.container,
    },
    mantineTableHeadCellProps: ({ column }) => ({
      'aria-sort': ariaSort(column.getIsSorted()),
    }),
    mantineTableBodyRowProps: ({ row }) => ({
      ...(onRow && { onClick: () => onRow(row.original), className: classes.opens }),
    }),
    renderTopToolbar: ({ table: own }) => (
      <div className={classes.toolbar}>
        <TableSearch
          value={view.search}
          onSearch={(search) => onView({ ...view, page: 0, search })}
        />
        <MRT_ShowHideColumnsButton table={own} size="lg" aria-label="Show/Hide columns" />
      </div>
    ),
    renderBottomToolbar: () => <TablePager answer={answer} view={view} onView={onView} />,
  })
  return <MantineReactTable table={table} />
}

/** What is the same in every table. Each deviation from the library's defaults is explained in tables.md section 3. */
function fixedOptions<R extends object>(): Pick<
  MRT_TableOptions<R>,
  Exclude<keyof MRT_TableOptions<R>, 'columns' | 'data'>
> {
  return {
    manualFiltering: true,
    manualSorting: true,
    manualPagination: true,
    autoResetPageIndex: false,
    enableColumnOrdering: true,
    enableColumnResizing: true,
    enableColumnActions: false,
    enableStickyHeader: true,
    enableGlobalFilter: false,
    enableDensityToggle: false,
    enableFullScreenToggle: false,
    enableTableFooter: false,
    enableMultiSort: false,
    enableFilterMatchHighlighting: false,
    sortDescFirst: false,
    columnFilterDisplayMode: 'popover',
    // The default adds a column without a name to fill the width.
    layoutMode: 'grid',
    defaultColumn: { minSize: COLUMN_MIN_WIDTH_PX, maxSize: COLUMN_MAX_WIDTH_PX },
    mantineFilterTextInputProps: { placeholder: messages.filter },
    mantinePaperProps: { withBorder: false, shadow: 'none', radius: 0, className: classes.paper },
    mantineTableProps: { highlightOnHover: false, className: classes.table },
    renderEmptyRowsFallback: () => <p className={classes.empty}>{messages.emptyResult}</p>,
  }
}

/** @param opens what the cell's button does: the first column names the thing and opens it by keyboard, too */
function toLibraryColumn<R extends object>(
  column: Column<R>,
  opens: ((row: R) => void) | undefined,
): MRT_ColumnDef<R> {
  const draw = (row: R) => column.cell?.(row) ?? column.text(row)
  return {
    id: column.id,
    header: column.title,
    accessorFn: column.value,
    Cell: ({ row: { original } }) =>
      opens ? (
        <UnstyledButton className={classes.opener} onClick={() => opens(original)}>
          {draw(original)}
        </UnstyledButton>
      ) : (
        draw(original)
      ),
    ...(column.kind === 'quantity' && { mantineTableBodyCellProps: { align: 'right' } }),
  }
}

/** The layout of a table, kept as soon as it changes. */
function useLayout(
  name: string,
  columns: readonly string[],
): [TableLayout, (layout: TableLayout) => void] {
  const username = useSession().username ?? ''
  const [changed, setChanged] = useState<TableLayout | null>(null)
  const kept = useMemo(() => readLayout(name, username, columns), [name, username, columns])
  const change = (layout: TableLayout): void => {
    keepLayout(name, username, layout)
    setChanged(layout)
  }
  return [changed ?? kept, change]
}

function ariaSort(sorted: false | 'asc' | 'desc'): 'none' | 'ascending' | 'descending' {
  if (sorted === false) return 'none'
  return sorted === 'asc' ? 'ascending' : 'descending'
}

function applied<T>(update: T | ((before: T) => T), before: T): T {
  return typeof update === 'function' ? (update as (before: T) => T)(before) : update
}
