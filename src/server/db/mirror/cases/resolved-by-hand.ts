/**
 * What a person has resolved by hand, such as by booking it in NetSuite: it is not booked as well, or the stock would
 * move twice (decisions/server/exceptions.md).
 */
import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { CaseRow } from '#server/db/mirror/cases/case-after.ts'
import type { LockedRecord } from '#server/db/mirror/cases/lock-records.ts'
import { leaveRetries } from '#server/db/mirror/cases/retry-answers.ts'
import { NOT_DUE, type RecordKey, REVOKED } from '#server/db/mirror/floor-records.ts'

type Key = Pick<CaseRow, 'collection' | 'recordId'>

/** Whether it is too late for a person to decide: NetSuite has booked the record, or is getting it now. */
export function isDecided({ booking, isBeingSent }: LockedRecord): boolean {
  return booking === 'booked' || isBeingSent
}

/**
 * Takes records out of the line of bookings and out of their retries. They and the cases are locked. A lease that is
 * over ends for its holder too, which may be about to send the record; it is kept for an answer that is under way.
 */
export async function stopBooking(
  tx: Transaction,
  resolved: readonly Key[],
  at: Date,
): Promise<void> {
  for (const collection of new Set(resolved.map((one) => one.collection))) {
    const ids = resolved
      .filter((one) => one.collection === collection)
      .map(({ recordId }) => recordId)
    await tx
      .update(floorRecords)
      .set({
        ...NOT_DUE,
        leasedUntil: sql`least(${floorRecords.leasedUntil}, ${REVOKED}::timestamptz)`,
      })
      .where(
        and(
          eq(floorRecords.collection, collection),
          isAnyOf(floorRecords.id, ids),
          or(
            isNotNull(floorRecords.nextAt),
            isNotNull(floorRecords.waitsFor),
            isNotNull(floorRecords.lease),
          ),
        ),
      )
    await leaveRetries(tx, collection, ids, at)
  }
}

/** Those of some records that a person has resolved by hand. They are locked. */
export async function resolvedByHand(
  tx: Transaction,
  records: readonly RecordKey[],
): Promise<readonly RecordKey[]> {
  const ids = records.map(({ id }) => id)
  return tx
    .select({ collection: cases.collection, id: cases.recordId })
    .from(cases)
    .where(
      and(
        isAnyOf(cases.recordId, ids),
        eq(cases.state, 'resolved'),
        ne(cases.resolvedHow, 'booked'),
      ),
    )
}
