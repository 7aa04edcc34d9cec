/**
 * The stock that a record changes: each item in each bin, as one text. Records with a key in common are
 * booked in the order in which they were made. A line that names what is not known yet has no key: it cannot
 * be booked before a sync, which is when it gets one.
 */
import type { Row } from '#contract/collections.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { Home } from '#server/db/schema/floor.ts'
import type { BookedLine } from '#server/erp/booking/meaning/booked-lines.ts'
import { findItem } from '#server/erp/booking/meaning/find-item.ts'
import { findPlace, type Place, placeOf } from '#server/erp/booking/meaning/find-place.ts'
import { type KnownRows, knownRows } from '#server/erp/booking/meaning/known-rows.ts'
import { type SentLine, sentLines } from '#server/erp/booking/meaning/sent-lines.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

/** The keys of lines that are known whole. */
export function keysOf(lines: readonly BookedLine[]): string[] {
  return sorted(
    lines.flatMap(({ item, from, to }) =>
      (to ? [from, to] : [from]).map((place) => `${item.id}@${placeKey(place)}`),
    ),
  )
}

/** The keys of a record, as far as it is known. */
export async function stockKeys(
  db: Database | Transaction,
  collection: BookedCollection,
  record: Row,
  home: Home | null,
): Promise<string[]> {
  const lines = known(() => sentLines(collection, record)) ?? []
  const rows = await knownRows(db, lines)
  return sorted(lines.flatMap((line) => keysOfLine(rows, line, home)))
}

function keysOfLine(rows: KnownRows, line: SentLine, home: Home | null): string[] {
  const item = known(() => findItem(rows, line.item))
  const places = line.to ? [line.from, line.to] : [line.from]
  return places.flatMap((sent) => {
    const place = item && known(() => placeOf(item, findPlace(rows, sent, home)))
    return item && place ? [`${item.id}@${placeKey(place)}`] : []
  })
}

function placeKey({ location, bin }: Place): string {
  return bin ? `b${bin.id}` : `l${location.id}`
}

function known<T>(find: () => T): T | null {
  try {
    return find()
  } catch (error) {
    if (error instanceof Unbookable) return null
    throw error
  }
}

function sorted(keys: readonly string[]): string[] {
  return [...new Set(keys)].toSorted()
}
