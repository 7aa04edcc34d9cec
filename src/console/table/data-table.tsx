/** The table in every list and every dialog. */
import { memo, useMemo, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from '@mantine/hooks'
import { TABLE_MAX_HEIGHT } from '#contract/constants.ts'
import { searchable, spellingsOf } from '#console/data/engine/lines.ts'
import type { View } from '#console/data/engine/types.ts'
import { ColumnMenu, type OpenMenu } from '#console/table/menu/column-menu.tsx'
import { contentWidth } from '#console/table/columns/column-sizes.ts'
import { copyCells } from '#console/table/menu/copy-cells.ts'
import { NoColumns } from '#console/table/rows/no-columns.tsx'
import { EmptyTable } from '#console/table/rows/empty-table.tsx'
import { isAboutAll } from '#console/data/engine/view-index.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { SelectionBar } from '#console/table/rows/selection-bar.tsx'
import { DownloadButton, ExportSelected } from '#console/export/download-button.tsx'
import { PrintSheet } from '#console/export/print-sheet.tsx'
import { exportSource } from '#console/export/export-source.ts'
import { fitView } from '#console/table/columns/table-address.ts'
import { TableCards } from '#console/table/rows/table-cards.tsx'
import { useContentWidths } from '#console/table/columns/content-widths.ts'
import { useTableColumns } from '#console/table/columns/table-columns.ts'
import { useStableCommands } from '#console/table/rows/table-commands.ts'
import { TableFrame } from '#console/table/rows/table-frame.tsx'
import { useDensity } from '#console/table/columns/density.ts'
import { useFittingRows } from '#console/table/columns/fitting-rows.ts'
import { isMoved } from '#console/table/columns/table-memory.ts'
import { moveTo, showAll, setColumnWidth } from '#console/table/columns/table-layout.ts'
import { TablePager } from '#console/table/table-pager.tsx'
import {
  extendSelection,
  selectionExtent,
  emptySelection,
  toggled,
  toggledAll,
  withAll,
} from '#console/table/rows/table-selection.ts'
import { TableToolbar } from '#console/table/table-toolbar.tsx'
import { useAnswer } from '#console/table/use-answer.ts'
import { usePreparedIndex } from '#console/table/use-prepared-index.ts'
import { useLayout } from '#console/table/columns/use-layout.ts'
import { useElementWidth } from '#console/table/use-element-width.ts'
import { useScrollBack } from '#console/table/use-scroll-back.ts'
import { useIsWhollySelected, useSelection } from '#console/table/rows/use-selection.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import classes from '#console/table/styles/data-table.module.css'

interface DataTableProps {
  /** Identifies the table for its stored layout and for screen readers. */
  readonly name: string
  readonly content: ShapedTable
  readonly view: View
  readonly onView: (view: View) => void
  /** For the table of a dialog; a page's table has the default height, and the key '/' for its search. */
  readonly maxHeight?: string
  readonly onRow?: ((row: object) => void) | undefined
  /** The key of the open row. */
  readonly openKey?: string | null
  /** When the rows were read from the ERP, in ms; null if unknown. */
  readonly asOf?: () => number | null
  /** The columns that come first until a person moves one. */
  readonly leading?: readonly string[] | undefined
  /** Displayed next to the search. */
  readonly quickFilters?: ReactNode
  /** What can be done with the selected rows, besides copying and exporting them. */
  readonly actions?: ((rows: readonly object[]) => ReactNode) | undefined
  /** Displayed at the head of the toolbar. */
  readonly views?: ReactNode
}

/**
 * Renders one page of rows. The index, not the library, answers which rows, and in which order.
 * Changes outside the table, such as a dialog that opens, do not render it again.
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
    leading = NONE,
    quickFilters,
    actions,
    views,
  } = props
  const { rows, columns, keyOf, index } = content
  // A page has fitted its view; that of a dialog may name columns that a refresh removed.
  const view = useMemo(() => fitView(asked, columns), [asked, columns])
  usePreparedIndex(index)
  const found = useAnswer(index, rows.length, view)
  const isPartial = content.of !== undefined || content.isPart === true
  const answer = { ...found, total: (isAboutAll(view) ? content.of : null) ?? found.total }
  const ids = useMemo(
    () => ({ columns: columns.map((column) => column.id), leading }),
    [columns, leading],
  )
  const [layout, setLayout] = useLayout(name, ids)
  const [selection, setSelection] = useSelection(rows, keyOf)
  const isWhollySelected = useIsWhollySelected(selection, content, view, found)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isWhole, setWhole] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 719px)', false, { getInitialValueInEffect: false })
  // Cards have no columns to fit.
  const [sized, width] = useElementWidth(!isNarrow)
  const room = isNarrow ? 0 : Math.max(0, width - TOUCH_TARGET_PX - BORDERS_PX)
  const [scroller, onScroll] = useScrollBack(view)
  const { chosen } = useDensity()
  useFittingRows(scroller, view, onView, chosen)
  const contents = useContentWidths({
    table: name,
    columns,
    rows,
    layout,
    page: found.rows,
    room,
  })
  const { all, shown, sticking, toggleSort } = useTableColumns({
    columns,
    layout,
    room,
    needs: useMemo(() => ({ contents, leading }), [contents, leading]),
    view,
    onView,
  })
  const named = useMemo(
    () => found.rows.map((row) => ({ row, key: keyOf(row) })),
    [found.rows, keyOf],
  )
  const keys = useMemo(() => named.map(({ key }) => key), [named])
  const wanted = useMemo(
    () => ({
      everywhere: spellingsOf(searchable(view.search)),
      byColumn: new Map(
        view.filters.map(({ id, text = '' }) => [id, spellingsOf(searchable(text))]),
      ),
    }),
    [view.search, view.filters],
  )
  const fit = (id: string): void => {
    // All rows of the page must be measured, including those scrolled out of view.
    flushSync(() => setWhole(true))
    const table = scroller.current?.querySelector('table')
    const fitting = table ? contentWidth(table, id) : null
    setWhole(false)
    if (fitting !== null) setLayout(setColumnWidth(layout, id, fitting))
  }
  const commands = useStableCommands({
    toggleSort,
    openMenu: (id, beside) => {
      // A key may activate an element that has been scrolled away since it got the focus.
      beside.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { right, bottom } = beside.getBoundingClientRect()
      setMenu({ id, beside, x: right, y: bottom })
    },
    move: (id, target) => setLayout(moveTo(layout, id, target)),
    resize: (id, wide) => setLayout(setColumnWidth(layout, id, wide)),
    fit,
    open: (row) => onRow?.(row),
    select: (key, extend) =>
      setSelection(extend ? extendSelection(selection, key, keys) : toggled(selection, key)),
    selectPage: () => setSelection(toggledAll(selection, keys)),
  })
  const inMenu = menu && columns.find(({ id }) => id === menu.id)
  const source = exportSource({
    table: name,
    // Files keep the declared order until a person moves a column.
    ...(isMoved(layout, ids)
      ? { columns: all, shown }
      : { columns, shown: columns.filter((column) => shown.includes(column)) }),
    view,
    index,
    answer: found,
    selected: selection.keys,
    keyOf,
    canPrint: maxHeight === undefined,
    asOf,
  })
  const parts = {
    rows: named,
    columns: shown,
    wanted,
    selected: selection.keys,
    openKey,
    opens: onRow !== undefined,
    commands,
  }
  const empty = answer.total === 0 && <EmptyTable view={view} onView={onView} />
  return (
    <div ref={sized} className={classes.root} data-density={chosen}>
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
        download={<DownloadButton source={source} disabled={isPartial} />}
        quickFilters={quickFilters}
        views={views}
      />
      {shown.length === 0 ? (
        <NoColumns onShowAll={() => setLayout(showAll(layout))} />
      ) : isNarrow ? (
        <>
          <TableCards name={name} {...parts} />
          {empty}
        </>
      ) : (
        <TableFrame
          name={name}
          scroller={scroller}
          onScroll={onScroll}
          maxHeight={maxHeight ?? TABLE_MAX_HEIGHT}
          sticking={sticking}
          rows={parts}
          view={view}
          total={answer.total}
          extent={selectionExtent(selection, keys)}
          isWhole={isWhole}
        >
          {empty}
        </TableFrame>
      )}
      <TablePager answer={answer} view={view} onView={onView}>
        {selection.keys.size > 0 && (
          <SelectionBar
            count={selection.keys.size}
            total={found.total}
            isWhole={isWhollySelected}
            columns={source.shown}
            rows={() => source.rowsOf('selected')}
            download={<ExportSelected source={source} />}
            actions={actions?.([...source.rowsOf('selected')])}
            onAll={() => setSelection(withAll(selection, index.matching(view).map(keyOf)))}
            onClear={() => setSelection(emptySelection)}
          />
        )}
      </TablePager>
      {source.canPrint && <PrintSheet source={source} />}
      {menu && inMenu && (
        <ColumnMenu
          menu={menu}
          column={inMenu}
          index={index}
          view={view}
          onView={onView}
          layout={layout}
          onLayout={setLayout}
          width={isNarrow ? null : (sticking.widths[shown.indexOf(inMenu)] ?? null)}
          widthAtMost={inMenu === shown[0] ? sticking.firstAtMost : Number.POSITIVE_INFINITY}
          onFit={() => fit(inMenu.id)}
          onCopy={() => void copyCells(index.matching(view), [inMenu])}
          onClose={() => {
            setMenu(null)
            // The header of a hidden column is gone.
            const back = menu.beside.isConnected ? menu.beside : scroller.current
            back?.focus()
          }}
        />
      )}
    </div>
  )
})

/** The frame's borders, which are not available to columns. */
const BORDERS_PX = 2

const NONE: readonly string[] = []

const unknownTime = (): null => null
