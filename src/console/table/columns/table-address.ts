/** The view of a table in the address, so that reload, back and a shared link show the same. */
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/constants.ts'
import type { ColumnFilter, FieldFilter, View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { startOfDay } from '#console/rows/formats.ts'

/** The search parameters of every list screen. */
export interface ListSearch {
  /** The text searched for in all columns. */
  readonly q?: string
  /** The sorted column; a leading minus reverses the order. */
  readonly sort?: string
  /** Counted from 1. */
  readonly page?: number
  readonly size?: (typeof PAGE_SIZES)[number]
  /** Column to its filter; a text alone means that the cell contains it. */
  readonly filter?: Readonly<Record<string, string | ColumnFilter>>
  /** The row whose details are open. */
  readonly open?: string
  /** The path inside the row: the steps from dialog to dialog, joined by slashes. */
  readonly at?: string
}

/** Reads search parameters; invalid ones are ignored, never fatal. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { sort, page, size, filter } = search
  const known = PAGE_SIZES.find((each) => each === Number(size))
  const filters = readFilters(filter)
  const q = wordOf(search['q'])
  const open = wordOf(search['open'])
  const at = open === '' ? '' : wordOf(search['at'])
  return {
    ...(q !== '' && { q }),
    ...(typeof sort === 'string' && sort !== '' && { sort }),
    ...(Number.isInteger(Number(page)) && Number(page) > 1 && { page: Number(page) }),
    ...(known !== undefined && known !== DEFAULT_PAGE_SIZE && { size: known }),
    ...(Object.keys(filters).length > 0 && { filter: filters }),
    ...(open !== '' && { open }),
    ...(at !== '' && { at }),
  }
}

/** The view that an address describes. */
export function viewOf(search: ListSearch): View {
  const descending = search.sort?.startsWith('-') ?? false
  return {
    search: search.q ?? '',
    filters: Object.entries(search.filter ?? {}).map(([id, asked]) =>
      typeof asked === 'string' ? { id, text: asked } : { id, ...asked },
    ),
    sort: search.sort ? { id: search.sort.slice(descending ? 1 : 0), descending } : null,
    page: (search.page ?? 1) - 1,
    pageSize: search.size ?? DEFAULT_PAGE_SIZE,
  }
}

/** The address of a view; defaults are left out. */
export function searchOf(view: View): ListSearch {
  return readListSearch({
    q: view.search,
    sort: view.sort ? `${view.sort.descending ? '-' : ''}${view.sort.id}` : undefined,
    page: view.page + 1,
    size: view.pageSize,
    filter: Object.fromEntries(view.filters.map(({ id, ...asked }) => [id, asked])),
  })
}

/**
 * The view without what its columns cannot answer: an old link may name removed columns, or filter
 * a number by days.
 */
export function fitView<R>(view: View, columns: readonly Column<R>[]): View {
  const kinds = new Map(columns.map((column) => [column.id, column.kind]))
  const filters = view.filters.flatMap((filter) => {
    const kind = kinds.get(filter.id)
    return kind === undefined ? [] : fitFilter(filter, kind)
  })
  const sort = view.sort && kinds.has(view.sort.id) ? view.sort : null
  const fits = sort === view.sort && filters.every((filter, nth) => filter === view.filters[nth])
  return fits && filters.length === view.filters.length ? view : { ...view, filters, sort }
}

function fitFilter(filter: FieldFilter, kind: Column<never>['kind']): FieldFilter[] {
  const { from, to, ...plain } = filter
  const wanted = kind === 'quantity' ? 'number' : kind === 'date' ? 'string' : 'nothing'
  const misfits = [from, to].some((end) => end !== undefined && typeof end !== wanted)
  if (!misfits) return [filter]
  return Object.keys(plain).length > 1 ? [plain] : []
}

function readFilters(filter: unknown): Record<string, string | ColumnFilter> {
  if (typeof filter !== 'object' || filter === null) return {}
  const entries = Object.entries(filter).flatMap(([id, asked]: [string, unknown]) => {
    const read = readFilter(asked)
    return read === null ? [] : [[id, read] as const]
  })
  return Object.fromEntries(entries)
}

function readFilter(asked: unknown): string | ColumnFilter | null {
  const word = wordOf(asked)
  if (word !== '') return word
  if (typeof asked !== 'object' || asked === null) return null
  const given = new Map(Object.entries(asked))
  const text = wordOf(given.get('text'))
  const from = endOf(given.get('from'))
  const to = endOf(given.get('to'))
  const values = textsIn(given.get('values'))
  const empty: unknown = given.get('empty')
  const read: ColumnFilter = {
    ...(text !== '' && { text }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(values.length > 0 && { values }),
    ...(typeof empty === 'boolean' && { empty }),
  }
  const parts = Object.keys(read)
  if (parts.length === 0) return null
  return parts.length === 1 && text !== '' ? text : read
}

/** The end of a range: a number, or an existing day. */
function endOf(value: unknown): number | string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && startOfDay(value) !== null ? value : null
}

/** A text; the address parser turns one that looks like a number into a number. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.map(wordOf))].filter((text) => text !== '')
}
