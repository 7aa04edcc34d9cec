/** The table under every list and every dialog; the only file that knows the table library. */
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useMantineReactTable, type MRT_TableInstance } from 'mantine-react-table'
import { COLUMN_MAX_WIDTH_PX, COLUMN_MIN_WIDTH_PX, TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import { searchable } from '#console/data/engine/search-text.ts'
import { indexRows, type View } from '#console/data/engine/view-index.ts'
import type { Column } from '#console/list/column-kit.tsx'
import { ColumnMenu, type OpenMenu } from '#console/list/column-menu.tsx'
import { contentWidth } from '#console/list/column-sizes.ts'
import { copyCells } from '#console/list/copy-cells.ts'
import { EmptyTable } from '#console/list/empty-table.tsx'
import type { ShapedTable } from '#console/list/list-screen.ts'
import { SelectionBar } from '#console/list/selection-bar.tsx'
import { DownloadButton } from '#console/list/export/download-button.tsx'
import type { ExportSource } from '#console/list/export/export-table.ts'
import { fitView } from '#console/list/table-address.ts'
import { TableCards } from '#console/list/table-cards.tsx'
import { useSteadyCommands } from '#console/list/table-commands.ts'
import { TableFrame } from '#console/list/table-frame.tsx'
import { moveTo, shownIn, widen, widthsIn, type TableLayout } from '#console/list/table-layout.ts'
import { TablePager } from '#console/list/table-pager.tsx'
import {
  among,
  extendedTo,
  extentOf,
  nothingSelected,
  toggled,
  toggledAll,
} from '#console/list/table-selection.ts'
import { TableToolbar } from '#console/list/table-toolbar.tsx'
import { useIndexAhead } from '#console/list/use-index-ahead.ts'
import { useLayout } from '#console/list/use-layout.ts'
import classes from '#console/list/data-table.module.css'

interface DataTableProps {
  /** Names the table for its memory and for screen readers. */
  readonly name: string
  readonly content: ShapedTable
  readonly view: View
  readonly onView: (view: View) => void
  /** Of a dialog's table; a page's has the usual one, and the key '/' for its search. */
  readonly maxHeight?: string
  readonly onRow?: ((row: object) => void) | undefined
  /** The row that is open. */
  readonly openKey?: string | null
  /** When the rows were true, in ms; null where that is not known. */
  readonly asOf?: () => number | null
}

/**
 * Draws one page of rows; which rows and in which order is the index's answer, not the library's.
 * What happens beside the table, such as a dialog that opens, draws nothing of it anew.
 */
export const DataTable = memo(function DataTable(props: DataTableProps) {
  const {
    name,
    content,
    view: asked,
    onView,
    maxHeight,
    onRow,
    openKey = null,
    asOf = unknownTime,
  } = props
  const { rows, columns, keyOf } = content
  const view = useMemo(() => fitView(asked, columns), [asked, columns])
  const index = useMemo(() => indexRows(rows, columns), [rows, columns])
  useIndexAhead(index)
  const answer = useMemo(() => index.answer(view), [index, view])
  const ids = useMemo(() => columns.map((column) => column.id), [columns])
  const [layout, setLayout] = useLayout(name, ids)
  const [selection, setSelection] = useState(nothingSelected)
  const [known, setKnown] = useState(rows)
  if (rows !== known) {
    setKnown(rows)
    if (selection.keys.size > 0) setSelection(among(selection, rows.map(keyOf)))
  }
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const isNarrow = useMediaQuery('(max-width: 719px)', false, { getInitialValueInEffect: false })
  const { ref: sized, width: room } = useElementSize<HTMLDivElement>()
  const scroller = useRef<HTMLDivElement>(null)
  const { search, sort, page } = view
  // Asking where it stands would lay the page out once more for every key.
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    if (scroller.current && isScrolled.current) scroller.current.scrollTop = 0
    isScrolled.current = false
  }, [search, sort, page])

  const library = useLibrary({ columns, layout, room, view, onView })
  const order = library.getVisibleLeafColumns()
  const shown = useColumns(columns, order.map(({ id }) => id).join('\n'))
  const all = useColumns(columns, layout.order.join('\n'))
  const sizes = order.map((column) => column.getSize()).join()
  const widths = useMemo(() => (sizes === '' ? [] : sizes.split(',').map(Number)), [sizes])

  const named = useMemo(
    () => answer.rows.map((row) => ({ row, key: keyOf(row) })),
    [answer.rows, keyOf],
  )
  const keys = useMemo(() => named.map(({ key }) => key), [named])
  const wanted = useMemo(
    () => ({
      everywhere: searchable(view.search),
      byColumn: new Map(view.filters.map(({ id, text = '' }) => [id, searchable(text)])),
    }),
    [view.search, view.filters],
  )
  const fit = (id: string): void => {
    const table = scroller.current?.querySelector('table')
    const width = table ? contentWidth(table, id) : null
    if (width !== null) setLayout(widen(layout, id, width))
  }
  const commands = useSteadyCommands({
    toggleSort: (id) => library.getColumn(id)?.toggleSorting(),
    openMenu: (id, beside) => {
      const { right, bottom } = beside.getBoundingClientRect()
      setMenu({ id, beside, x: right, y: bottom })
    },
    move: (id, target) => setLayout(moveTo(layout, id, target)),
    resize: (id, width) => setLayout(widen(layout, id, width)),
    fit,
    open: (row) => onRow?.(row),
    select: (key, extend) =>
      setSelection(extend ? extendedTo(selection, key, keys) : toggled(selection, key)),
    selectPage: () => setSelection(toggledAll(selection, keys)),
  })
  const inMenu = menu && columns.find(({ id }) => id === menu.id)
  const source: ExportSource = {
    table: name,
    columns: all,
    shown,
    view,
    counts: { filtered: answer.total, page: answer.rows.length, selected: selection.keys.size },
    rowsOf: (scope) => {
      if (scope === 'page') return answer.rows
      if (scope === 'filtered') return index.matching(view)
      // What was selected stays so, also where a search leaves it out.
      const unfiltered = index.matching({ search: '', filters: [], sort: view.sort })
      return unfiltered.filter((row) => selection.keys.has(keyOf(row)))
    },
    asOf,
  }
  const parts = {
    rows: named,
    columns: shown,
    wanted,
    selected: selection.keys,
    openKey,
    opens: onRow !== undefined,
    commands,
  }
  return (
    <div ref={sized} className={classes.root}>
      <TableToolbar
        columns={columns}
        shown={shown}
        view={view}
        onView={onView}
        layout={layout}
        onLayout={setLayout}
        isNarrow={isNarrow}
        isMain={maxHeight === undefined}
        commands={commands}
        download={<DownloadButton source={source} />}
      />
      {isNarrow ? (
        <TableCards name={name} {...parts} />
      ) : (
        <TableFrame
          name={name}
          scroller={scroller}
          onScroll={() => {
            isScrolled.current = true
          }}
          maxHeight={maxHeight ?? TABLE_MAX_HEIGHT}
          widths={widths}
          rows={parts}
          view={view}
          total={answer.total}
          extent={extentOf(selection, keys)}
        />
      )}
      {answer.total === 0 && <EmptyTable view={view} onView={onView} />}
      <TablePager answer={answer} view={view} onView={onView} />
      {selection.keys.size > 0 && (
        <SelectionBar
          count={selection.keys.size}
          total={answer.total}
          columns={shown}
          rows={() => source.rowsOf('selected')}
          onAll={() =>
            setSelection({ keys: new Set(index.matching(view).map(keyOf)), anchor: null })
          }
          onClear={() => setSelection(nothingSelected)}
        />
      )}
      {menu && inMenu && (
        <ColumnMenu
          menu={menu}
          column={inMenu}
          index={index}
          view={view}
          onView={onView}
          layout={layout}
          onLayout={setLayout}
          width={isNarrow ? null : (widths[shown.indexOf(inMenu)] ?? null)}
          onFit={() => fit(inMenu.id)}
          onCopy={() => void copyCells(index.matching(view), [inMenu])}
          onClose={() => {
            setMenu(null)
            // The head of a column that was hidden is gone.
            const back = menu.beside.isConnected ? menu.beside : scroller.current
            back?.focus()
          }}
        />
      )}
    </div>
  )
})

