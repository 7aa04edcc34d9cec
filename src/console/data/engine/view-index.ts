/** Answers which rows a view shows, and in which order. */
import { columnIndexOf, type ColumnIndex } from '#console/data/engine/column-index.ts'
import { countTexts, facetsOf, type Counts } from '#console/data/engine/facets.ts'
import {
  applyFilter,
  prepareFilter,
  isActiveFilter,
  isFilterReady,
} from '#console/data/engine/filters.ts'
import { searchable } from '#console/data/engine/lines.ts'
import { nextParts, partsOver, type IndexParts } from '#console/data/engine/index-parts.ts'
import { rowsAt } from '#console/data/engine/row-change.ts'
import { descendingOf, type SortedOrder } from '#console/data/engine/sorted-order.ts'
import type { FieldFilter, Field, Selection, ViewIndex } from '#console/data/engine/types.ts'
import type { LazyIncremental, ChunkedTask } from '#console/rows/chunked-task.ts'

/**
 * Indexes rows: the joined text once for all searches, and ranks and values once per column, each
 * when it is first needed (decisions/console/table-engine.md).
 */
export function indexRows<R extends object>(
  rows: readonly R[],
  fields: readonly Field<R>[],
): ViewIndex<R> {
  return indexOver(partsOver(rows, fields))
}

function indexOver<R extends object>(parts: IndexParts<R>): ViewIndex<R> {
  const { rows, fields, text, columns } = parts
  const byId = new Map(fields.map((field) => [field.id, field]))
  const columnOf = (id: string): ColumnIndex | null => {
    const field = byId.get(id)
    if (!field) return null
    const known = columns.get(id) ?? columnIndexOf(rows, field)
    columns.set(id, known)
    return known
  }

  const asking = (view: Selection): FieldFilter[] =>
    view.filters.filter((filter) => byId.has(filter.id) && isActiveFilter(filter))
  /** The rows that pass, or null for all; `except` ignores one column's filter. */
  const passing = (view: Selection, except?: string): Uint8Array | null => {
    const search = searchable(view.search)
    const filters = asking(view).filter(({ id }) => id !== except)
    if (search === '' && filters.length === 0) return null
    const kept = search === '' ? new Uint8Array(rows.length).fill(1) : text.find(search)
    for (const filter of filters) {
      const column = columnOf(filter.id)
      if (column) applyFilter(column, filter, kept)
    }
    return kept
  }
  const orderOf = ({ sort }: Selection): LazyIncremental<SortedOrder> | null =>
    (sort && columnOf(sort.id)?.order) ?? null
  function* ahead(view: Selection): ChunkedTask<undefined> {
    yield* orderOf(view)?.ahead() ?? []
    if (searchable(view.search) !== '') yield* text.ahead()
    for (const filter of asking(view)) {
      const column = columnOf(filter.id)
      if (column) yield* prepareFilter(column, filter)
    }
    return undefined
  }
  const isReady = (view: Selection): boolean =>
    (orderOf(view)?.isMade() ?? true) &&
    (searchable(view.search) === '' || text.isWritten()) &&
    asking(view).every((filter) => {
      const column = columnOf(filter.id)
      return column === null || isFilterReady(column, filter)
    })
  const select = rememberLast((view: Selection): Int32Array => {
    const sorted = orderOf(view)?.now()
    const order = sorted ? (view.sort?.descending ? descendingOf(sorted) : sorted.ascending) : null
    const kept = passing(view)
    return kept === null && order ? order : collect(rows.length, kept, order)
  })
  // Typing in a column's filter does not change which rows the other filters leave.
  let lastCounts: { readonly asked: string; readonly counts: Counts } | undefined
  const counts = (view: Selection, id: string, column: ColumnIndex): Counts => {
    const others = asking(view).filter((filter) => filter.id !== id)
    const asked = JSON.stringify([searchable(view.search), others, id])
    if (lastCounts?.asked !== asked) {
      const found = countTexts(column.dictionary.now(), passing(view, id))
      lastCounts = { asked, counts: found }
    }
    return lastCounts.counts
  }

  return {
    matching: (view) => rowsAt(rows, select(view)),
    facets: (view, id, containing = '') => {
      const column = columnOf(id)
      return column
        ? facetsOf(column, counts(view, id, column), searchable(containing))
        : { values: [], distinct: 0, empty: 0, filled: 0 }
    },
    ahead,
    isReady,
    searchAhead: text.ahead,
    next: (change) => indexOver(nextParts(parts, change)),
    answer: (view) => {
      const selected = select(view)
      const lastPage = Math.max(0, Math.ceil(selected.length / view.pageSize) - 1)
      const page = Math.min(view.page, lastPage)
      const from = page * view.pageSize
      return {
        rows: rowsAt(rows, selected.subarray(from, from + view.pageSize)),
        total: selected.length,
        page,
      }
    },
  }
}

/** The numbers of the passing rows, or of all, in the given order or in list order. */
function collect(rows: number, kept: Uint8Array | null, order: Int32Array | null): Int32Array {
  const selected = new Int32Array(rows)
  let count = 0
  for (let place = 0; place < rows; place += 1) {
    const row = order === null ? place : (order[place] ?? 0)
    if (kept !== null && kept[row] === 0) continue
    selected[count] = row
    count += 1
  }
  return selected.subarray(0, count)
}

/** Remembers the last selection, because turning a page asks for the same rows again. */
function rememberLast(select: (view: Selection) => Int32Array): (view: Selection) => Int32Array {
  let last: { readonly asked: string; readonly selected: Int32Array } | undefined
  return ({ search, filters, sort }) => {
    const asked = JSON.stringify([search, filters, sort])
    if (last?.asked !== asked) last = { asked, selected: select({ search, filters, sort }) }
    return last.selected
  }
}

/** Whether a view shows all rows, in any order. */
export function isAboutAll({ search, filters }: Selection): boolean {
  return search === '' && filters.length === 0
}
