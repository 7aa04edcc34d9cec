/** What a person arranged in a table, kept per table and admin; a layout that no longer fits is repaired (decisions/console/lists-and-export.md). */

import {
  shownIn,
  showAll,
  withinLimits,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'

const VERSION = 1

/** The layout kept for a table, made to fit the columns it has now. */
export function readLayout(
  table: string,
  username: string,
  columns: readonly string[],
): TableLayout {
  return showSome(fitLayout(readKept(keyOf(table, username)), columns))
}

/** A layout as a person just left it, over the columns there are now. */
export function followLayout(left: TableLayout, columns: readonly string[]): TableLayout {
  const layout = fitLayout(left, columns)
  // Who hides all columns means it; but those that were left may be gone.
  return shownIn(left).length === 0 ? layout : showSome(layout)
}

/** What of a layout, or of whatever was kept as one, fits these columns. */
function fitLayout(
  { visibility, order, widths }: { readonly [Part in keyof TableLayout]?: unknown },
  columns: readonly string[],
): TableLayout {
  const known = textsOf(order).filter((id) => columns.includes(id))
  const set = keep(
    widths,
    columns,
    (value): value is number => typeof value === 'number' && value > 0,
  )
  return {
    visibility: keep(visibility, columns, (value) => typeof value === 'boolean'),
    order: [...new Set([...known, ...columns])],
    widths: Object.fromEntries(Object.entries(set).map(([id, width]) => [id, withinLimits(width)])),
  }
}

function showSome(layout: TableLayout): TableLayout {
  return shownIn(layout).length === 0 ? showAll(layout) : layout
}

/** Keeps a layout; a device that keeps nothing shows the columns as they come. */
export function keepLayout(table: string, username: string, layout: TableLayout): void {
  try {
    const kept = JSON.stringify({ version: VERSION, ...layout })
    localStorage.setItem(keyOf(table, username), kept)
  } catch {
    // Full or refused storage costs the memory, never the table.
  }
}

function keyOf(table: string, username: string): string {
  return `dockside.table.${username}.${table}`
}

function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const fits =
      typeof kept === 'object' && kept !== null && Reflect.get(kept, 'version') === VERSION
    return fits ? { ...kept } : {}
  } catch {
    return {}
  }
}

function keep<T>(
  kept: unknown,
  columns: readonly string[],
  fits: (value: unknown) => value is T,
): Record<string, T> {
  if (typeof kept !== 'object' || kept === null) return {}
  const entries = Object.entries(kept).flatMap(([id, value]: [string, unknown]) =>
    columns.includes(id) && fits(value) ? [[id, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
