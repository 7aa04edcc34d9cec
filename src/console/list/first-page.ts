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
 * only where the first page shows just them: without a search, an order or a filter, on a screen that
 * has no order of its own.
 */
export function recordsToShow(
  { isInListOrder }: Pick<ListScreen, 'isInListOrder'>,
  view: View,
  { snapshot, head }: Pick<CollectionState, 'snapshot' | 'head'>,
): Partial<ShownRecords> {
  if (snapshot) return { records: snapshot.rows }
  if (!head || !isInListOrder || !isUnasked(view) || view.page > 0) return {}
  if (head.rows.length === head.of) return { records: head.rows }
  const { here = 0, of = 0 } = head.lines ?? {}
  return here > 0 && here >= Math.min(view.pageSize, of) ? { records: head.rows, of } : {}
}

/** Whether a view shows all rows in the order in which they are given. */
export function isUnasked({ search, filters, sort }: Selection): boolean {
  return search === '' && filters.length === 0 && sort === null
}
