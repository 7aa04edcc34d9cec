/** Where the rows of a list are in the list that was made from it, for whatever is known of each row. */
import type { Derivation } from '#console/rows/derivation.ts'

/** Marks a row that was not in the list before. */
export const NEW = -1

/** Beyond this share of changed rows, work on the list before is started over. */
const MAX_CHANGED = 0.15

type Change = Omit<Derivation, 'from'>

export interface ChangedPlaces {
  /** The places now of the rows that replaced others or are new, ascending. */
  readonly fresh: Int32Array
  /** The place before of each of them; `NEW` if it has none. */
  readonly formerly: Int32Array
  /** The places before of the rows that are gone, ascending. */
  readonly removed: readonly number[]
  /** The place now of each row before, or null if none has moved. That of a removed row means nothing. */
  readonly places: Int32Array | null
}

/** Whether so few rows changed that the work on the list before is worth carrying over. */
export function isSmallChange(
  { replaced, removed, added, inserted = [] }: Change,
  countNow: number,
): boolean {
  const changed = replaced.length + removed.length + added + inserted.length
  return changed <= countNow * MAX_CHANGED
}

/** The places that a change concerns. */
export function changedPlaces(countBefore: number, change: Change): ChangedPlaces {
  const { replaced, removed, added, inserted = [] } = change
  const isStill = removed.length + inserted.length === 0
  const places = isStill ? null : placesAfter(countBefore, removed, inserted)
  const count = replaced.length + inserted.length + added
  const countNow = countBefore - removed.length + inserted.length + added
  const fresh = new Int32Array(count)
  const formerly = new Int32Array(count).fill(NEW)
  let next = 0
  for (let nth = 0; nth < count; nth += 1) {
    const before = replaced[nth - next]
    const place = before === undefined ? countNow : (places?.[before] ?? before)
    const insertedAt = inserted[next] ?? countNow - inserted.length - added + next
    if (before === undefined || insertedAt < place) {
      fresh[nth] = insertedAt
      next += 1
    } else {
      fresh[nth] = place
      formerly[nth] = before
    }
  }
  return { fresh, formerly, removed, places }
}

function placesAfter(
  count: number,
  removed: readonly number[],
  inserted: readonly number[],
): Int32Array {
  const places = new Int32Array(count)
  let gone = 0
  let come = 0
  for (let place = 0; place < count; place += 1) {
    while (inserted[come] === place - gone + come) come += 1
    places[place] = place - gone + come
    if (place === removed[gone]) gone += 1
  }
  return places
}

type Numbers = Int32Array | Float64Array | Uint8Array | Uint16Array

/**
 * Writes what was known of each row to its place now. What is there for the fresh rows means nothing.
 * @param now as long as the list is now
 */
export function carryOver(
  before: Numbers,
  { places, removed }: Pick<ChangedPlaces, 'places' | 'removed'>,
  now: Numbers,
): void {
  if (places === null) {
    now.set(before)
    return
  }
  let gone = 0
  for (let place = 0; place < before.length; place += 1) {
    if (place === removed[gone]) gone += 1
    else now[places[place] ?? 0] = before[place] ?? 0
  }
}

/** How many unused entries are kept beyond one for each used entry. */
const MAX_UNUSED = 1_000

/**
 * Whether so many numbered entries, such as the texts of a column, have become unused that they are better numbered
 * from the rows again.
 * @param count the numbered entries
 * @param used how many of them rows use, or used when they were last numbered
 */
export function hasManyUnused(count: number, used: number): boolean {
  return count > 2 * used + MAX_UNUSED
}
