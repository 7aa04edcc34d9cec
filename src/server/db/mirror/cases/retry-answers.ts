/** Counts the answers to records of retries, in the transaction that stores them. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { causeFacts } from '#contract/causes/causes.ts'
import { RETRY_FAULTS_MAX } from '#contract/records/exceptions.ts'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { cases, retries, retryRecords } from '#server/db/schema/exceptions.ts'
import type { Answered } from '#server/db/mirror/cases/case-after.ts'

/** Notes answers with the unfinished retries that wait for them. The cases are locked. */
export async function noteRetried(
  tx: Transaction,
  collection: string,
  answers: readonly Answered[],
  seq: number,
): Promise<void> {
  const waiting = await tx
    .select()
    .from(retryRecords)
    .where(
      and(
        eq(retryRecords.collection, collection),
        inArray(
          retryRecords.recordId,
          answers.map(({ id }) => id),
        ),
        isNull(retryRecords.outcome),
      ),
    )
  const retryOf = new Map(waiting.map(({ recordId, retryId }) => [recordId, retryId]))
  for (const answer of answers) {
    const retryId = retryOf.get(answer.id)
    if (retryId !== undefined) await count(tx, retryId, collection, answer, seq)
  }
}

async function count(
  tx: Transaction,
  retryId: string,
  collection: string,
  { id, success, cause, at }: Answered,
  seq: number,
): Promise<void> {
  const counted = await tx
    .update(retryRecords)
    .set({ outcome: success ? 'succeeded' : 'failed' })
    .where(
      and(
        eq(retryRecords.retryId, retryId),
        eq(retryRecords.collection, collection),
        eq(retryRecords.recordId, id),
        isNull(retryRecords.outcome),
      ),
    )
    .returning({ id: retryRecords.recordId })
  if (counted.length === 0) return
  // Even where the answer changes nothing else, the case is no longer in the retry.
  await tx
    .update(cases)
    .set({ triedAgainAt: null, seq })
    .where(and(eq(cases.collection, collection), eq(cases.recordId, id)))
  const isFault = !success && !causeFacts(cause).isOfRecord
  const [retry] = await tx
    .update(retries)
    .set({
      ...(success
        ? { succeeded: sql`${retries.succeeded} + 1` }
        : { failed: sql`${retries.failed} + 1` }),
      faults: isFault ? sql`${retries.faults} + 1` : 0,
    })
    .where(eq(retries.id, retryId))
    .returning()
  if (!retry || retry.endedAt !== null) return
  if (!(await isUnfinished(tx, retryId))) await end(tx, retryId, at)
  else if (retry.faults >= RETRY_FAULTS_MAX) await stopRetry(tx, retryId, cause, at, seq)
}

/** Whether a record of a retry is without an answer; one that has left the retry gets none. */
async function isUnfinished(tx: Transaction, id: string): Promise<boolean> {
  const [open] = await tx
    .select({ id: retryRecords.recordId })
    .from(retryRecords)
    .where(and(eq(retryRecords.retryId, id), isNull(retryRecords.outcome)))
    .limit(1)
  return open !== undefined
}

/** Takes records out of their unfinished retries. A retry that waits for no others has ended. The cases are locked. */
export async function leaveRetries(
  tx: Transaction,
  collection: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const left = await tx
    .update(retryRecords)
    .set({ outcome: 'left' })
    .where(
      and(
        eq(retryRecords.collection, collection),
        isAnyOf(retryRecords.recordId, ids),
        isNull(retryRecords.outcome),
      ),
    )
    .returning({ retryId: retryRecords.retryId })
  for (const id of new Set(left.map(({ retryId }) => retryId)))
    if (!(await isUnfinished(tx, id))) await end(tx, id, at)
}

async function end(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.update(retries).set({ endedAt: at }).where(eq(retries.id, id))
}

/**
 * Ends a retry early. What it has not tried is due again when it was before; a record that it has sent without an
 * answer stays due, and one that is being booked at this moment is left to its attempt.
 */
export async function stopRetry(
  tx: Transaction,
  id: string,
  because: string,
  at: Date,
  seq: number,
): Promise<void> {
  await tx.execute(sql`
    WITH left_over AS (
      UPDATE retry_records SET outcome = 'left'
      WHERE retry_id = ${id} AND outcome IS NULL
      RETURNING collection, record_id, next_before
    ), free AS (
      -- A locked row is being claimed, and waiting for it here could be a deadlock.
      SELECT f.collection, f.id, l.next_before
      FROM floor_records AS f JOIN left_over AS l ON f.collection = l.collection AND f.id = l.record_id
      WHERE f.lease IS NULL FOR UPDATE OF f SKIP LOCKED
    ), due_as_before AS (
      UPDATE floor_records AS f SET next_at = free.next_before
      FROM free WHERE f.collection = free.collection AND f.id = free.id
    )
    UPDATE ${cases} AS c SET tried_again_at = NULL, seq = ${seq}::bigint
    FROM left_over AS l WHERE c.collection = l.collection AND c.record_id = l.record_id`)
  await tx.update(retries).set({ endedAt: at, stoppedBecause: because }).where(eq(retries.id, id))
}
