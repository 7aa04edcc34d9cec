/** A list's change, as the parts of an index carry it over from the list before. */
import {
  changedPlaces,
  isSmallChange,
  NEW,
  type ChangedPlaces,
} from '#console/rows/carried/changed-places.ts'
import type { Derivation } from '#console/rows/derivation.ts'

/** It refers to single rows and not to the list before, which would keep its index and all lists before it alive. */
export interface RowChange<R> extends ChangedPlaces {
  readonly rows: readonly R[]
  /** The number of rows before. */
  readonly countBefore: number
  /** The row that each of the fresh ones replaced; undefined if it is new. */
  readonly former: readonly (R | undefined)[]
  /** The rows that are gone. */
  readonly gone: readonly R[]
}

/** Null if so many rows changed that an index is better built from all of them. */
export function rowChange<R extends object>(
  rows: readonly R[],
  from: readonly R[],
  change: Omit<Derivation, 'from'>,
): RowChange<R> | null {
  if (!isSmallChange(change, rows.length)) return null
  const changed = changedPlaces(from.length, change)
  return {
    ...changed,
    rows,
    countBefore: from.length,
    former: Array.from(changed.formerly, (place) => (place === NEW ? undefined : from[place])),
    gone: rowsAt(from, change.removed),
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
