/** Sales orders, grouped from their lines by the nine fields of specification.md section 2. */
import type { SalesOrderRow } from '#contract/records/erp.ts'
import { carriedOver } from '#console/rows/carried/carried-over.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { formatText } from '#console/rows/formats.ts'
import {
  groupRecords,
  makeRows,
  remakeRows,
  type Group,
  type GroupedRows,
} from '#console/rows/carried/groups.ts'

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
  const { groups } = yield* groupRecords(rows, numberOrders())
  return groups.map(({ details }) => details)
}

/** Groups lines into orders. Orders without changed lines stay the same objects after a refresh. */
export function* groupSalesOrders(
  rows: readonly SalesOrderRow[],
): ChunkedTask<readonly SalesOrder[]> {
  return (yield* ordersOf(rows)).orders.rows
}

interface Orders {
  readonly orders: GroupedRows<SalesOrder>
  readonly numberOf: (row: SalesOrderRow) => number
}

const ordersOf = carriedOver<SalesOrderRow, Orders>({
  *make(rows) {
    const numberOf = numberOrders()
    const orders = yield* makeRows(yield* groupRecords(rows, numberOf), orderFrom)
    return { orders, numberOf }
  },
  *carry({ orders: known, numberOf }, rows, change) {
    const orders = yield* remakeRows(known, rows, change, numberOf, orderFrom)
    return orders && { orders, numberOf }
  },
})

/**
 * Gives each order a number. Lines are compared by their displayed text, as row keys are: a server that sends an id once as
 * a number and once as a text would otherwise make two rows of one order, both with the same key.
 */
function numberOrders(): (row: SalesOrderRow) => number {
  const numbers = new Map<string, number>()
  return (row) => {
    const key = JSON.stringify(ORDER_FIELDS.map((field) => formatText(row[field])))
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
}

function orderFrom({ details }: Group<SalesOrderRow>): SalesOrder {
  return { ...pick(details[0] ?? {}), details }
}

function pick(row: SalesOrderRow): Pick<SalesOrderRow, (typeof ORDER_FIELDS)[number]> {
  return Object.fromEntries(ORDER_FIELDS.map((field) => [field, row[field]]))
}