interface LibraryInput extends Pick<DataTableProps, 'view' | 'onView'> {
  readonly columns: readonly Column<object>[]
  readonly layout: TableLayout
  /** For all columns, in px. */
  readonly room: number
}

const unknownTime = (): null => null

const NO_ROWS: object[] = []

/** The library keeps the columns: which are shown, in which order, how wide, sorted how. Rows it never sees (tables.md section 3). */
function useLibrary(input: LibraryInput): MRT_TableInstance<object> {
  const { columns, layout, room, view, onView } = input
  const shown = shownIn(layout)
  const widths = widthsIn(layout, shown, room)
  const sorting = view.sort ? [{ id: view.sort.id, desc: view.sort.descending }] : []
  return useMantineReactTable<object>({
    columns: useMemo(() => columns.map(({ id, title }) => ({ id, header: title })), [columns]),
    data: NO_ROWS,
    manualFiltering: true,
    manualSorting: true,
    manualPagination: true,
    enablePagination: false,
    enableMultiSort: false,
    sortDescFirst: false,
    defaultColumn: { minSize: COLUMN_MIN_WIDTH_PX, maxSize: COLUMN_MAX_WIDTH_PX },
    state: {
      columnOrder: [...layout.order],
      columnVisibility: { ...layout.visibility },
      columnSizing: Object.fromEntries(shown.map((id, nth) => [id, widths[nth] ?? 0])),
      sorting,
    },
    onSortingChange: (update) => {
      const [sort] = typeof update === 'function' ? update(sorting) : update
      onView({ ...view, page: 0, sort: sort ? { id: sort.id, descending: sort.desc } : null })
    },
  })
}

/** The columns of these ids, one a line; the same list as long as they are the same. */
function useColumns(columns: readonly Column<object>[], ids: string): readonly Column<object>[] {
  return useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return ids.split('\n').flatMap((id) => byId.get(id) ?? [])
  }, [columns, ids])
}
