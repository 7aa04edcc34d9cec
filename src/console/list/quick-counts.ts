/** How many rows each quick filter would leave under the search and all other filters. */
import { useMemo } from 'react'
import type { FieldFilter, Selection, ViewIndex } from '#console/data/engine/types.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { QuickFilter } from '#console/list/list-screen.ts'
import { useFromIndex } from '#console/table/use-answer.ts'

/**
 * The rows under the search and the filters of all other columns. The quick filters' texts become
 * the last filter, so that an index that prepares this view also prepares their counts.
 */
export function countedView(filters: readonly QuickFilter[], view: Selection): Selection {
  const offered: FieldFilter = {
    id: filters[0]?.column ?? '',
    values: filters.map(({ text }) => text),
  }
  const others = view.filters.filter(({ id }) => id !== offered.id)
  return { search: view.search, filters: [...others, offered], sort: null }
}

/** The count of each quick filter, by its text. */
export function useQuickCounts(
  filters: readonly QuickFilter[],
  { index, rows }: ShapedTable,
  { search, filters: asked }: Selection,
): ReadonlyMap<string, number> {
  const counted = useMemo(
    () => countedView(filters, { search, filters: asked, sort: null }),
    [filters, search, asked],
  )
  return useFromIndex(index, rows.length, counted, countsIn)
}

function countsIn(index: ViewIndex<object>, view: Selection): ReadonlyMap<string, number> {
  const { id = '' } = view.filters.at(-1) ?? {}
  return new Map(index.facets(view, id).values.map(({ text, count }) => [text, count]))
}
