/** Inventory as its screen makes it: rows aggregated to items, with a column for each location. */
import { runChunked } from '#console/data/api/run-chunked.ts'
import { aggregateInventory } from '#console/rows/inventory.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { inventory } from '#console/screens/inventory.tsx'
import type { InventoryRow } from '#contract/records/erp.ts'
import type { Sheet } from '#test/bench/table/pages/contender.ts'
import { turn, work } from '#test/bench/table/pages/paint.ts'
import { stockRows } from '#test/bench/table/pages/rows.ts'

/** The table of the screen as plain rows, which is what other tables take. */
export function wideSheet(stock: number): Sheet {
  const { rows, columns, keyOf } = inventory.table(stockRows(stock))
  return {
    rows: rows.map((row) => ({
      key: keyOf(row),
      ...Object.fromEntries(columns.map((column) => [column.id, column.value(row)])),
    })),
    columns: columns.map(({ id, title, kind }) => ({
      id,
      title,
      kind: kind === 'quantity' ? kind : 'text',
    })),
    keyOf: (row) => String(Reflect.get(row, 'key')),
  }
}

interface Aggregation {
  /** The longest time that the page is blocked. */
  readonly ours: number
  /** The time of all the work without breaks. */
  readonly whole: number
  /** The time of the usual implementation. */
  readonly spreads: number
}

/** The time to aggregate this many rows, in ms. */
export async function aggregation(count: number): Promise<Aggregation> {
  const rows = stockRows(count)
  return {
    whole: work(() => void runSync(aggregateInventory(rows))),
    ours: await longestBlock(runChunked(inventory.tableAhead(rows))),
    spreads: work(() => void reduceWithSpreads(rows)),
  }
}

/** The longest time between two turns of the page's event loop until the work is done, in ms. */
async function longestBlock(until: Promise<unknown>): Promise<number> {
  let isDone = false
  void until.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const before = performance.now()
    await turn()
    longest = Math.max(longest, performance.now() - before)
  }
  return longest
}

interface Total {
  readonly item: unknown
  readonly quantities: Readonly<Record<string, number>>
}

function reduceWithSpreads(rows: readonly InventoryRow[]): Record<string, Total> {
  const totals: Record<string, Total> = {}
  for (const { item, location, available_quantity } of rows) {
    const known = totals[String(item)] ?? { item, quantities: {} }
    const at = String(location)
    const quantity = (known.quantities[at] ?? 0) + Number(available_quantity)
    totals[String(item)] = { ...known, quantities: { ...known.quantities, [at]: quantity } }
  }
  return totals
}
