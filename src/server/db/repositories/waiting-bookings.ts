import { count, isNotNull, min } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { floorRecords, type WaitsFor } from '#server/db/floor-schema.ts'

export interface WaitingBookings {
  /** Null: for nothing but their turn. */
  readonly waitsFor: WaitsFor | null
  readonly records: number
  /** When the first of them arrived. */
  readonly since: Date
}

/** What will be booked without a person, by what it waits for. */
export async function waitingBookings(db: Database): Promise<WaitingBookings[]> {
  const found = await db
    .select({
      waitsFor: floorRecords.waitsFor,
      records: count(),
      since: min(floorRecords.createdAt),
    })
    .from(floorRecords)
    .where(isNotNull(floorRecords.nextAt))
    .groupBy(floorRecords.waitsFor)
  return found.flatMap(({ since, ...one }) => (since ? [{ ...one, since }] : []))
}
