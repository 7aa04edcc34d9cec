/**
 * Inventory, aggregated per item and internal id, with one quantity per location (specification.md
 * section 3).
 */
import type { InventoryRow } from '#contract/records/erp.ts'
import { numberPairs, type Pair } from '#console/rows/pair-numbers.ts'
import { sortPlaces, placesOf, type Place } from '#console/rows/places.ts'
import { quantityOf } from '#console/rows/quantities.ts'
import { formatText } from '#console/rows/formats.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

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
  const groups: R[][] = []
  const { numberOf } = numberPairs()
  yield* walk(rows, (row) => {
    const group = (groups[numberOf(row[ITEM], row[ITEM_ID])] ??= [])
    group.push(row)
  })
  return groups
}

interface Group {
  readonly details: InventoryRow[]
  /** The number of each row's location. */
  readonly locations: number[]
}

/** Aggregates rows in two passes: one over the rows, one over their groups. */
export function* aggregateInventory(rows: readonly InventoryRow[]): ChunkedTask<InventoryItem[]> {
  const named = numberPairs()
  const located = numberPairs()
  const groups: Group[] = []
  yield* walk(rows, (row) => {
    const nth = named.numberOf(row[ITEM], row[ITEM_ID])
    const { details, locations } = (groups[nth] ??= { details: [], locations: [] })
    details.push(row)
    locations.push(located.numberOf(row.location, row.location_id))
  })
  const aggregate = aggregateOver(placesOf(located.pairs))
  const items: InventoryItem[] = []
  yield* walk(groups, (group, nth) => items.push(aggregate(group, named.pairs[nth] ?? ['', ''])))
  return items
}

/** All locations that occur, in order. */
export function locationsIn(items: readonly InventoryItem[]): Place[] {
  const found = new Set<Place>()
  for (const { places } of items) for (const place of places) found.add(place)
  return sortPlaces(found)
}

/** The quantity of an item in a location; null if it is unknown there. */
export function quantityAt({ places, quantities }: InventoryItem, place: Place): number | null {
  return quantities[places.indexOf(place)] ?? null
}

/** @param placeOf the place for each number of a location and location id pair */
function aggregateOver(placeOf: readonly Place[]): (group: Group, names: Pair) => InventoryItem {
  /**
   * The slot of each place in the current item, shared because a map per item would cost as much as
   * all the rest.
   */
  const slots = new Int32Array(placeOf.length).fill(NOWHERE)
  return ({ details, locations }, [item, internal_id]) => {
    const places: Place[] = []
    const quantities: number[] = []
    for (let nth = 0; nth < details.length; nth += 1) {
      const place = placeOf[locations[nth] ?? 0]
      const row = details[nth]
      if (!place || !row) continue
      const quantity = quantityOf(row) ?? 0
      const slot = slots[place.nth] ?? NOWHERE
      if (slot === NOWHERE) {
        slots[place.nth] = places.push(place) - 1
        quantities.push(quantity)
      } else quantities[slot] = (quantities[slot] ?? 0) + quantity
    }
    let total_quantity = 0
    for (const quantity of quantities) total_quantity += quantity
    for (const { nth } of places) slots[nth] = NOWHERE
    return {
      item,
      internal_id,
      item_name: nameOf(details[0]?.item_name),
      total_quantity,
      locations_count: places.length,
      places,
      quantities,
      details,
    }
  }
}

const NOWHERE = -1

function nameOf(value: InventoryRow['item_name']): string {
  return value === null || value === undefined || value === '' ? '' : formatText(value)
}
