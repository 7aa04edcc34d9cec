/** What a saved view arranges: the search, filters, order, page size and columns of a list. */
import { COLUMN_MAX_WIDTH_PX, DEFAULT_PAGE_SIZE } from '#contract/constants.ts'
import {
  readFilters,
  readPageSize,
  wordOf,
  type ListFilters,
  type PageSize,
} from '#contract/views/list-search.ts'

/** The arrangement of the columns. */
export interface ViewColumns {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** In px. */
  readonly widths: Readonly<Record<string, number>>
}

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** Page and open row are never part of a view. */
export interface ViewConfig {
  readonly v: 1
  readonly q: string
  readonly filters: ListFilters
  /** The sorted column, a leading minus reverses; empty for the list's own order. */
  readonly sort: string
  readonly size: PageSize
  readonly columns: ViewColumns
  readonly density?: Density
}

/** How large a config may be as JSON. */
export const VIEW_CONFIG_MAX_BYTES = 8 * 1024

/** A list as it is without any view. */
export const INSTALLED_CONFIG: ViewConfig = {
  v: 1,
  q: '',
  filters: {},
  sort: '',
  size: DEFAULT_PAGE_SIZE,
  columns: { order: [], hidden: [], widths: {} },
}

/**
 * Reads a config of any version; what does not fit is left out. A config of an unknown version is read as far
 * as it has the known fields.
 */
export function readViewConfig(given: unknown): ViewConfig {
  if (typeof given !== 'object' || given === null) return INSTALLED_CONFIG
  const fields = new Map<string, unknown>(Object.entries(given))
  const sort = fields.get('sort')
  const density = DENSITIES.find((each) => each === fields.get('density'))
  return {
    v: 1,
    q: wordOf(fields.get('q')),
    filters: readFilters(fields.get('filters')),
    sort: typeof sort === 'string' ? sort : '',
    size: readPageSize(fields.get('size')) ?? DEFAULT_PAGE_SIZE,
    columns: readColumns(fields.get('columns')),
    ...(density !== undefined && { density }),
  }
}

function readColumns(given: unknown): ViewColumns {
  if (typeof given !== 'object' || given === null) return INSTALLED_CONFIG.columns
  const fields = new Map<string, unknown>(Object.entries(given))
  return {
    order: namesIn(fields.get('order')),
    hidden: namesIn(fields.get('hidden')),
    widths: widthsIn(fields.get('widths')),
  }
}

function namesIn(value: unknown): string[] {
  const names = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  return [...new Set(names)]
}

function widthsIn(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).flatMap(([id, width]: [string, unknown]) =>
    typeof width === 'number' && width > 0
      ? [[id, Math.round(Math.min(width, COLUMN_MAX_WIDTH_PX))] as const]
      : [],
  )
  return Object.fromEntries(entries)
}
