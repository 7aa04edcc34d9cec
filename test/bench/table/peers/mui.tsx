/** MUI X Data Grid, the free edition: rows and columns windowed (its default), rows as high as ours. */
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { DataGrid, useGridApiRef, type GridColDef } from '@mui/x-data-grid'
import { shownAs } from '#test/bench/table/pages/cells.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'

let api: ReturnType<typeof useGridApiRef> | null = null

interface GridProps {
  readonly sheet: Sheet
  readonly columns: readonly GridColDef[]
  readonly pageSize: number
}

function Grid({ sheet, columns, pageSize }: GridProps) {
  const apiRef = useGridApiRef()
  useLayoutEffect(() => {
    api = apiRef
  })
  return (
    <div style={{ height: '70vh' }}>
      <DataGrid
        apiRef={apiRef}
        rows={sheet.rows}
        columns={columns}
        getRowId={sheet.keyOf}
        rowHeight={36}
        columnHeaderHeight={36}
        disableRowSelectionOnClick
        pageSizeOptions={SIZES}
        initialState={{ pagination: { paginationModel: { page: 0, pageSize } } }}
      />
    </div>
  )
}

const SIZES = [10, 100]

export const contender: Contender = {
  places: {
    rows: '.MuiDataGrid-virtualScroller',
    row: '.MuiDataGrid-row',
    edge: (column) =>
      `.MuiDataGrid-columnHeader[data-field="${column}"] .MuiDataGrid-columnSeparator--resizable`,
    scroller: '.MuiDataGrid-virtualScroller',
  },
  mount: (root, sheet, pageSize) => {
    const columns = sheet.columns.map((column): GridColDef => ({
      field: column.id,
      headerName: column.title,
      width: 230,
      ...(column.kind === 'quantity' && { type: 'number' as const }),
      ...(column.kind !== 'text' && {
        valueFormatter: (value: unknown) => shownAs(column, value),
      }),
    }))
    mountHost(
      root,
      (page) => page,
      () => <Grid sheet={sheet} columns={columns} pageSize={pageSize} />,
    )
  },
  unmount: unmountHost,
  search: (text) =>
    flushSync(() =>
      api?.current?.setFilterModel({
        items: [],
        quickFilterValues: text === '' ? [] : text.split(' '),
      }),
    ),
  filter: (field, value) =>
    flushSync(() =>
      api?.current?.setFilterModel({
        items: value === '' ? [] : [{ field, operator: 'contains', value }],
      }),
    ),
  sort: (field, descending) =>
    flushSync(() => api?.current?.setSortModel([{ field, sort: descending ? 'desc' : 'asc' }])),
  page: (page) => flushSync(() => api?.current?.setPage(page)),
  show: (column, isShown) => flushSync(() => api?.current?.setColumnVisibility(column, isShown)),
  openDialog,
}
