/** From a list's search, filters, order and columns to the config of a saved view, and back. */
import {
  INSTALLED_CONFIG,
  readViewConfig,
  type ViewColumns,
  type ViewConfig,
} from '#contract/views/view-config.ts'
import type { View } from '#console/data/engine/types.ts'
import {
  readListSearch,
  searchOf,
  viewOf,
  type ListSearch,
} from '#console/table/columns/table-address.ts'
import { hiddenIn, type TableLayout } from '#console/table/columns/table-layout.ts'
import { followLayout, isMoved, type TableIds } from '#console/table/columns/table-memory.ts'

/** The view that an address shows over a config: what the address names wins. */
export function viewOver(config: ViewConfig, search: ListSearch): View {
  const { q, sort, size, filters } = config
  return viewOf({ q, sort, size, filter: filters, ...search })
}

/** The address of a view over a config: only what differs, and the id. */
export function searchOver(id: string, config: ViewConfig, view: View): ListSearch {
  const { q = '', sort = '', size = INSTALLED_CONFIG.size, filter = {}, page } = searchOf(view)
  return {
    view: id,
    ...(q !== config.q && { q }),
    ...(sort !== config.sort && { sort }),
    ...(page !== undefined && { page }),
    ...(size !== config.size && { size }),
    ...(!isSame(filter, config.filters) && { filter }),
  }
}

/**
 * The address while the saved view is still loading, when what differs from its config is unknown: the id, what the
 * address named before, and what is unusual.
 */
export function searchBeside(before: ListSearch, view: View): ListSearch {
  const { q, sort, size, filter, page } = searchOf(view)
  return readListSearch({
    view: before.view,
    q: q ?? (before.q === undefined ? undefined : ''),
    sort: sort ?? (before.sort === undefined ? undefined : ''),
    page,
    size: size ?? (before.size === undefined ? undefined : INSTALLED_CONFIG.size),
    filter: filter ?? (before.filter === undefined ? undefined : {}),
  })
}

/** What a list shows now, as a config. */
export function configOf(view: View, columns: ViewColumns): ViewConfig {
  const { q = '', sort = '', size = INSTALLED_CONFIG.size, filter = {} } = searchOf(view)
  return readViewConfig({ q, sort, size, filters: filter, columns })
}

/** The columns of a layout; the usual order is left out, so that new columns find their place. */
export function columnsOf(layout: TableLayout, ids: TableIds): ViewColumns {
  const order = isMoved(layout, ids) ? layout.order : []
  return { order, hidden: hiddenIn(layout), widths: layout.widths }
}

/** The layout of a config; a table fits it to its columns. */
export function layoutOf({ order, hidden, widths }: ViewColumns): TableLayout {
  return { order, visibility: Object.fromEntries(hidden.map((id) => [id, false])), widths }
}

/** Whether the search, filters, order or page size differ from those of a config. */
export function isOtherSearch(config: ViewConfig, view: View): boolean {
  const { q, sort, size, filter } = searchOver('', config, view)
  return [q, sort, size, filter].some((part) => part !== undefined)
}

/** Whether a layout arranges these columns otherwise than a config does. */
export function isOtherLayout(
  { columns }: ViewConfig,
  layout: TableLayout,
  ids: TableIds,
): boolean {
  const fitted = followLayout(layoutOf(columns), ids)
  return !isSame(columnsOf(followLayout(layout, ids), ids), columnsOf(fitted, ids))
}

/** Whether two plain values are the same, in whatever order their fields are. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

/** A plain value as text, the same in whatever order its fields are. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
