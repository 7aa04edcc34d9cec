import type { Random } from '#test/netsuite/random.ts'
import { between, pick } from '#test/netsuite/random.ts'
import { BIN_MEMOS } from '#test/netsuite/generator/words.ts'
import type { Row } from '#test/netsuite/tables.ts'

const AISLES = 24
const LEVELS = 5

/** `WH 1`, `WH 2` …; the last one is closed, every sixth works without bins. */
export function makeLocations(count: number): Row<'location'>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `WH ${index + 1}`,
    fullname: `WH ${index + 1}`,
    parent: null,
    isinactive: count > 3 && index === count - 1 ? 'T' : 'F',
    subsidiary: 1,
    usebins: index % 6 === 5 ? 'F' : 'T',
  }))
}

/** Bins in the locations that use them; locations have the same bin numbers. */
export function makeBins(
  random: Random,
  count: number,
  locations: readonly Row<'location'>[],
): Row<'bin'>[] {
  const places = locations.filter((location) => location.usebins === 'T')
  return Array.from({ length: count }, (_, index) => {
    const place = pickInTurn(places, index)
    const nth = Math.floor(index / places.length)
    const aisle = (nth % AISLES) + 1
    const rack = Math.floor(nth / AISLES / LEVELS) + 1
    const level = (Math.floor(nth / AISLES) % LEVELS) + 1
    return {
      id: index + 1,
      binnumber: `${letter(aisle)}-${pad(rack)}-${pad(level)}`,
      location: place.id,
      memo: random() < 0.15 ? pick(random, BIN_MEMOS) : null,
      isinactive: random() < 0.04 ? 'T' : 'F',
      sequencenumber: nth + 1,
      custrecord_bin_orientation: random() < 0.5 ? 'Left' : 'Right',
      custrecord_aisle_no: `Aisle ${aisle}`,
      custrecord_bin: String(level),
      custrecord_inventory_counted: random() < 0.6 ? 'T' : 'F',
      custrecord_room: `Room ${between(random, 1, 3)}`,
      custrecord_wh: place.name,
      custrecord_zone: null,
      custrecord_capacity: null,
      custrecord_checked: null,
      custrecord_keeper: null,
    }
  })
}

function pickInTurn<T>(list: readonly T[], turn: number): T {
  const found = list[turn % list.length]
  if (found === undefined) throw new RangeError('bins need a location that uses bins')
  return found
}

function letter(aisle: number): string {
  return String.fromCharCode(64 + aisle)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
