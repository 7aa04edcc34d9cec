import { and, count, inArray, isNotNull, min } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { floorRecords, type WaitsFor } from '#server/db/schema/floor.ts'

export interface WaitingBookings {
  /** Null: for nothing but their turn. */
  readonly waitsFor: WaitsFor | null
  readonly records: number
  /** When the first of them arrived. */
  readonly since: Date
}

/** What will be booked without a person, of some collections, by what it waits for. */
export async function waitingBookings(
  db: Database,
  collections: readonly string[],
): Promise<WaitingBookings[]> {
  const found = await db
    .select({
      waitsFor: floorRecords.waitsFor,
      records: count(),
      since: min(floorRecords.createdAt),
    })
    .from(floorRecords)
    .where(and(isNotNull(floorRecords.nextAt), inArray(floorRecords.collection, [...collections])))
    .groupBy(floorRecords.waitsFor)
  return found.flatMap(({ since, ...one }) => (since ? [{ ...one, since }] : []))
}
