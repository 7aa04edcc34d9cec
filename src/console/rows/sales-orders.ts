/** Sales orders, grouped from their lines by the nine fields of specification.md section 2. */
import type { SalesOrderRow } from '#contract/records/erp.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** The fields that identify an order (specification.md section 2). */
export const ORDER_FIELDS = [
  'name',
  'status',
  'location',
  'ponumber',
  'ship_from',
  'internal_id',
  'reference_1',
  'transaction_id',
  'shipping_address',
] as const satisfies readonly (keyof SalesOrderRow)[]

export type SalesOrder = Pick<SalesOrderRow, (typeof ORDER_FIELDS)[number]> & {
  /** The lines of the order. */
  readonly details: readonly SalesOrderRow[]
}

/** The lines of each order, in order of first appearance. */
export function* groupByOrder<R extends SalesOrderRow>(rows: readonly R[]): ChunkedTask<R[][]> {
  const groups = new Map<string, R[]>()
  yield* walk(rows, (row) => {
    const key = JSON.stringify(ORDER_FIELDS.map((field) => row[field] ?? null))
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  })
  return [...groups.values()]
}

/** Groups lines into orders. */
export function* groupSalesOrders(rows: readonly SalesOrderRow[]): ChunkedTask<SalesOrder[]> {
  const orders: SalesOrder[] = []
  yield* walk(yield* groupByOrder(rows), (details) =>
    orders.push({ ...pick(details[0] ?? {}), details }),
  )
  return orders
}

function pick(row: SalesOrderRow): Pick<SalesOrderRow, (typeof ORDER_FIELDS)[number]> {
  return Object.fromEntries(ORDER_FIELDS.map((field) => [field, row[field]]))
}
