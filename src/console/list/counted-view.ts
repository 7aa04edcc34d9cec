/** Which rows the quick filters of a list count. */
import type { FieldFilter, Selection } from '#console/data/engine/types.ts'
import type { QuickFilter } from '#console/list/list-screen.ts'

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
