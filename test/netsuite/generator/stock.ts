import { DAY_MS, dayOf } from '#test/netsuite/generator/clock.ts'
import type { Random } from '#test/netsuite/random.ts'
import { between, pick } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'

/** The items, locations and bins that have stock. */
export interface StockPlaces {
  readonly items: readonly Row<'item'>[]
  readonly lots: readonly Row<'inventorynumber'>[]
  readonly locations: readonly Row<'location'>[]
  readonly bins: readonly Row<'bin'>[]
}

/** The stock per location, and per bin, lot and status; the sums agree. */
export interface Stock {
  readonly perLocation: Row<'aggregateitemlocation'>[]
  readonly perBin: Row<'inventorybalance'>[]
}

const GOOD = 1
const DAMAGED = 2

/**
 * Exactly `count` rows of stock per item and location, spread evenly, in key order. Adds the sums to the items.
 * @throws Error when there are fewer pairs of item and location than rows
 */
export function makeStock(random: Random, count: number, places: StockPlaces, now: number): Stock {
  const { items, locations } = places
  const binsAt = groupBy(places.bins, (bin) => bin.location)
  const lotsOf = groupBy(places.lots, (lot) => lot.item)
  const perLocation: Row<'aggregateitemlocation'>[] = []
  const perBin: Row<'inventorybalance'>[] = []
  let pairs = items.length * locations.length
  if (count > pairs) throw new RangeError(`${count} inventory rows need more items or locations`)
  for (const item of items) {
    for (const { id: location } of locations) {
      // Selection sampling: each pair is taken with the probability that yields exactly `count` rows.
      const isTaken = random() * pairs < count - perLocation.length
      pairs -= 1
      if (!isTaken) continue
      const balances = makeBalances(random, item.id, location, binsAt, lotsOf)
      for (const balance of balances) perBin.push(balance)
      const row = makeAggregate(random, item.id, location, balances, now)
      item.totalquantityonhand = (item.totalquantityonhand ?? 0) + (row.quantityonhand ?? 0)
      perLocation.push(row)
    }
  }
  return { perLocation, perBin }
}

function makeBalances(
  random: Random,
  item: number,
  location: number,
  binsAt: ReadonlyMap<number | null, readonly Row<'bin'>[]>,
  lotsOf: ReadonlyMap<number | null, readonly Row<'inventorynumber'>[]>,
): Row<'inventorybalance'>[] {
  const bins = binsAt.get(location)
  const lots = lotsOf.get(item)
  // Stock is in one bin, sometimes in none; some of it is split by status.
  const bin = bins && random() < 0.95 ? pick(random, bins).id : null
  const lot = lots ? pick(random, lots).id : null
  const rows = [makeBalance(item, location, bin, lot, GOOD, someQuantity(random))]
  if (random() < 0.05) {
    rows.push(makeBalance(item, location, bin, lot, DAMAGED, between(random, 1, 9)))
  }
  return rows
}

function makeBalance(
  item: number,
  location: number,
  binnumber: number | null,
  inventorynumber: number | null,
  inventorystatus: number,
  quantity: number,
): Row<'inventorybalance'> {
  return {
    item,
    location,
    binnumber,
    inventorynumber,
    inventorystatus,
    quantityonhand: quantity,
    quantityavailable: inventorystatus === GOOD ? quantity : 0,
  }
}

function makeAggregate(
  random: Random,
  item: number,
  location: number,
  balances: readonly Row<'inventorybalance'>[],
  now: number,
): Row<'aggregateitemlocation'> {
  const onHand = balances.reduce((sum, row) => sum + (row.quantityonhand ?? 0), 0)
  const available = balances.reduce((sum, row) => sum + (row.quantityavailable ?? 0), 0)
  const committed = available > 10 && random() < 0.3 ? between(random, 1, 10) : 0
  const changed = dayOf(now) - between(random, 0, 200) * DAY_MS
  return {
    item,
    location,
    quantityonhand: onHand,
    quantityavailable: available - committed,
    quantitycommitted: committed,
    quantityonorder: random() < 0.2 ? between(random, 1, 20) * 10 : null,
    quantityintransit: null,
    quantitybackordered: random() < 0.05 ? between(random, 1, 30) : null,
    lastquantityavailablechange: changed,
    lastmodifieddate: changed,
  }
}

/** Mostly positive, sometimes zero, rarely negative, as in real accounts. */
function someQuantity(random: Random): number {
  const dice = random()
  if (dice < 0.06) return 0
  if (dice < 0.07) return -between(random, 1, 5)
  return between(random, 1, 480)
}

function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}
