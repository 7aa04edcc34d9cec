/** A warehouse at work: the demo's ERP keeps changing, so that a sync brings something new. */
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const CHANGES_EVERY_MS = 20_000
const SEED = 20

/** Makes the first changes immediately and more every 20 seconds; returns a function that stops it. */
export function keepWarehouseBusy(warehouse: Warehouse): () => void {
  const random = createRandom(SEED)
  work(warehouse, random)
  const timer = setInterval(work, CHANGES_EVERY_MS, warehouse, random)
  timer.unref()
  return () => clearInterval(timer)
}

/** A new bin and item, now and then a new location, and stock that moved. */
function work(warehouse: Warehouse, random: Random): void {
  const locations = warehouse.rows('location')
  if (locations.length < 40) {
    const name = `WH ${String(locations.length + 1)}`
    warehouse.add('location', { name, fullname: name, subsidiary: 1, usebins: 'T' })
  }
  const place = pick(random, locations)
  warehouse.add('bin', {
    binnumber: `N-${String(between(random, 10, 99))}-${String(between(random, 1, 9))}`,
    location: place.id,
    custrecord_bin_orientation: 'Left',
    custrecord_aisle_no: 'Aisle N',
    custrecord_bin: '1',
    custrecord_room: 'Room 1',
    custrecord_wh: place.name,
  })
  const number = String(between(random, 100_000, 999_999))
  warehouse.add('item', {
    itemid: `NEW-${number}`,
    displayname: `New arrival ${number}`,
    upccode: `0${number}00000`,
    itemtype: 'InvtPart',
  })
  const stock = pick(random, warehouse.rows('aggregateitemlocation'))
  const quantity = between(random, 0, 500)
  warehouse.change(
    'aggregateitemlocation',
    { item: stock.item, location: stock.location },
    { quantityonhand: quantity, quantityavailable: quantity },
  )
}

/** The item numbers of new arrivals in their order, the same in every demo. */
export function* arrivals(): Generator<string, never> {
  const random = createRandom(SEED)
  const skip = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1) random()
  }
  for (;;) {
    // The location and the name of the bin; then what moved, and its quantity.
    skip(3)
    yield `NEW-${String(between(random, 100_000, 999_999))}`
    skip(2)
  }
}
