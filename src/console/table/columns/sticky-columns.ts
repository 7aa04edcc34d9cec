/** What of a table stays while the rest scrolls sideways: the boxes, the names of the rows, and one column more at the far edge. */
import type { Column } from '#console/table/columns/column-kit.tsx'
import { isWidthSet, type TableLayout } from '#console/table/columns/table-layout.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** The columns as they are drawn, and what stays of them. */
export interface Sticking {
  /** Of the shown columns, in px. */
  readonly widths: readonly number[]
  /** The column that stays at the far edge until it comes into sight; null where none does. */
  readonly edge: string | null
  /** How wide the first column is drawn at most, in px. */
  readonly firstAtMost: number
}

/** The first column keeps at least this width unless a person set another. */
const NAME_LEAST_PX = 120
/** What a scroll bar beside the rows may take of the frame. */
const SCROLL_BAR_PX = 17

/**
 * What stays takes no more than half of the frame, the boxes counted. What nobody has set narrows
 * first: the column at the edge to what it needs, then the names. If that is not enough the column
 * at the edge scrolls like all others. Names end at the half, however wide they were set.
 * @param widths of the shown columns in px, before any of them gives way
 * @param room for columns, in px; 0 while it is not known
 */
export function stickingIn(
  shown: readonly Column<object>[],
  widths: readonly number[],
  layout: TableLayout,
  room: number,
): Sticking {
  const nth = shown.findIndex(({ isControl, isKept }) => isControl ?? isKept)
  const [first] = shown
  // At the near edge it stays as any first column does.
  const column = nth > 0 ? shown[nth] : undefined
  const usual = { name: widths[0] ?? 0, edge: widths[nth] ?? 0 }
  const isAllInSight = widths.reduce((sum, width) => sum + width, 0) <= room
  if (!first || room === 0 || isAllInSight)
    return { widths, edge: column?.id ?? null, firstAtMost: Number.POSITIVE_INFINITY }
  const half = Math.floor((room + TOUCH_TARGET_PX - SCROLL_BAR_PX) / 2)
  const free = half - TOUCH_TARGET_PX
  const needed = column && !isWidthSet(layout, column.id) ? column.edgeWidth : undefined
  const edge = Math.min(usual.edge, needed ?? usual.edge)
  const least = isWidthSet(layout, first.id) ? usual.name : Math.min(usual.name, NAME_LEAST_PX)
  const stays = column !== undefined && least + edge <= free
  const name = Math.min(usual.name, stays ? free - edge : free)
  return {
    widths: widths.map((width, at) => (at === 0 ? name : at === nth ? edge : width)),
    edge: stays ? column.id : null,
    firstAtMost: free,
  }
}
