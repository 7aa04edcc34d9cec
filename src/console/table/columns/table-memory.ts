/**
 * The arrangement of a table, stored per table and admin; a layout that no longer fits is repaired
 * (decisions/console/lists-and-export.md).
 */

import {
  shownIn,
  showAll,
  withinLimits,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'

const VERSION = 1

/** The layout stored for a table, fitted to its current columns. */
export function readLayout(
  table: string,
  username: string,
  columns: readonly string[],
): TableLayout {
  return showSome(fitLayout(readStoredLayout(keyOf(table, username)), columns))
}

/** A layout from this page, fitted to the current columns. */
export function followLayout(left: TableLayout, columns: readonly string[]): TableLayout {
  const layout = fitLayout(left, columns)
  // A person who hides all columns means it; but the columns left visible may have disappeared.
  return shownIn(left).length === 0 ? layout : showSome(layout)
}

/** Fits a layout, or whatever was stored as one, to these columns. */
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

/** Stores a layout; without storage the columns are shown in their default arrangement. */
export function storeLayout(table: string, username: string, layout: TableLayout): void {
  try {
    const kept = JSON.stringify({ version: VERSION, ...layout })
    localStorage.setItem(keyOf(table, username), kept)
  } catch {
    // Full or refused storage loses the layout, but must not break the table.
  }
}

function keyOf(table: string, username: string): string {
  return `dockside.table.${username}.${table}`
}

function readStoredLayout(key: string): Record<string, unknown> {
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
