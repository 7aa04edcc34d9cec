/** What a long list shows before all of it has been read from the device. */
import type { Row } from '#contract/collections.ts'
import type { CollectionState } from '#console/data/collection.ts'
import type { View } from '#console/data/engine/view-index.ts'
import type { ListScreen } from '#console/list/list-screen.ts'

/**
 * The rows of a list, or its first ones while the others are being read. Those stand for the list only
 * where the first page shows just them: without a search, an order or a filter, on a screen that has
 * no order of its own.
 */
export function rowsToShow(
  { sortedBy, group }: Pick<ListScreen, 'sortedBy' | 'group'>,
  { search, filters, sort, page }: View,
  { snapshot, firstRows }: Pick<CollectionState, 'snapshot' | 'firstRows'>,
): readonly Row[] | undefined {
  if (snapshot) return snapshot.rows
  const isInListOrder = sortedBy === undefined && group !== 'Reports'
  const isUsual = search === '' && filters.length === 0 && sort === null && page === 0
  return isInListOrder && isUsual ? firstRows : undefined
}
