/**
 * react-admin's List with its DataTable over a data provider that has all rows in memory: nothing is sent,
 * and the last search and sort are cached. Unused features (selection, links, the address) are off.
 */
import { useLayoutEffect, useMemo } from 'react'
import {
  AdminContext,
  DataTable,
  defaultI18nProvider,
  List,
  memoryStore,
  Pagination,
  ResourceContextProvider,
  testDataProvider,
  useListContext,
  type DataProvider,
  type GetListParams,
  type RaRecord,
} from 'react-admin'
import { shownAs, valueIn } from '#test/bench/table/pages/cells.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'
import { matching, sortedBy } from '#test/bench/table/pages/plain-rows.ts'

const RESOURCE = 'rows'
/** Where it keeps which columns are hidden, as its ColumnsButton writes it. */
const HIDDEN = `${RESOURCE}.datatable`

const store = memoryStore()
let dataProvider: DataProvider | null = null
let list: ReturnType<typeof useListContext> | null = null

interface TableProps {
  readonly sheet: Sheet
  readonly pageSize: number
}

function Table({ sheet, pageSize }: TableProps) {
  const columns = useMemo(
    () =>
      sheet.columns.map((column) => (
        <DataTable.Col
          key={column.id}
          source={column.id}
          label={column.title}
          {...(column.kind !== 'text' && {
            render: (row: object) => shownAs(column, valueIn(row, column.id)),
          })}
        />
      )),
    [sheet],
  )
  const look = useMemo(() => lookOf(sheet), [sheet])
  return (
    <ResourceContextProvider value={RESOURCE}>
      <List
        actions={false}
        disableAuthentication
        disableSyncWithLocation
        pagination={PAGINATION}
        perPage={pageSize}
        sort={AS_IT_CAME}
        storeKey={false}
        title={false}
      >
        <DataTable bulkActionButtons={false} rowClick={false} sx={look}>
          {columns}
        </DataTable>
        <Handle />
      </List>
    </ResourceContextProvider>
  )
}

const PAGINATION = <Pagination rowsPerPageOptions={[10, 100]} />
const AS_IT_CAME = { field: '', order: 'ASC' } as const
const COLUMN_PX = 230

/** A fixed layout and texts in one line, as the others have: both draw faster than its own. */
function lookOf({ columns }: Sheet) {
  return {
    '& .RaDataTable-tableWrapper': { maxHeight: '70vh', overflow: 'auto' },
    '& table': { tableLayout: 'fixed', width: columns.length * COLUMN_PX },
    '& td': { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  }
}

/** Captures the functions that its own controls call. */
function Handle() {
  const context = useListContext()
  useLayoutEffect(() => {
    list = context
  })
  return null
}

export const contender: Contender = {
  places: {
    rows: 'tbody',
    row: 'tbody tr',
    // Its columns have the width of their texts and cannot be dragged.
    edge: null,
    scroller: '.RaDataTable-tableWrapper',
  },
  mount: (root, sheet, pageSize) => {
    const provider = (dataProvider ??= inMemory(sheet))
    mountHost(
      root,
      (page) => (
        <AdminContext
          dataProvider={provider}
          i18nProvider={defaultI18nProvider}
          store={store}
          darkTheme={null}
        >
          {page}
        </AdminContext>
      ),
      () => <Table sheet={sheet} pageSize={pageSize} />,
    )
  },
  unmount: unmountHost,
  search: (q) => list?.setFilters({ q }),
  filter: (column, text) => list?.setFilters({ [column]: text }),
  sort: (field, descending) => list?.setSort({ field, order: descending ? 'DESC' : 'ASC' }),
  page: (page) => list?.setPage(page + 1),
  show: (column, isShown) => store.setItem(HIDDEN, isShown ? [] : [column]),
  openDialog,
}

function inMemory(sheet: Sheet): DataProvider {
  const found = remembered((q: string, column: string, text: string) =>
    matching(sheet, q, { column, text }),
  )
  const sorted = remembered((rows: readonly object[], column: string, descending: boolean) =>
    sortedBy(rows, { column, descending }),
  )
  const getList = async ({ filter, sort, pagination }: GetListParams) => {
    const { q = '', ...filters }: Record<string, string> = filter
    const [[column, text] = ['', '']] = Object.entries(filters)
    const rows = sorted(
      found(q.toLowerCase(), column, text.toLowerCase()),
      sort?.field ?? '',
      sort?.order === 'DESC',
    )
    const { page, perPage } = pagination ?? { page: 1, perPage: rows.length }
    const data = rows.slice((page - 1) * perPage, page * perPage) as RaRecord[]
    return { data, total: rows.length }
  }
  return testDataProvider({ getList: ((_, params) => getList(params)) as DataProvider['getList'] })
}

/** Keeps the last answer for the same arguments. */
function remembered<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly answer: R } | null = null
  return (...args) => {
    const known = last?.args.every((arg, nth) => arg === args[nth]) ? last : null
    last = known ?? { args, answer: make(...args) }
    return last.answer
  }
}
