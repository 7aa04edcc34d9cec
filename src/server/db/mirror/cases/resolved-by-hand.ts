/**
 * What a person has resolved by hand, such as by booking it in NetSuite: it is not booked as well, or the stock would
 * move twice (decisions/server/exceptions.md).
 */
import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { CASES_KEPT_MS } from '#contract/records/exceptions.ts'
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

/** A record that is no longer booked by itself. */
export interface Stopped extends RecordKey {
  /** Whether NetSuite may have booked it: it was sent, and no answer said how that went. */
  readonly mayBeBooked: boolean
}

/**
 * Takes records out of the line of bookings and out of their retries. They and the cases are locked. A lease that is
 * over ends for its holder too, which may be about to send the record; it is kept for an answer that is under way.
 * @returns those that would have been booked by themselves
 */
export async function stopBooking(
  tx: Transaction,
  resolved: readonly Key[],
  at: Date,
): Promise<readonly Stopped[]> {
  const stopped: Stopped[] = []
  for (const collection of new Set(resolved.map((one) => one.collection))) {
    const ids = resolved
      .filter((one) => one.collection === collection)
      .map(({ recordId }) => recordId)
    const ended = await tx
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
      .returning({ id: floorRecords.id, sentAs: floorRecords.sentAs })
    for (const { id, sentAs } of ended)
      stopped.push({ collection, id, mayBeBooked: sentAs !== null })
    await leaveRetries(tx, collection, ids, at)
  }
  return stopped
}

/** Those of some records that a person has resolved by hand, also if their cases are forgotten. They are locked. */
export function resolvedByHand(
  tx: Transaction,
  records: readonly RecordKey[],
  at: Date,
): Promise<readonly RecordKey[]> {
  const isByHand = and(eq(cases.state, 'resolved'), ne(cases.resolvedHow, 'booked'))
  return recordsWhere(tx, records, or(isByHand, isForgotten(at)))
}

/** Those of some records that a person has resolved by hand so long ago that their cases are forgotten. */
export function forgottenOf(
  tx: Transaction,
  records: readonly RecordKey[],
  at: Date,
): Promise<readonly RecordKey[]> {
  return recordsWhere(tx, records, isForgotten(at))
}

/** An old record without a case that nothing tries again: only a forgotten resolution leaves one like that. */
function isForgotten(at: Date): SQL | undefined {
  const { booking, createdAt, nextAt, waitsFor } = floorRecords
  return and(
    isNull(cases.state),
    inArray(booking, ['failed', 'waiting']),
    isNull(nextAt),
    isNull(waitsFor),
    lt(createdAt, new Date(at.getTime() - CASES_KEPT_MS)),
  )
}

async function recordsWhere(
  tx: Transaction,
  records: readonly RecordKey[],
  condition: SQL | undefined,
): Promise<readonly RecordKey[]> {
  const { collection, id } = floorRecords
  return tx
    .select({ collection, id })
    .from(floorRecords)
    .leftJoin(cases, and(eq(cases.collection, collection), eq(cases.recordId, id)))
    .where(
      and(
        isAnyOf(
          id,
          records.map((record) => record.id),
        ),
        condition,
      ),
    )
}
