/** What was made of a list, kept with it, so that it can be carried over to the list that is made from it. */
import {
  changedPlaces,
  isSmallChange,
  type ChangedPlaces,
} from '#console/rows/carried/changed-places.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { derivationOf } from '#console/rows/derivation.ts'

interface Makers<R, T> {
  /** Makes it of the list alone. */
  readonly make: (records: readonly R[]) => ChunkedTask<T>
  /** Carries it over from the list before; null if it is better made of the list alone. */
  readonly carry: (known: T, records: readonly R[], change: ChangedPlaces) => ChunkedTask<T | null>
}

/** Makes something of lists, and after a small change carries it over. */
export function carriedOver<R extends object, T extends object>({
  make,
  carry,
}: Makers<R, T>): (records: readonly R[]) => ChunkedTask<T> {
  const made = new WeakMap<readonly R[], T>()
  function* carriedTo(records: readonly R[]): ChunkedTask<T | null> {
    const derivation = derivationOf(records)
    const known = derivation && made.get(derivation.from)
    if (!known || !isSmallChange(derivation, records.length)) return null
    return yield* carry(known, records, changedPlaces(derivation.from.length, derivation))
  }
  return function* (records) {
    const now = (yield* carriedTo(records)) ?? (yield* make(records))
    made.set(records, now)
    return now
  }
}
