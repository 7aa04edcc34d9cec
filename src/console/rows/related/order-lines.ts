/** The lines of sales orders that still wait to be shipped. */
import type { Row } from '#contract/collections.ts'
import { numberOf } from '#console/rows/formats.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** One line of an order. */
export interface OrderLine {
  /** The internal id of the order. */
  readonly order: string
  readonly line: string
  /** The number that people know the order by. */
  readonly number: string
  readonly customer: string
  readonly status: string
  readonly item: string
  readonly itemId: string
  readonly location: string
  readonly quantity: number | null
  readonly shipped: number | null
}

/** Words in the status of an order that needs nothing more. */
const DONE = /clos|cancel|billed|complete|fulfilled$/i
const OPEN = /pending|partial/i

/** The open lines that pass a test, at most `limit` of them, with the number of all. */
export function* openLines(
  rows: readonly Row[],
  test: (row: Row) => boolean,
  limit: number,
): ChunkedTask<{ readonly lines: readonly OrderLine[]; readonly of: number }> {
  const lines: OrderLine[] = []
  let of = 0
  yield* walk(rows, (row) => {
    if (!test(row) || !isOpen(row)) return
    of += 1
    if (lines.length < limit) lines.push(lineOf(row))
  })
  return { lines, of }
}

/** The items of an order, in the order of its lines; empty where the lines do not name them. */
export function itemsOf(rows: readonly Row[]): readonly Pick<OrderLine, 'item' | 'itemId'>[] {
  const items = new Map<string, Pick<OrderLine, 'item' | 'itemId'>>()
  for (const row of rows) {
    const { item, itemId } = lineOf(row)
    if (itemId !== '') items.set(itemId, { item, itemId })
  }
  return [...items.values()]
}

function isOpen(row: Row): boolean {
  const status = textOf(row['status'])
  if (DONE.test(status) && !OPEN.test(status)) return false
  const { quantity, shipped } = lineOf(row)
  return quantity === null || shipped === null || shipped < quantity
}

function lineOf(row: Row): OrderLine {
  return {
    order: textOf(row['internal_id'] ?? row['id']),
    line: textOf(row['line_id']),
    number: textOf(row['transaction_id'] ?? row['internal_id']),
    customer: textOf(row['name']),
    status: textOf(row['status']),
    item: textOf(row['item'] ?? row['item_id']),
    itemId: textOf(row['item_id']),
    location: textOf(row['location']),
    quantity: numberOf(row['quantity']),
    shipped: numberOf(row['quantity_shipped']),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
