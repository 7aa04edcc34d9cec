/**
 * The widths that the contents of columns need, estimated from their texts. They are kept while the
 * list is open, so that no column moves while a person types or turns pages. They grow when many
 * more rows have come, because exceptions arrive kind by kind and lists in parts.
 */
import { useMemo, useState } from 'react'
import { type Column, shownText } from '#console/table/columns/column-kit.tsx'
import { isTight, type ColumnNeeds } from '#console/table/columns/column-widths.ts'
import { shownIn, type TableLayout } from '#console/table/columns/table-layout.ts'
import { textWidth } from '#console/table/columns/text-width.ts'
import { isTouchScreen } from '#console/ui/forms/touch-screen.ts'

/** A cell's padding and border, and what the letters' kerning may add. */
const CELL_EXTRA_PX = 23
/** A button in a cell has a padding of its own, and may have an icon. */
const BUTTON_EXTRA_PX = 32
/** Besides the title: padding, sort mark, and the button of the menu (`data-table.module.css`). */
const HEAD_EXTRA_PX = { touch: 58, fine: 54 }
/** Rows of other pages that are measured with those of the first page. */
const OTHER_ROWS = 20
/** More cells than this are not measured: a very wide table scrolls in any case. */
const MAX_CELLS = 4_000

interface ContentWidthsInput {
  readonly table: string
  readonly columns: readonly Column<object>[]
  /** All rows of the list. */
  readonly rows: readonly object[]
  readonly layout: TableLayout
  /** The rows of the page. */
  readonly page: readonly object[]
  /** For all columns, in px; 0 while it is unknown. */
  readonly room: number
}

/** With this many times the rows, contents may be much wider, so columns are measured again. */
const GROWN = 2

interface Kept {
  readonly table: string
  readonly widths: ColumnNeeds['contents']
  /** How many rows the list had when it was measured. */
  readonly count: number
}

const NONE: Kept['widths'] = new Map()

/**
 * The widths of the shown columns, measured when a column is first shown and has too little room, and again whenever
 * the list has twice the rows.
 */
export function useContentWidths(input: ContentWidthsInput): ColumnNeeds['contents'] {
  const { table, columns, rows: all, layout, page, room } = input
  const [kept, setKept] = useState<Kept>({ table, widths: NONE, count: 0 })
  const isKept = kept.table === table
  const widths = isKept ? kept.widths : NONE
  const isGrown = isKept && all.length >= kept.count * GROWN
  const shown = useMemo(() => shownIn(layout), [layout])
  const isNeeded = useMemo(() => isTight(layout, shown, room), [layout, shown, room])
  const isComplete = !isGrown && shown.every((id) => widths.has(id))
  if (!isNeeded || page.length === 0 || isComplete) return widths
  const due = columns.filter(({ id }) => (isGrown || !widths.has(id)) && shown.includes(id))
  const rows = measuredRows(page, all, due.length)
  const next = new Map(widths)
  for (const column of due) {
    const width = widthOf(column, rows, column.id === shown[0])
    next.set(column.id, Math.max(width, widths.get(column.id) ?? 0))
  }
  setKept({ table, widths: next, count: isKept && !isGrown ? kept.count : all.length })
  return next
}

/** The rows of the page, and some of all the others. */
function measuredRows(
  page: readonly object[],
  all: readonly object[],
  columns: number,
): readonly object[] {
  const step = Math.max(1, Math.ceil(all.length / OTHER_ROWS))
  const others = all.filter((_, nth) => nth % step === 0)
  return [...page, ...others].slice(0, Math.max(1, Math.floor(MAX_CELLS / columns)))
}

function widthOf(column: Column<object>, rows: readonly object[], isName: boolean): number {
  const { title, label, isControl, edgeWidth = 0 } = column
  const head = textWidth(title, 'head') + HEAD_EXTRA_PX[isTouchScreen() ? 'touch' : 'fine']
  if (isControl) return Math.max(head, edgeWidth)
  const extra = label ? CELL_EXTRA_PX + BUTTON_EXTRA_PX : CELL_EXTRA_PX
  const weight = isName || label ? 'name' : 'plain'
  const words = rows.map(
    (row) => textWidth(label ? label(row) : shownText(column, row), weight) + extra,
  )
  return Math.ceil(Math.max(head, ...words))
}
