/** The location of each inventory row. */
import type { InventoryRow } from '#contract/records/erp.ts'
import { carryOver, NEW, type ChangedPlaces } from '#console/rows/carried/changed-places.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { numberPairs, type PairNumbers } from '#console/rows/pair-numbers.ts'
import { placesOf, sortPlaces, type Place } from '#console/rows/places.ts'

export interface RowPlaces {
  /** The number of each row's pair of location and location id. */
  readonly numbers: Int32Array
  readonly named: PairNumbers
  /** The number of rows of each pair. */
  readonly counts: Int32Array
  readonly places: PairPlaces
}

/** The places of the pairs that rows have. */
interface PairPlaces {
  /** By the number of the pair; undefined for a pair that no row has any more. */
  readonly ofPair: readonly (Place | undefined)[]
  readonly inOrder: readonly Place[]
}

/** Reads the locations of all rows. */
export function* placeRows(rows: readonly InventoryRow[]): ChunkedTask<RowPlaces> {
  const named = numberPairs()
  const numbers = new Int32Array(rows.length)
  yield* walk(rows, (row, place) => {
    numbers[place] = named.numberOf(row.location, row.location_id)
  })
  const counts = new Int32Array(named.pairs.length)
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
  return { numbers, named, counts, places: pairPlaces(named, counts) }
}

/**
 * The same after some rows have changed. Null if a location that came or went changes the title of another, because
 * then items without changed rows are others too.
 */
export function* replaceRows(
  known: RowPlaces,
  rows: readonly InventoryRow[],
  change: ChangedPlaces,
): ChunkedTask<RowPlaces | null> {
  const { named } = known
  const numbers = new Int32Array(rows.length)
  carryOver(known.numbers, change, numbers)
  const gained = new Map<number, number>()
  const gain = (number: number | undefined, by: 1 | -1): void => {
    if (number !== undefined) gained.set(number, (gained.get(number) ?? 0) + by)
  }
  yield* walk(change.removed, (place) => gain(known.numbers[place], -1))
  yield* walk(change.fresh, (place, nth) => {
    const row = rows[place]
    if (!row) return
    const number = named.numberOf(row.location, row.location_id)
    numbers[place] = number
    gain(number, 1)
    const before = change.formerly[nth] ?? NEW
    if (before !== NEW) gain(known.numbers[before], -1)
  })
  const counts = new Int32Array(named.pairs.length)
  counts.set(known.counts)
  for (const [number, by] of gained) counts[number] = (counts[number] ?? 0) + by
  const isSame = Array.from(gained.keys()).every(
    (number) => (counts[number] ?? 0) > 0 === (known.counts[number] ?? 0) > 0,
  )
  if (isSame) return { numbers, named, counts, places: known.places }
  const places = pairPlaces(named, counts, known.places.inOrder)
  const isKept = places.ofPair.every((place, number) => {
    const before = known.places.ofPair[number]
    return !place || !before || place === before
  })
  return isKept ? { numbers, named, counts, places } : null
}

function pairPlaces(
  { pairs }: PairNumbers,
  counts: Int32Array,
  known?: readonly Place[],
): PairPlaces {
  const inUse = pairs.filter((_, number) => (counts[number] ?? 0) > 0)
  const places = placesOf(inUse, known)
  const placeOf = new Map(inUse.map((pair, nth) => [pair, places[nth]]))
  return {
    ofPair: pairs.map((pair) => placeOf.get(pair)),
    inOrder: sortPlaces(new Set(places)),
  }
}
