/** Which records are one row of their screen together: for the screen, and for what is kept ready of a long list. */
import type { CollectionName, Row } from '#contract/collections.ts'
import { groupByItem } from '#console/rows/inventory.ts'
import { groupByOrder } from '#console/rows/sales-orders.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

type Grouping = (rows: readonly Row[]) => ChunkedTask<Row[][]>

const groupings: { readonly [N in CollectionName]?: Grouping } = {
  inventory: groupByItem,
  salesOrders: groupByOrder,
}

/** How the records of a collection belong together; undefined where each is a row by itself. */
export function groupingOf(name: CollectionName): Grouping | undefined {
  return groupings[name]
}
