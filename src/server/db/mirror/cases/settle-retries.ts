/** Ends stuck retries and deletes old data; every process runs it periodically. */
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { CASES_KEPT_MS } from '#contract/records/exceptions.ts'
import type { Database } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import {
  caseActions,
  caseNotes,
  cases,
  retries,
  retryRecords,
} from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { dropDeltas, lockCases } from '#server/db/mirror/cases/cases-state.ts'
import { noteRetried } from '#server/db/mirror/cases/retry-answers.ts'
import { stopRetry } from '#server/db/mirror/cases/retry-answers.ts'
import { BOOKING_ATTEMPTS } from '#server/db/mirror/floor-records.ts'

/** Far longer than a retry of 500 records takes. */
export const BULK_RETRY_TIMEOUT_MS = 3_600_000
/** How long the answers of actions are kept for an action that is sent again. */
const ACTIONS_KEPT_MS = 7 * 24 * 3_600_000

/**
 * Ends retries whose last records will get no answer: they were booked before the retry, have used up their
 * attempts, or wait for longer than an hour.
 */
export async function settleRetries(db: Database, now: number): Promise<void> {
  const open = await db.select().from(retries).where(isNull(retries.endedAt))
  for (const retry of open) await settle(db, retry.id, retry.startedAt, now)
}

async function settle(db: Database, id: string, startedAt: Date, now: number): Promise<void> {
  const at = new Date(now)
  await db.transaction(async (tx) => {
    const ended = await tx
      .select({
        collection: retryRecords.collection,
        id: retryRecords.recordId,
        booking: floorRecords.booking,
      })
      .from(retryRecords)
      .leftJoin(
        floorRecords,
        and(
          eq(floorRecords.collection, retryRecords.collection),
          eq(floorRecords.id, retryRecords.recordId),
        ),
      )
      .where(
        and(
          eq(retryRecords.retryId, id),
          isNull(retryRecords.outcome),
          sql`(${floorRecords.id} IS NULL OR ${floorRecords.lease} IS NULL AND (
            ${floorRecords.booking} = 'booked' OR ${floorRecords.nextAt} IS NULL
            OR ${floorRecords.attempts} >= ${BOOKING_ATTEMPTS}))`,
        ),
      )
    const isOverdue = now - startedAt.getTime() > BULK_RETRY_TIMEOUT_MS
    if (ended.length === 0 && !isOverdue) return
    const seq = await lockCases(tx)
    for (const { collection, id: recordId, booking } of ended) {
      const success = booking === 'booked'
      // It is not a fault of the account that stops the others.
      const answer = { id: recordId, success, cause: success ? '' : 'incomplete', at }
      await noteRetried(tx, collection, [answer], seq)
    }
    const [left] = await tx
      .select()
      .from(retries)
      .where(and(eq(retries.id, id), isNull(retries.endedAt)))
    if (left && isOverdue) await stopRetry(tx, id, 'no-answer', at, seq)
  })
}

/** Forgets cases that were resolved 180 days ago, with their notes. @returns how many */
export async function forgetCases(db: Database, now: number): Promise<number> {
  const before = new Date(now - CASES_KEPT_MS)
  await db.delete(caseActions).where(lt(caseActions.at, new Date(now - ACTIONS_KEPT_MS)))
  await db.delete(retries).where(and(isNotNull(retries.endedAt), lt(retries.endedAt, before)))
  const isOld = and(eq(cases.state, 'resolved'), lt(cases.resolvedAt, before))
  const [some] = await db.select({ id: cases.recordId }).from(cases).where(isOld).limit(1)
  if (!some) return 0
  return db.transaction(async (tx) => {
    const seq = await lockCases(tx)
    const gone = await tx.delete(cases).where(isOld).returning({
      collection: cases.collection,
      recordId: cases.recordId,
    })
    await dropDeltas(tx, seq)
    for (const collection of new Set(gone.map((one) => one.collection)))
      await tx.delete(caseNotes).where(
        and(
          eq(caseNotes.collection, collection),
          isAnyOf(
            caseNotes.recordId,
            gone.filter((one) => one.collection === collection).map(({ recordId }) => recordId),
          ),
        ),
      )
    return gone.length
  })
}
