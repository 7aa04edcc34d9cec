/** The order in which rows stand until a person sorts them: for what is kept ready of a long list. */
import type { CollectionName, Row } from '#contract/collections.ts'
import { timeOf } from '#console/rows/formats.ts'
import { comparableOf } from '#console/rows/loose/nested-values.ts'
import { createdAtOf } from '#console/rows/reports.ts'

/** What rows are sorted by. */
export interface Order {
  /** The column of their screen; absent where the screen makes other rows of them. */
  readonly column?: string
  readonly valueOf: (row: Row) => string | number | boolean | null
}

const newestFirst: Order = {
  valueOf: (row) => {
    const at = timeOf(createdAtOf(row))
    return at === null ? null : -at
  },
}

const orders: { readonly [N in CollectionName]?: Order } = {
  bins: by('bin_number'),
  items: by('id', 'item_id'),
  inboundShipments: by('id'),
  inventory: by('item'),
  locations: by('name'),
  salesOrders: by('internal_id'),
  binCountRecords: newestFirst,
  binAdjustmentRecords: newestFirst,
  binTransfer: newestFirst,
  inboundDataRecords: newestFirst,
}

/** How a screen sorts a collection that may be long; undefined where it has no order. */
export function orderOf(name: CollectionName): Order | undefined {
  return orders[name]
}

/** By a column that shows a field, or another one where that is not given. */
function by(column: string, other = column): Order {
  return {
    column,
    valueOf: (row) => {
      const [value] = [row[column], row[other]].filter((each) => (each ?? '') !== '')
      return comparableOf(value)
    },
  }
}
