/** How many rows each quick filter would leave under the search and all other filters. */
import { useMemo } from 'react'
import type { Selection, ViewIndex } from '#console/data/engine/types.ts'
import { countedView } from '#console/list/counted-view.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { QuickFilter } from '#console/list/list-screen.ts'
import { useFromIndex } from '#console/table/use-answer.ts'

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
