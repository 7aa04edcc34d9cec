/**
 * What stays in place while a table scrolls sideways: the checkboxes, the names of the rows, and
 * one more column at the far edge.
 */
import type { Column } from '#console/table/columns/column-kit.tsx'
import { avoidClippedTitles } from '#console/table/columns/avoid-clipped-titles.ts'
import { isWidthSet, type TableLayout } from '#console/table/columns/table-layout.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'

/** The columns as drawn, and which of them are sticky. */
export interface StickyLayout {
  /** Of the shown columns, in px. */
  readonly widths: readonly number[]
  /**
   * The column that sticks to the far edge until its own place scrolls into view; null if there is
   * none.
   */
  readonly edge: string | null
  /** The largest width of the first column, in px. */
  readonly firstAtMost: number
}

/** The first column gets at least this width unless a person set another. */
const NAME_LEAST_PX = 120
/** What a vertical scroll bar may take of the frame. */
const SCROLL_BAR_PX = 17

/**
 * Sticky columns, including the checkboxes, take at most half of the frame. Columns without a width
 * set by a person shrink first: the edge column to what it needs, then the names. If that is not
 * enough, the edge column scrolls like all others. The names never take more than half, whatever
 * width was set.
 * @param widths of the shown columns in px, before any of them shrinks
 * @param room for columns, in px; 0 while it is unknown
 */
export function stickyLayoutIn(
  shown: readonly Column<object>[],
  widths: readonly number[],
  layout: TableLayout,
  room: number,
): StickyLayout {
  const nth = shown.findIndex(({ isControl, isSticky }) => isControl ?? isSticky)
  const [first] = shown
  // At the near edge it is sticky like any first column.
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
  const drawn = widths.map((width, at) => (at === 0 ? name : at === nth ? edge : width))
  const isFixed = shown.map(({ id }, at) => at === 0 || at === nth || isWidthSet(layout, id))
  return {
    widths: avoidClippedTitles(drawn, isFixed, room, stays ? nth : null),
    edge: stays ? column.id : null,
    firstAtMost: free,
  }
}
