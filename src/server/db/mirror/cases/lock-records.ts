/** Locks floor records before their cases, as whatever stores an answer does. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { type FloorRecord, isFree, type RecordKey } from '#server/db/mirror/floor-records.ts'

/** A floor record that is locked until the transaction ends. */
export interface LockedRecord extends RecordKey {
  readonly booking: FloorRecord['booking']
  readonly nextAt: Date | null
  /** Whether a worker is sending it at this moment. */
  readonly isBeingSent: boolean
}

/**
 * Locks the floor records among these, always in one order: an answer that is being stored is then stored, and no
 * worker takes one of them. Ids of anything else are left out.
 */
export async function lockRecords(
  tx: Transaction,
  keys: readonly RecordKey[],
  at: Date,
): Promise<readonly LockedRecord[]> {
  const locked: LockedRecord[] = []
  const free: SQL<boolean | null> = sql`${isFree(at)}`
  for (const collection of [...new Set(keys.map((key) => key.collection))].toSorted()) {
    const ids = keys.filter((key) => key.collection === collection).map(({ id }) => id)
    const found = await tx
      .select({
        collection: floorRecords.collection,
        id: floorRecords.id,
        booking: floorRecords.booking,
        nextAt: floorRecords.nextAt,
        isFree: free,
      })
      .from(floorRecords)
      .where(and(eq(floorRecords.collection, collection), isAnyOf(floorRecords.id, ids)))
      .orderBy(floorRecords.id)
      .for('update')
    for (const one of found)
      locked.push({
        collection,
        id: one.id,
        booking: one.booking,
        nextAt: one.nextAt,
        isBeingSent: one.isFree !== true,
      })
  }
  return locked
}
