/** Retries as they are read, with the counts of the records whose kind the reader may see. */
import { and, count, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import { RETRIES_LISTED } from '#contract/records/exceptions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { retries, type RetryOutcome, retryRecords } from '#server/db/schema/exceptions.ts'
import type { RetryRow } from '#server/db/mirror/cases/start-retry.ts'

/** The last retries with records in some collections, newest first. */
export async function lastRetries(
  tx: Transaction,
  collections: readonly string[],
): Promise<RetryRow[]> {
  const ofThese = and(
    eq(retryRecords.retryId, retries.id),
    inArray(retryRecords.collection, [...collections]),
  )
  const found = await tx
    .select()
    .from(retries)
    .where(exists(tx.select({ id: retryRecords.retryId }).from(retryRecords).where(ofThese)))
    .orderBy(desc(retries.startedAt), desc(retries.id))
    .limit(RETRIES_LISTED)
  return countedIn(tx, found, collections)
}

/** A retry with the counts of its records in some collections; null if it has none there. */
export async function readRetryIn(
  db: Database,
  id: string,
  collections: readonly string[],
): Promise<RetryRow | null> {
  const found = await readRetry(db, id)
  const [retry] = await countedIn(db, found ? [found] : [], collections)
  return retry ?? null
}

/** Retries without the records of other kinds; those without any record left are left out. */
async function countedIn(
  db: Database | Transaction,
  all: readonly RetryRow[],
  collections: readonly string[],
): Promise<RetryRow[]> {
  const outcomes = (outcome: RetryOutcome) =>
    sql<number>`count(*) FILTER (WHERE ${retryRecords.outcome} = ${outcome})`.mapWith(Number)
  const counts = await db
    .select({
      id: retryRecords.retryId,
      total: count(),
      succeeded: outcomes('succeeded'),
      failed: outcomes('failed'),
    })
    .from(retryRecords)
    .where(
      and(
        inArray(
          retryRecords.retryId,
          all.map(({ id }) => id),
        ),
        inArray(retryRecords.collection, [...collections]),
      ),
    )
    .groupBy(retryRecords.retryId)
  const byId = new Map(counts.map((one) => [one.id, one]))
  return all.flatMap((one) => {
    const counted = byId.get(one.id)
    return counted ? [{ ...one, ...counted }] : []
  })
}

/** One retry, or null. */
export async function readRetry(db: Database, id: string): Promise<RetryRow | null> {
  const [found] = await db.select().from(retries).where(eq(retries.id, id))
  return found ?? null
}
