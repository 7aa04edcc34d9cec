/** What a long list shows before all of it has been read from the device. */
import type { Row } from '#contract/collections.ts'
import type { CollectionState } from '#console/data/collection.ts'
import type { Selection, View } from '#console/data/engine/view-index.ts'
import type { ListScreen } from '#console/list/list-screen.ts'

/** Records to show. */
export interface ShownRecords {
  readonly records: readonly Row[]
  /** Where they make the first page only: how many rows the whole list makes. */
  readonly of?: number
}

/**
 * The records of a list, or its first ones while the others are being read. Those stand for the list
 * only where the first page shows just them: without a search or a filter, in the order in which they
 * are the first ones.
 */
export function recordsToShow(
  { isInListOrder, sortedBy }: Pick<ListScreen, 'isInListOrder' | 'sortedBy'>,
  view: View,
  { snapshot, head }: Pick<CollectionState, 'snapshot' | 'head'>,
): Partial<ShownRecords> {
  if (snapshot) return { records: snapshot.rows }
  if (!head) return {}
  if (head.rows.length === head.of) return { records: head.rows }
  const isOwnOrder = sortedBy !== undefined && isSortedBy(view, sortedBy)
  const isInOrder = isOwnOrder || (isInListOrder && view.sort === null)
  if (!isInOrder || head.sortedBy !== sortedBy || !isAboutAll(view) || view.page > 0) return {}
  const { here = 0, of = 0 } = head.lines ?? {}
  return here > 0 && here >= Math.min(view.pageSize, of) ? { records: head.rows, of } : {}
}

/** Whether a view shows all rows, in whatever order. */
export function isAboutAll({ search, filters }: Selection): boolean {
  return search === '' && filters.length === 0
}

function isSortedBy({ sort }: Selection, column: string): boolean {
  return sort?.id === column && !sort.descending
}
