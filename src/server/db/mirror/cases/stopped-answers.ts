/** What the report says of a record that is no longer booked by itself, because a person has resolved it. */
import { and, eq } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import { withoutRetry } from '#contract/records/booking-answer.ts'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { records } from '#server/db/schema/mirror.ts'
import type { Stopped } from '#server/db/mirror/cases/resolved-by-hand.ts'
import { lockState } from '#server/db/mirror/collection-states.ts'
import { isBooked, type RecordKey } from '#server/db/mirror/floor-records.ts'
import { putRecordsIn } from '#server/db/mirror/records.ts'

/**
 * Locks the lists of records whose answers may be written again: after the records and before the cases, as whatever
 * stores an answer does.
 */
export async function lockAnswers(tx: Transaction, keys: readonly RecordKey[]): Promise<void> {
  for (const collection of [...new Set(keys.map((key) => key.collection))].toSorted())
    if (isBooked(collection)) await lockState(tx, collection)
}

/**
 * Removes the announcement of another attempt from answers. What was sent without an answer may be booked, and no attempt
 * will find out, so its report says to check.
 */
export async function tellStopped(
  tx: Transaction,
  stopped: readonly Stopped[],
  at: Date,
): Promise<void> {
  for (const collection of new Set(stopped.map((one) => one.collection))) {
    if (!isBooked(collection)) continue
    const mayBeBooked = new Map(
      stopped.flatMap((one) => (one.collection === collection ? [[one.id, one.mayBeBooked]] : [])),
    )
    const found = await tx
      .select({ id: records.id, body: records.body })
      .from(records)
      .where(and(eq(records.collection, collection), isAnyOf(records.id, [...mayBeBooked.keys()])))
    const told = found.flatMap(({ id, body }): Row[] => {
      const row = withoutRetry(body, mayBeBooked.get(id) === true)
      return row ? [{ ...row, updated_at: at.toISOString() }] : []
    })
    if (told.length > 0) await putRecordsIn(tx, collection, told, at.getTime())
  }
}
