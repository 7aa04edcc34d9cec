/**
 * AG Grid Community by its own advice for speed: only the modules that are used, no animation, rows and
 * columns windowed (its default), and with `cacheQuickFilter` where that is measured.
 */
import { flushSync } from 'react-dom'
import {
  ClientSideRowModelModule,
  ColumnApiModule,
  ModuleRegistry,
  PaginationModule,
  QuickFilterModule,
  TextFilterModule,
  type GridApi,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { shownAs } from '#test/bench/table/pages/cells.ts'
import type { Contender, Sheet } from '#test/bench/table/pages/contender.ts'
import { mountHost, openDialog, unmountHost } from '#test/bench/table/pages/host.tsx'

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ColumnApiModule,
  PaginationModule,
  QuickFilterModule,
  TextFilterModule,
])

let api: GridApi<object> | null = null

function mount(root: HTMLElement, sheet: Sheet, pageSize: number, caches: boolean): void {
  const columns = sheet.columns.map((column) => ({
    field: column.id,
    headerName: column.title,
    width: 230,
    filter: 'agTextColumnFilter',
    ...(column.kind !== 'text' && {
      valueFormatter: ({ value }: { value: unknown }) => shownAs(column, value),
    }),
  }))
  mountHost(
    root,
    (page) => page,
    () => (
      <div style={{ height: '70vh' }}>
        <AgGridReact<object>
          rowData={sheet.rows as object[]}
          columnDefs={columns as object[]}
          rowHeight={36}
          headerHeight={36}
          pagination
          paginationPageSize={pageSize}
          paginationPageSizeSelector={false}
          animateRows={false}
          cacheQuickFilter={caches}
          onGridReady={(event) => {
            api = event.api
          }}
        />
      </div>
    ),
  )
}

function make(caches: boolean): Contender {
  return {
    places: {
      rows: '.ag-grid-scrolling-container',
      row: '.ag-grid-scrolling-container .ag-row',
      edge: (column) => `.ag-header-cell[col-id="${column}"] .ag-header-cell-resize`,
      scroller: '.ag-grid-viewport',
    },
    mount: (root, sheet, pageSize) => mount(root, sheet, pageSize, caches),
    unmount: unmountHost,
    search: (text) => flushSync(() => api?.setGridOption('quickFilterText', text)),
    filter: (column, filter) =>
      flushSync(() => {
        const model = { filterType: 'text', type: 'contains', filter }
        void api
          ?.setColumnFilterModel(column, filter === '' ? null : model)
          .then(() => api?.onFilterChanged())
      }),
    sort: (colId, descending) =>
      flushSync(() =>
        api?.applyColumnState({
          state: [{ colId, sort: descending ? 'desc' : 'asc' }],
          defaultState: { sort: null },
        }),
      ),
    page: (page) => flushSync(() => api?.paginationGoToPage(page)),
    show: (column, isShown) => flushSync(() => api?.setColumnsVisible([column], isShown)),
    openDialog,
  }
}

export const plain = make(false)
export const cached = make(true)
