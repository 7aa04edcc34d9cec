/**
 * The arrangement of a table, stored per table and admin; a layout that no longer fits is repaired
 * (decisions/console/lists-and-export.md).
 */
import { layoutKey, storedPreference, storePreference } from '#console/preferences/preferences.ts'
import {
  isSameOrder,
  shownIn,
  showAll,
  usualOrder,
  withinLimits,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'

const VERSION = 1

/** The columns of a table as declared, and those that come first until a person moves one. */
export interface TableIds {
  readonly columns: readonly string[]
  readonly leading: readonly string[]
}

/** The layout stored for a table, fitted to its current columns. */
export function readLayout(table: string, username: string, ids: TableIds): TableLayout {
  return layoutIn(storedPreference(layoutKey(table), username), ids)
}

/** The layout in what is stored, fitted to the current columns. */
export function layoutIn(stored: string | null, ids: TableIds): TableLayout {
  return showSome(fitLayout(readStoredLayout(stored, ids.columns), ids))
}

/** A layout from this page, fitted to the current columns. */
export function followLayout(left: TableLayout, ids: TableIds): TableLayout {
  const layout = fitLayout(left, ids)
  // A person who hides all columns means it; but the columns left visible may have disappeared.
  return shownIn(left).length === 0 ? layout : showSome(layout)
}

/** Whether a person has moved a column. */
export function isMoved({ order }: TableLayout, { columns, leading }: TableIds): boolean {
  return !isSameOrder(order, usualOrder(columns, leading))
}

/** Fits a layout, or whatever was stored as one, to these columns. */
function fitLayout(
  { visibility, order, widths }: { readonly [Part in keyof TableLayout]?: unknown },
  { columns, leading }: TableIds,
): TableLayout {
  const known = textsOf(order).filter((id) => columns.includes(id))
  const set = keep(
    widths,
    columns,
    (value): value is number => typeof value === 'number' && value > 0,
  )
  return {
    visibility: keep(visibility, columns, (value) => typeof value === 'boolean'),
    order: [...new Set([...known, ...usualOrder(columns, leading)])],
    widths: Object.fromEntries(Object.entries(set).map(([id, width]) => [id, withinLimits(width)])),
  }
}

function showSome(layout: TableLayout): TableLayout {
  return shownIn(layout).length === 0 ? showAll(layout) : layout
}

/** Stores a layout; without storage the columns are shown in their default arrangement. */
export function storeLayout(
  table: string,
  username: string,
  layout: TableLayout,
  ids: TableIds,
): void {
  const moved = isMoved(layout, ids)
  const order = moved ? layout.order : []
  const kept = JSON.stringify({ version: VERSION, ...layout, order, moved })
  storePreference(layoutKey(table), kept, username)
}

function readStoredLayout(
  stored: string | null,
  columns: readonly string[],
): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(stored ?? '{}')
    const fits =
      typeof kept === 'object' && kept !== null && Reflect.get(kept, 'version') === VERSION
    if (!fits) return {}
    const { order, moved, ...rest }: Record<string, unknown> = { ...kept }
    // Layouts of earlier consoles hold the order even where no column was moved.
    const known = textsOf(order).filter((id) => columns.includes(id))
    const isDeclared = isSameOrder(
      known,
      columns.filter((id) => known.includes(id)),
    )
    return isDeclared && moved !== true ? rest : { ...rest, order }
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
