/**
 * How the records of a collection become the rows of its list screen, as far as the data layer must
 * know: it stores the first rows of a long list on their own, and picks them as the screen would.
 * The screens read their order here too. They are declared much later in the line of imports, so
 * these facts are not part of `listScreen`.
 */
import type { CollectionName, RecordOf, Row } from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import { isSideListName } from '#contract/side-lists.ts'
import { timeOf } from '#console/rows/formats.ts'
import { groupByItem } from '#console/rows/inventory.ts'
import { comparableOf } from '#console/rows/loose/nested-values.ts'
import { createdAtOf } from '#console/rows/reports.ts'
import { groupByOrder } from '#console/rows/sales-orders.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/** A field that the type of a row declares, unlike one a server may add. */
export type KnownField<R> = keyof {
  [F in keyof R as string extends F ? never : number extends F ? never : F]: R[F]
} &
  string

export interface ListShape<F extends string = string> {
  /** The column that sorts the rows until a person sorts them. Without it the screen keeps the given order. */
  readonly sortedBy?: F
  /** What the first rows of a long list are chosen by, smallest first. Without it they are the first ones sent. */
  readonly sortValue?: (record: Row) => string | number | boolean | null
  /** Which records make one row together. Without it each record is a row of its own. */
  readonly groupRecords?: (records: readonly Row[]) => ChunkedTask<Row[][]>
}

const newestFirst: ListShape<never> = {
  sortValue: (record) => {
    const at = timeOf(createdAtOf(record))
    return at === null ? null : -at
  },
}

const listShapes: { readonly [N in CollectionName]: ListShape<KnownField<RecordOf<N>>> } = {
  locations: sortedBy('name'),
  bins: sortedBy('bin_number'),
  inventory: { ...sortedBy('item'), groupRecords: groupByItem },
  items: sortedBy('id', 'item_id'),
  salesOrders: { ...sortedBy('internal_id'), groupRecords: groupByOrder },
  inboundShipments: sortedBy('id'),
  binCountRecords: newestFirst,
  binAdjustmentRecords: newestFirst,
  binTransfer: newestFirst,
  inboundDataRecords: newestFirst,
  // These lists are short, so their first rows are not worth choosing.
  admins: { sortedBy: 'username' },
  wmsAiUsers: { sortedBy: 'name' },
}

/** A side list has no screen, so that it keeps the given order. */
export function listShapeOf(name: ListName): ListShape {
  return isSideListName(name) ? {} : listShapes[name]
}

/** @param fallback the field that a column shows where its own is empty */
function sortedBy<const F extends string>(field: F, fallback: string = field): ListShape<F> {
  return {
    sortedBy: field,
    sortValue: (record) =>
      comparableOf([record[field], record[fallback]].find((value) => (value ?? '') !== '')),
  }
}
