/** Decides what a long list shows before all of it has been read from the device. */
import type { Row } from '#contract/collections.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { isAboutAll } from '#console/data/engine/view-index.ts'
import type { Selection, View } from '#console/data/engine/types.ts'
import type { Head } from '#console/data/device/snapshot-format.ts'
import type { ListScreen } from '#console/list/list-screen.ts'

export interface ShownRecords {
  readonly records: readonly Row[]
  /** If they make only the first page: how many rows the whole list makes. */
  readonly of?: number
  /** No other records are available: they have not arrived, or are not stored on the device and cannot be fetched. */
  readonly isPart?: true
}

/**
 * The records of a list, or its first ones while the others are being read. The first ones can
 * stand in for the list only if the first page shows exactly them: without a search or a filter,
 * and in the order that they were chosen by.
 */
export function recordsToShow(
  { isInListOrder, sortedBy }: Pick<ListScreen, 'isInListOrder' | 'sortedBy'>,
  view: View,
  {
    snapshot,
    head,
    arrival,
    error,
  }: Pick<CollectionState, 'snapshot' | 'head' | 'arrival' | 'error'>,
): Partial<ShownRecords> {
  if (snapshot) return { records: snapshot.rows }
  if (arrival) return { records: arrival.rows, isPart: true }
  if (!head) return {}
  if (head.rows.length === head.of) return { records: head.rows }
  if (hasOnlyFirstRows({ snapshot, head, error })) return { records: partOf(head), isPart: true }
  const isOwnOrder = sortedBy !== undefined && isSortedBy(view, sortedBy)
  const isInOrder = isOwnOrder || (isInListOrder && view.sort === null)
  if (!isInOrder || head.sortedBy !== sortedBy || !isAboutAll(view) || view.page > 0) return {}
  const { here = 0, of = 0 } = head.lines ?? {}
  return here > 0 && here >= Math.min(view.pageSize, of) ? { records: head.rows, of } : {}
}

/**
 * Whether only the first rows of a list are available: the others are neither stored nor can be
 * fetched.
 */
export function hasOnlyFirstRows({
  snapshot,
  head,
  error,
}: Pick<CollectionState, 'snapshot' | 'head' | 'error'>): boolean {
  return !snapshot && head?.isAlone === true && error !== null
}

const parts = new WeakMap<Head, readonly Row[]>()

/**
 * A separate array, because the same rows also make the first page of a list whose other rows are
 * still coming.
 */
function partOf(head: Head): readonly Row[] {
  const known = parts.get(head)
  if (known) return known
  const part = [...head.rows]
  parts.set(head, part)
  return part
}

function isSortedBy({ sort }: Selection, column: string): boolean {
  return sort?.id === column && !sort.descending
}
