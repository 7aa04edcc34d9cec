/** The view of a table in the address, so that reload, back and a sent link show the same. */
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/constants.ts'
import type { View } from '#console/data/engine/view-index.ts'

/** The search parameters of every list screen. */
export interface ListSearch {
  /** What is searched for in all columns. */
  readonly q?: string
  /** The sorted column; a minus before it turns the order round. */
  readonly sort?: string
  /** Counted from 1. */
  readonly page?: number
  readonly size?: (typeof PAGE_SIZES)[number]
  /** Column to text it must contain. */
  readonly filter?: Readonly<Record<string, string>>
}

/** Reads search parameters; what does not fit is left out, never fatal. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { q, sort, page, size, filter } = search
  const known = PAGE_SIZES.find((each) => each === Number(size))
  const filters = readFilters(filter)
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...(typeof sort === 'string' && sort !== '' && { sort }),
    ...(Number.isInteger(Number(page)) && Number(page) > 1 && { page: Number(page) }),
    ...(known !== undefined && known !== DEFAULT_PAGE_SIZE && { size: known }),
    ...(Object.keys(filters).length > 0 && { filter: filters }),
  }
}

/** The view that an address asks for. */
export function viewOf(search: ListSearch): View {
  const descending = search.sort?.startsWith('-') ?? false
  return {
    search: search.q ?? '',
    filters: Object.entries(search.filter ?? {}).map(([id, text]) => ({ id, text })),
    sort: search.sort ? { id: search.sort.slice(descending ? 1 : 0), descending } : null,
    page: (search.page ?? 1) - 1,
    pageSize: search.size ?? DEFAULT_PAGE_SIZE,
  }
}

/** The address of a view; what is as usual is left out. */
export function searchOf(view: View): ListSearch {
  return readListSearch({
    q: view.search,
    sort: view.sort ? `${view.sort.descending ? '-' : ''}${view.sort.id}` : undefined,
    page: view.page + 1,
    size: view.pageSize,
    filter: Object.fromEntries(view.filters.map(({ id, text }) => [id, text])),
  })
}

function readFilters(filter: unknown): Record<string, string> {
  if (typeof filter !== 'object' || filter === null) return {}
  const entries = Object.entries(filter).map(([id, text]) => [id, String(text)] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}
