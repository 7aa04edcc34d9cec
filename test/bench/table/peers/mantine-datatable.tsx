/** mantine-datatable, which leaves searching and sorting to the caller: memoised, as its documentation writes it. */
import { useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { MantineProvider } from '@mantine/core'
import { DataTable } from 'mantine-datatable'
import { shownAs, valueIn } from '#test/bench/table/pages/cells.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'
import { matching, sortedBy, type TypedFilter } from '#test/bench/table/pages/plain-rows.ts'
import '@mantine/core/styles.layer.css'
import 'mantine-datatable/styles.layer.css'

interface Asked {
  readonly search: string
  readonly filter: TypedFilter
  readonly sort: { readonly columnAccessor: string; readonly direction: 'asc' | 'desc' }
  readonly page: number
  readonly hidden: string | null
}

const NOTHING: Asked = {
  search: '',
  filter: { column: '', text: '' },
  sort: { columnAccessor: '', direction: 'asc' },
  page: 0,
  hidden: null,
}

let ask = (_change: Partial<Asked>): void => undefined

interface TableProps {
  readonly sheet: Sheet
  readonly pageSize: number
}

function Table({ sheet, pageSize }: TableProps) {
  const [asked, setAsked] = useState(NOTHING)
  useLayoutEffect(() => {
    ask = (change) => flushSync(() => setAsked({ ...asked, ...change }))
  })
  const { search, filter, sort, page, hidden } = asked
  const found = useMemo(() => matching(sheet, search, filter), [sheet, search, filter])
  const sorted = useMemo(
    () => sortedBy(found, { column: sort.columnAccessor, descending: sort.direction === 'desc' }),
    [found, sort],
  )
  const records = useMemo(
    () => sorted.slice(page * pageSize, (page + 1) * pageSize),
    [sorted, page, pageSize],
  )
  const columns = useMemo(
    () =>
      sheet.columns.map((column) => ({
        accessor: column.id,
        title: column.title,
        width: 230,
        sortable: true,
        ellipsis: true,
        hidden: column.id === hidden,
        ...(column.kind !== 'text' && {
          render: (row: object) => shownAs(column, valueIn(row, column.id)),
        }),
      })),
    [sheet, hidden],
  )
  return (
    <DataTable<object>
      height="70vh"
      verticalSpacing={7}
      records={records}
      columns={columns}
      idAccessor={sheet.keyOf}
      sortStatus={sort}
      onSortStatusChange={() => undefined}
      page={page + 1}
      onPageChange={() => undefined}
      totalRecords={sorted.length}
      recordsPerPage={pageSize}
    />
  )
}

export const contender: Contender = {
  places: {
    rows: 'tbody',
    row: 'tbody tr',
    // Its handle needs stored columns, which costs more work at every render.
    edge: null,
    scroller: '.mantine-ScrollArea-viewport',
  },
  mount: (root, sheet, pageSize) =>
    mountHost(
      root,
      (page) => <MantineProvider defaultColorScheme="light">{page}</MantineProvider>,
      () => <Table sheet={sheet} pageSize={pageSize} />,
    ),
  unmount: unmountHost,
  search: (search) => ask({ search: search.toLowerCase(), page: 0 }),
  filter: (column, text) => ask({ filter: { column, text: text.toLowerCase() }, page: 0 }),
  sort: (columnAccessor, descending) =>
    ask({ sort: { columnAccessor, direction: descending ? 'desc' : 'asc' }, page: 0 }),
  page: (page) => ask({ page }),
  show: (column, isShown) => ask({ hidden: isShown ? null : column }),
  openDialog,
}
