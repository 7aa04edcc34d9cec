/**
 * Inventory, aggregated per item and internal id, with one quantity per location (specification.md
 * section 3).
 */
import type { InventoryRow } from '#contract/records/erp.ts'
import { carriedOver } from '#console/rows/carried/carried-over.ts'
import {
  groupRecords,
  makeRows,
  remakeRows,
  type Group,
  type GroupedRows,
} from '#console/rows/carried/groups.ts'
import { numberPairs, type PairNumbers } from '#console/rows/pair-numbers.ts'
import type { Place } from '#console/rows/places.ts'
import { exactSum, quantityOf } from '#console/rows/quantities.ts'
import { formatText } from '#console/rows/formats.ts'
import { placeRows, replaceRows, type RowPlaces } from '#console/rows/row-places.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

export interface InventoryItem {
  readonly item: string
  readonly internal_id: string
  readonly item_name: string
  readonly total_quantity: number
  readonly locations_count: number
  /** The locations that have it. */
  readonly places: readonly Place[]
  /** Its quantity in each of these locations. */
  readonly quantities: readonly number[]
  /** The rows it was made from. */
  readonly details: readonly InventoryRow[]
}

/** The fields that tell one item from another (specification.md section 3). */
export const ITEM_FIELDS = [
  'item',
  'internal_id',
] as const satisfies readonly (keyof InventoryRow)[]
const [ITEM, ITEM_ID] = ITEM_FIELDS

/** The rows of each item and internal id, in order of first appearance. */
export function* groupByItem<R extends InventoryRow>(rows: readonly R[]): ChunkedTask<R[][]> {
  const { numberOf } = numberPairs()
  const { groups } = yield* groupRecords(rows, (row) => numberOf(row[ITEM], row[ITEM_ID]))
  return groups.map(({ details }) => details)
}

/** Aggregates rows. Items without changed rows stay the same objects after a refresh. */
export function* aggregateInventory(
  rows: readonly InventoryRow[],
): ChunkedTask<readonly InventoryItem[]> {
  const { items, located } = yield* stockOf(rows)
  locations.set(items.rows, located.places.inOrder)
  return items.rows
}

const locations = new WeakMap<readonly InventoryItem[], readonly Place[]>()

/** All locations that occur in aggregated rows, in order. */
export function locationsIn(items: readonly InventoryItem[]): readonly Place[] {
  return locations.get(items) ?? []
}

interface Stock {
  readonly items: GroupedRows<InventoryItem>
  readonly named: PairNumbers
  readonly located: RowPlaces
}

const stockOf = carriedOver<InventoryRow, Stock>({
  *make(rows) {
    const named = numberPairs()
    const groups = yield* groupRecords(rows, numberIn(named))
    const located = yield* placeRows(rows)
    return { items: yield* makeRows(groups, aggregateOver(named, located)), named, located }
  },
  *carry({ items: known, named, located: before }, rows, change) {
    const located = yield* replaceRows(before, rows, change)
    if (!located) return null
    const make = aggregateOver(named, located)
    const items = yield* remakeRows(known, rows, change, numberIn(named), make)
    return items && { items, named, located }
  },
})

function numberIn({ numberOf }: PairNumbers): (row: InventoryRow) => number {
  return (row) => numberOf(row[ITEM], row[ITEM_ID])
}

/** The quantity of an item in a location; null if it is unknown there. */
export function quantityAt({ places, quantities }: InventoryItem, place: Place): number | null {
  return quantities[places.indexOf(place)] ?? null
}

function aggregateOver(
  { pairs }: PairNumbers,
  { numbers, places: { ofPair } }: RowPlaces,
): (group: Group<InventoryRow>, number: number) => InventoryItem {
  /**
   * The slot of each place in the current item, shared because a map per item would cost as much as
   * all the rest.
   */
  const slots = new Map<Place, number>()
  return ({ details, places: placesInList }, number) => {
    const places: Place[] = []
    const quantities: number[] = []
    for (let nth = 0; nth < details.length; nth += 1) {
      const place = ofPair[numbers[placesInList[nth] ?? 0] ?? 0]
      const row = details[nth]
      if (!place || !row) continue
      const quantity = quantityOf(row) ?? 0
      const slot = slots.get(place)
      if (slot === undefined) {
        slots.set(place, places.push(place) - 1)
        quantities.push(quantity)
      } else quantities[slot] = exactSum((quantities[slot] ?? 0) + quantity)
    }
    let total_quantity = 0
    for (const quantity of quantities) total_quantity += quantity
    slots.clear()
    const [item, internal_id] = pairs[number] ?? ['', '']
    return {
      item,
      internal_id,
      item_name: nameOf(details[0]?.item_name),
      total_quantity: exactSum(total_quantity),
      locations_count: places.length,
      places,
      quantities,
      details,
    }
  }
}

function nameOf(value: InventoryRow['item_name']): string {
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
