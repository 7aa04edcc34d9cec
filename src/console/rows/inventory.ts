/** Inventory, aggregated per item plus internal id, with one quantity per location (console.md section 3). */
import type { InventoryRow } from '#contract/records/erp.ts'
import { formatText } from '#console/rows/formats.ts'
import { quantityOf } from '#console/rows/quantities.ts'
import { walk, type Work } from '#console/rows/work.ts'

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

/** The rows of each item and internal id, in the order in which they first appear. */
export function* groupByItem<R extends InventoryRow>(rows: readonly R[]): Work<R[][]> {
  const groups: R[][] = []
  // Two maps, one in the other: a text made of both fields would cost more than all the rest.
  const byItem = new Map<string, Map<string, R[]>>()
  yield* walk(rows, (row) => {
    const item = textOf(row.item)
    const id = textOf(row.internal_id)
    let byId = byItem.get(item)
    if (!byId) byItem.set(item, (byId = new Map<string, R[]>()))
    const group = byId.get(id)
    if (group) group.push(row)
    else {
      const fresh = [row]
      byId.set(id, fresh)
      groups.push(fresh)
    }
  })
  return groups
}

/** Aggregates rows in one pass. */
export function* aggregateInventory(rows: readonly InventoryRow[]): Work<InventoryItem[]> {
  const groups = yield* groupByItem(rows)
  const items: InventoryItem[] = []
  yield* walk(groups, (group) => items.push(aggregate(group)))
  return items
}

/** The names of all locations that occur, in order. */
export function locationNames(items: readonly InventoryItem[]): string[] {
  const names = new Set<string>()
  for (const { quantities } of items) for (const name of quantities.keys()) names.add(name)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...names].sort(compare)
}

function aggregate(details: readonly InventoryRow[]): InventoryItem {
  const quantities = new Map<string, number>()
  for (const row of details) {
    const location = textOf(row.location) || textOf(row.location_id)
    quantities.set(location, (quantities.get(location) ?? 0) + (quantityOf(row) ?? 0))
  }
  let total = 0
  for (const quantity of quantities.values()) total += quantity
  const [first] = details
  return {
    item: textOf(first?.item),
    internal_id: textOf(first?.internal_id),
    item_name: textOf(first?.item_name),
    total_quantity: total,
    locations_count: quantities.size,
    quantities,
    details,
  }
}

function textOf(value: string | number | boolean | null | undefined): string {
  // Other servers may send an object, which must not read as '[object Object]'.
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
