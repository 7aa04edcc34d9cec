/** Which columns a table shows, in which order and width, and how a person changes that. */
import { COLUMN_LEAST_WIDTH_PX, COLUMN_MAX_WIDTH_PX } from '#contract/constants.ts'

/** Which columns are hidden, their order, and their widths in px. */
export interface TableLayout {
  readonly visibility: Readonly<Record<string, boolean>>
  readonly order: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

/** One press of 'Wider' or 'Narrower'. */
export const WIDTH_STEP_PX = 20

/** The shown columns, in their order. */
export function shownIn({ order, visibility }: TableLayout): string[] {
  return order.filter((id) => visibility[id] !== false)
}

/** The hidden columns, in their order. */
export function hiddenIn({ order, visibility }: TableLayout): string[] {
  return order.filter((id) => visibility[id] === false)
}

/** Columns in their default order: first those that people look for first. */
export function usualOrder(columns: readonly string[], leading: readonly string[]): string[] {
  const first = leading.filter((id) => columns.includes(id))
  return [...first, ...columns.filter((id) => !first.includes(id))]
}

/** Whether two lists of columns are the same. */
export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, nth) => id === other[nth])
}

/** Shows or hides a column. */
export function show(layout: TableLayout, id: string, isShown: boolean): TableLayout {
  return { ...layout, visibility: { ...layout.visibility, [id]: isShown } }
}

export function showAll(layout: TableLayout): TableLayout {
  return { ...layout, visibility: {} }
}

/**
 * Moves a column to the place of another: before it when coming from the right, after it when
 * coming from the left.
 */
export function moveTo(layout: TableLayout, id: string, target: string): TableLayout {
  const from = layout.order.indexOf(id)
  const to = layout.order.indexOf(target)
  if (from === -1 || to === -1) return layout
  const order = layout.order.filter((each) => each !== id)
  order.splice(to, 0, id)
  return { ...layout, order }
}

/** The shown column next to a column, or undefined at the edge. */
export function neighbour(layout: TableLayout, id: string, step: -1 | 1): string | undefined {
  const shown = shownIn(layout)
  return shown[shown.indexOf(id) + step]
}

export function setColumnWidth(layout: TableLayout, id: string, width: number): TableLayout {
  return { ...layout, widths: { ...layout.widths, [id]: withinLimits(width) } }
}

/** The nearest width that a column may have. */
export function withinLimits(width: number): number {
  return Math.round(Math.min(COLUMN_MAX_WIDTH_PX, Math.max(COLUMN_LEAST_WIDTH_PX, width)))
}

/** Whether a person has set the width of a column. */
export function isWidthSet({ widths }: TableLayout, id: string): boolean {
  // A column may have the same name as a property of every object.
  return Object.hasOwn(widths, id)
}
