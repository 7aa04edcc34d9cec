/** The view of a table in the address, so that reload, back and a shared link show the same. */
import { DEFAULT_PAGE_SIZE } from '#contract/constants.ts'
import {
  FIT,
  readFilters,
  readPageSize,
  wordOf,
  type ListFilters,
  type PageSize,
} from '#contract/views/list-search.ts'
import type { FieldFilter, View } from '#console/data/engine/types.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { rowsThatFit } from '#console/table/columns/fitting-rows.ts'

/** The search parameters of every list screen. */
export interface ListSearch {
  /** The id of a saved view, which the parameters beside it change. */
  readonly view?: string
  /** The text searched for in all columns. */
  readonly q?: string
  /** The sorted column; a leading minus reverses the order. */
  readonly sort?: string
  /** Counted from 1. */
  readonly page?: number
  readonly size?: PageSize
  readonly filter?: ListFilters
  /** The row whose details are open. */
  readonly open?: string
  /** The path inside the row: the steps from dialog to dialog, joined by slashes. */
  readonly at?: string
}

/** Reads search parameters; invalid ones are ignored, never fatal. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const { sort, page, size, filter } = search
  const known = readPageSize(size)
  const filters = readFilters(filter)
  const q = wordOf(search['q'])
  const open = wordOf(search['open'])
  const at = open === '' ? '' : wordOf(search['at'])
  const view = readViewId(search['view'])
  // Beside a view, nothing also means something: the view without its search.
  const isOver = view !== null
  return {
    ...(isOver && { view }),
    ...((isOver ? search['q'] !== undefined : q !== '') && { q }),
    ...(typeof sort === 'string' && (isOver || sort !== '') && { sort }),
    ...(Number.isInteger(Number(page)) && Number(page) > 1 && { page: Number(page) }),
    ...(known !== undefined && (isOver || known !== DEFAULT_PAGE_SIZE) && { size: known }),
    ...((isOver ? isObject(filter) : Object.keys(filters).length > 0) && { filter: filters }),
    ...(open !== '' && { open }),
    ...(at !== '' && { at }),
  }
}

/** The id of a view: short, letters and digits. A number is an id that the address parser has read. */
function readViewId(given: unknown): string | null {
  const id = wordOf(given)
  return /^[a-z0-9]{1,16}$/.test(id) ? id : null
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
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
    ...sizeOf(search.size ?? DEFAULT_PAGE_SIZE),
  }
}

/** A page size in the words of a view. */
export function sizeOf(size: PageSize): Pick<View, 'pageSize' | 'isFit'> {
  return size === FIT ? { pageSize: rowsThatFit(), isFit: true } : { pageSize: size }
}

/** The address of a view; defaults are left out. */
export function searchOf(view: View): ListSearch {
  return readListSearch({
    q: view.search,
    sort: view.sort ? `${view.sort.descending ? '-' : ''}${view.sort.id}` : undefined,
    page: view.page + 1,
    size: view.isFit ? FIT : view.pageSize,
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
