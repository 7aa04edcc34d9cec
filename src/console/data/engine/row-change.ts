/** A list's change, as the parts of an index carry it over from the list before. */
import type { Derivation } from '#console/rows/derivation.ts'

/** Marks a row that was not in the list before. */
export const NEW = -1

/** It refers to single rows and not to the list before, which would keep its index and all lists before it alive. */
export interface RowChange<R> {
  readonly rows: readonly R[]
  /** The number of rows before. */
  readonly countBefore: number
  /** The places now of the rows that replaced others or are new, ascending. */
  readonly fresh: Int32Array
  /** The place before of each of them; `NEW` if it is at the end. */
  readonly formerly: Int32Array
  /** The rows that were replaced, in the same order. */
  readonly former: readonly R[]
  /** The places before of the rows that are gone, ascending. */
  readonly removed: readonly number[]
  /** These rows. */
  readonly gone: readonly R[]
  /** The place now of each row before, or null if none has moved. That of a removed row means nothing. */
  readonly places: Int32Array | null
}

/** Beyond this share of changed rows, a new index costs less. */
const MOST_CHANGED = 0.15

/** Null if so many rows changed that an index is better built from all of them. */
export function rowChange<R extends object>(
  rows: readonly R[],
  from: readonly R[],
  { replaced, removed, added }: Omit<Derivation, 'from'>,
): RowChange<R> | null {
  const count = replaced.length + added
  if (count + removed.length > rows.length * MOST_CHANGED) return null
  const places = removed.length === 0 ? null : placesAfter(from.length, removed)
  const fresh = new Int32Array(count)
  const formerly = new Int32Array(count).fill(NEW)
  formerly.set(replaced)
  for (const [nth, place] of replaced.entries()) fresh[nth] = places?.[place] ?? place
  for (let nth = 0; nth < added; nth += 1) fresh[replaced.length + nth] = rows.length - added + nth
  return {
    rows,
    countBefore: from.length,
    fresh,
    formerly,
    former: rowsAt(from, replaced),
    removed,
    gone: rowsAt(from, removed),
    places,
  }
}

/** The rows at some places. */
export function rowsAt<R>(rows: readonly R[], places: Iterable<number>): R[] {
  const found: R[] = []
  for (const place of places) {
    const row = rows[place]
    if (row !== undefined) found.push(row)
  }
  return found
}

function placesAfter(count: number, removed: readonly number[]): Int32Array {
  const places = new Int32Array(count)
  let gone = 0
  for (let place = 0; place < count; place += 1) {
    places[place] = place - gone
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
  { places, removed }: Pick<RowChange<never>, 'places' | 'removed'>,
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
