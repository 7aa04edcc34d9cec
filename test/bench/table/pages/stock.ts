/** Inventory as its screen makes it: rows aggregated to items, with a column for each location. */
import { inventory } from '#console/screens/inventory.tsx'
import type { InventoryRow } from '#contract/records/erp.ts'
import type { Sheet } from '#test/bench/table/pages/contender.ts'
import { work } from '#test/bench/table/pages/paint.ts'
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

/** How long it takes to aggregate so many rows, in ms: ours, and the way it is usually written. */
export function aggregation(count: number): { readonly ours: number; readonly spreads: number } {
  const rows = stockRows(count)
  return {
    ours: work(() => void inventory.table(rows)),
    spreads: work(() => void reduceWithSpreads(rows)),
  }
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
