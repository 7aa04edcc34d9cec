/** mantine-react-table as its documentation shows it first, with the features that the console needs. */
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { MantineProvider } from '@mantine/core'
import {
  MantineReactTable,
  useMantineReactTable,
  type MRT_ColumnDef,
  type MRT_TableInstance,
} from 'mantine-react-table'
import { shownAs, valueIn } from '#test/bench/table/pages/cells.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import 'mantine-react-table/styles.css'

let table: MRT_TableInstance<object> | null = null

interface TableProps {
  readonly sheet: Sheet
  readonly columns: MRT_ColumnDef<object>[]
  readonly pageSize: number
}

function Table({ sheet, columns, pageSize }: TableProps) {
  const made = useMantineReactTable<object>({
    columns,
    data: sheet.rows as object[],
    enableColumnResizing: true,
    enableColumnOrdering: true,
    initialState: { pagination: { pageIndex: 0, pageSize }, density: 'xs' },
    mantineTableContainerProps: { style: { maxHeight: '70vh' } },
  })
  useLayoutEffect(() => {
    table = made
  })
  return <MantineReactTable table={made} />
}

export const contender: Contender = {
  places: {
    rows: 'tbody',
    row: 'tbody tr',
    edge: (column) => `th[data-bench="${column}"] .mrt-table-head-cell-resize-handle`,
    scroller: '.mrt-table-container',
  },
  mount: (root, sheet, pageSize) => {
    const columns = sheet.columns.map((column) => ({
      accessorKey: column.id,
      header: column.title,
      size: 230,
      mantineTableHeadCellProps: { 'data-bench': column.id } as object,
      ...(column.kind !== 'text' && {
        Cell: ({ row }: { row: { original: object } }) =>
          shownAs(column, valueIn(row.original, column.id)),
      }),
    })) as MRT_ColumnDef<object>[]
    mountHost(
      root,
      (page) => <MantineProvider defaultColorScheme="light">{page}</MantineProvider>,
      () => <Table sheet={sheet} columns={columns} pageSize={pageSize} />,
    )
  },
  unmount: unmountHost,
  search: (text) => flushSync(() => table?.setGlobalFilter(text)),
  filter: (column, text) => flushSync(() => table?.getColumn(column).setFilterValue(text)),
  sort: (id, desc) => flushSync(() => table?.setSorting([{ id, desc }])),
  page: (page) => flushSync(() => table?.setPageIndex(page)),
  show: (column, isShown) => flushSync(() => table?.getColumn(column).toggleVisibility(isShown)),
  openDialog,
}
