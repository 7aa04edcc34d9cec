// An account in which numbers and names are easily mistaken for each other.
import { between, pick, type Random } from '#test/netsuite/random.ts'
import type { Row } from '#test/netsuite/tables.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'

export interface World {
  readonly warehouse: Warehouse
  readonly locations: readonly Row<'location'>[]
  readonly bins: readonly Row<'bin'>[]
  readonly items: readonly Row<'item'>[]
  /** The day up to which, and including which, the accounting periods are closed, in ms. */
  readonly closedUntil: number
}

const NAMES = ['Main', 'Yard', 'Cold', 'Annex']
const NUMBERS = ['A-01', 'A-02', 'B-01', '101', '102', '203', '7']

/** Locations three deep whose short names recur, bins in most of them, and items of every kind. */
export function aWorld(random: Random, closedUntil: number): World {
  const warehouse = createWarehouse()
  warehouse.load('subsidiary', [
    { id: 1, name: 'America' },
    { id: 2, name: 'Germany' },
  ])
  warehouse.load('inventorystatus', [
    { id: 1, name: 'Good' },
    { id: 2, name: 'Damaged' },
  ])
  warehouse.load('unitstype', [{ id: 4, name: 'Pieces' }])
  const unit = { unitstype: 4, pluralname: null, pluralabbreviation: null }
  warehouse.load('unitstypeuom', [
    {
      ...unit,
      internalid: 41,
      unitname: 'Each',
      abbreviation: 'EA',
      conversionrate: 1,
      baseunit: 'T',
    },
    {
      ...unit,
      internalid: CASES,
      unitname: 'Case',
      abbreviation: 'CS',
      conversionrate: 12,
      baseunit: 'F',
    },
  ])
  const start = Date.UTC(2020, 0)
  const period = { periodname: 'Old', startdate: start, enddate: closedUntil, closed: 'T' } as const
  warehouse.load('accountingperiod', [{ id: 1, ...period }])
  addLocations(warehouse, random)
  addBins(warehouse, random)
  addItems(warehouse, random)
  return {
    warehouse,
    closedUntil,
    locations: warehouse.rows('location'),
    bins: warehouse.rows('bin'),
    items: warehouse.rows('item'),
  }
}

/** Their ids are numbers of bins and items, too. */
const LOCATION_IDS = [7, 101, 102, 203, 301, 302, 303, 304, 305, 306, 307, 308]

function addLocations(warehouse: Warehouse, random: Random): void {
  const top = LOCATION_IDS.slice(0, 4).map((id, nth) => {
    const name = `${NAMES[nth] ?? ''} ${nth === 3 ? 'Hamburg' : 'East'}`
    const subsidiary = nth === 3 ? 2 : 1
    return warehouse.add('location', { id, name, fullname: name, subsidiary, usebins: 'T' })
  })
  for (const id of LOCATION_IDS.slice(4)) {
    const above = pick(random, warehouse.rows('location'))
    const name = pick(random, NAMES)
    const fullname = `${above.fullname ?? ''} : ${name}`
    const isTaken = warehouse.rows('location').some((one) => one.fullname === fullname)
    if (isTaken) continue
    const usebins = random() < 0.8 ? 'T' : 'F'
    const { subsidiary } = above
    warehouse.add('location', { id, name, fullname, parent: above.id, subsidiary, usebins })
  }
  if (top.length === 0) throw new RangeError('an account needs locations')
}

function addBins(warehouse: Warehouse, random: Random): void {
  // The ids begin where numbers of other bins, and ids of locations, are.
  let id = 100
  for (const { id: location, usebins } of warehouse.rows('location')) {
    if (usebins === 'F') continue
    for (const binnumber of NUMBERS) {
      if (random() < 0.3 && binnumber !== 'A-01') continue
      warehouse.add('bin', { id: (id += 1), binnumber, location })
    }
  }
}

/** The unit of twelve pieces. */
export const CASES = 42

function addItems(warehouse: Warehouse, random: Random): void {
  for (let nth = 1; nth <= 40; nth += 1) {
    const isNumeric = random() < 0.4
    const isLot = random() < 0.25
    const isSerial = !isLot && random() < 0.25
    const hasUnits = random() < 0.5
    warehouse.add('item', {
      id: nth,
      // A number that is the id of another item, or of a bin.
      itemid: isNumeric ? String(nth + 7) : `SKU-${String(nth)}`,
      displayname: `Item no. ${String(nth)}`,
      // Some codes belong to two items.
      upccode: random() < 0.7 ? `0${String(36_000_000_000 + Math.ceil(nth / 1.2))}` : null,
      islotitem: isLot ? 'T' : 'F',
      isserialitem: isSerial ? 'T' : 'F',
      // A serial number is one piece, so that their items are counted in pieces.
      ...(hasUnits && { unitstype: 4, stockunit: !isSerial && nth % 4 === 0 ? CASES : 41 }),
      usebins: nth % 7 === 0 ? 'F' : nth % 5 === 0 ? null : 'T',
      isinactive: random() < 0.05 ? 'T' : 'F',
    })
    const numbers = isLot ? ['L-1', 'L-2'] : isSerial ? ['S-1', 'S-2', 'S-3', 'S-4'] : []
    for (const inventorynumber of numbers)
      warehouse.add('inventorynumber', { item: nth, inventorynumber })
  }
}

/** A time in the last ninety days, often near midnight. */
export function someTime(random: Random, now: number): number {
  const day = now - between(random, 0, 90) * 86_400_000
  const at = random() < 0.4 ? day - (day % 86_400_000) + between(random, -9, 9) * 3_600_000 : day
  return Math.min(now, at - between(random, 0, 3_599) * 1_000)
}
