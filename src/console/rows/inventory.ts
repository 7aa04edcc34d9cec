/** Inventory, aggregated per item plus internal id, with one quantity per location (console.md section 3). */
import type { InventoryRow } from '#contract/records/erp.ts'
import { formatText } from '#console/rows/formats.ts'
import { quantityOf } from '#console/rows/quantities.ts'

export interface InventoryItem {
  readonly item: string
  readonly internal_id: string
  readonly item_name: string
  readonly total_quantity: number
  readonly locations_count: number
  /** Location name to quantity. */
  readonly quantities: ReadonlyMap<string, number>
  /** The rows it was made of. */
  readonly details: readonly InventoryRow[]
}

/** Aggregates rows in one pass. */
export function aggregateInventory(rows: readonly InventoryRow[]): InventoryItem[] {
  const groups = new Map<string, InventoryRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([textOf(row.item), textOf(row.internal_id)])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()].map(aggregate)
}

/** The names of all locations that occur, in order. */
export function locationNames(items: readonly InventoryItem[]): string[] {
  const names = new Set(items.flatMap((item) => [...item.quantities.keys()]))
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...names].sort(compare)
}

function aggregate(details: readonly InventoryRow[]): InventoryItem {
  const quantities = new Map<string, number>()
  for (const row of details) {
    const location = textOf(row.location) || textOf(row.location_id)
    quantities.set(location, (quantities.get(location) ?? 0) + (quantityOf(row) ?? 0))
  }
  const [first] = details
  return {
    item: textOf(first?.item),
    internal_id: textOf(first?.internal_id),
    item_name: textOf(first?.item_name),
    total_quantity: [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0),
    locations_count: quantities.size,
    quantities,
    details,
  }
}

function textOf(value: string | number | boolean | null | undefined): string {
  // Other servers may send an object, which must not read as '[object Object]'.
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
