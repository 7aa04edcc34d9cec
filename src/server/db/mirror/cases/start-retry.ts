/** Starts a retry of several records, which the booking worker then carries out. */
import { randomUUID } from 'node:crypto'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { caseNotes, cases, retries, retryRecords } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { records } from '#server/db/schema/mirror.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'
import { type LockedRecord, lockRecords } from '#server/db/mirror/cases/lock-records.ts'
import { resolvedByHand } from '#server/db/mirror/cases/resolved-by-hand.ts'
import { type FloorRecord, isBooked, type RecordKey } from '#server/db/mirror/floor-records.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'

export type RetryRow = typeof retries.$inferSelect

/** Which records to retry: chosen ones, or all open cases of a cause. */
export type Retried = { readonly keys: readonly RecordKey[] } | { readonly cause: string }

/** Who asks, and the collections whose records that person may see. */
export interface RetriedBy {
  readonly by: string
  readonly collections: readonly string[]
}

export interface StartedRetry {
  readonly retry: RetryRow
  /** Whether it was under way before. */
  readonly isJoined: boolean
}

/**
 * Makes the bookings of records due and notes them as one retry. Joins the unfinished retry that has all of them.
 * Records that the person may not see, cannot be booked from here, are resolved by hand, or are in another unfinished
 * retry, are left out. A chosen record that was booked meanwhile, such as by itself after a sync, has succeeded already.
 * @returns null if no record is left
 */
export async function startRetry(
  tx: Transaction,
  which: Retried,
  { by, collections }: RetriedBy,
  at: Date,
): Promise<StartedRetry | null> {
  const keys = await keysIn(tx, which, collections)
  // Locked before the cases, as whatever stores an answer does.
  const locked = (await lockRecords(tx, keys, at)).filter(
    ({ collection, booking }) => isBooked(collection) && booking !== 'none',
  )
  const seq = await lockCases(tx)
  const settled = new Set((await resolvedByHand(tx, locked, at)).map(textOf))
  const open = locked.filter((one) => one.booking !== 'booked' && !settled.has(textOf(one)))
  const booked = locked.filter(({ booking }) => booking === 'booked')
  const others = await retriedNow(tx, open)
  const free = open.filter((key) => !others.has(textOf(key)))
  const [other] = others.values()
  if (free.length === 0 && other !== undefined) {
    const retry = await findRetry(tx, other)
    return retry && { retry, isJoined: true }
  }
  if (free.length + booked.length === 0) return null
  const retry: RetryRow = {
    id: randomUUID(),
    cause: 'cause' in which ? which.cause : null,
    by,
    startedAt: at,
    endedAt: free.length === 0 ? at : null,
    total: free.length + booked.length,
    succeeded: booked.length,
    failed: 0,
    faults: 0,
    stoppedBecause: null,
  }
  await tx.insert(retries).values(retry)
  await addBooked(tx, retry, booked)
  await addRecords(tx, retry, free, seq)
  return { retry, isJoined: false }
}

/**
 * Whether all of these records exist, NetSuite books them, and this server has sent none of them, such as those of a
 * database that was taken over: it does not know what it would send again. Locks nothing, because the cases are locked
 * by then, and records are locked before them.
 */
export async function isSentElsewhere(
  tx: Transaction,
  which: Retried,
  collections: readonly string[],
): Promise<boolean> {
  const keys = (await keysIn(tx, which, collections)).filter(({ collection }) =>
    isBooked(collection),
  )
  const wanted = new Set(keys.map(textOf))
  let known = 0
  for (const collection of new Set(keys.map((key) => key.collection))) {
    const ids = keys.filter((key) => key.collection === collection).map(({ id }) => id)
    const found = await bookingsOf(tx, collection, ids)
    if (found.some((booking) => booking !== null && booking !== 'none')) return false
    known += found.length
  }
  return known > 0 && known === wanted.size
}

/** Of each record that exists, the state of its booking; null if another server has stored it. */
async function bookingsOf(
  tx: Transaction,
  collection: string,
  ids: readonly string[],
): Promise<(FloorRecord['booking'] | null)[]> {
  const found = await tx
    .select({ booking: floorRecords.booking })
    .from(records)
    .leftJoin(
      floorRecords,
      and(eq(floorRecords.collection, records.collection), eq(floorRecords.id, records.id)),
    )
    .where(and(eq(records.collection, collection), isAnyOf(records.id, ids), isVisible))
  return found.map(({ booking }) => booking)
}

async function addBooked(
  tx: Transaction,
  { id: retryId }: RetryRow,
  booked: readonly LockedRecord[],
): Promise<void> {
  const rows = booked.map(({ collection, id: recordId }) => ({
    retryId,
    collection,
    recordId,
    outcome: 'succeeded' as const,
  }))
  for (let start = 0; start < rows.length; start += CHUNK_ROWS)
    await tx.insert(retryRecords).values(rows.slice(start, start + CHUNK_ROWS))
}

async function addRecords(
  tx: Transaction,
  { id, by, startedAt: at }: RetryRow,
  free: readonly LockedRecord[],
  seq: number,
): Promise<void> {
  const rows = free.map(({ collection, id: recordId, nextAt }) => ({
    collection,
    recordId,
    nextBefore: nextAt,
  }))
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const some = rows.slice(start, start + CHUNK_ROWS)
    await tx.insert(retryRecords).values(some.map((row) => ({ ...row, retryId: id })))
    await tx.insert(caseNotes).values(
      some.map(({ collection, recordId }) => ({
        collection,
        recordId,
        at,
        by,
        step: 'retry' as const,
      })),
    )
  }
  await tx.execute(sql`
    WITH mine AS (SELECT collection, record_id FROM ${retryRecords} WHERE retry_id = ${id}), due AS (
      UPDATE ${floorRecords} AS f SET next_at = ${at}, attempts = 0
      FROM mine WHERE f.collection = mine.collection AND f.id = mine.record_id
    )
    UPDATE ${cases} AS c SET tried_again_at = ${at}, seq = ${seq}::bigint
    FROM mine WHERE c.collection = mine.collection AND c.record_id = mine.record_id`)
  // While the database believes that hardly a record is due, it compares each with all others to find the next one.
  if (rows.length >= MANY_ROWS) await tx.execute(sql`ANALYZE ${floorRecords} (next_at)`)
}

const CHUNK_ROWS = 1_000
const MANY_ROWS = 200

/** Those of the records that are in one of some collections. */
async function keysIn(
  tx: Transaction,
  which: Retried,
  collections: readonly string[],
): Promise<readonly RecordKey[]> {
  if ('keys' in which) return which.keys.filter((key) => collections.includes(key.collection))
  const { cause } = which
  return tx
    .select({ collection: cases.collection, id: cases.recordId })
    .from(cases)
    .where(
      and(
        eq(cases.cause, cause),
        ne(cases.state, 'resolved'),
        isAnyOf(cases.collection, collections),
      ),
    )
}

/** The unfinished retries of records, by record; those of the earliest retry first. */
async function retriedNow(
  tx: Transaction,
  keys: readonly RecordKey[],
): Promise<ReadonlyMap<string, string>> {
  const ids = keys.map(({ id }) => id)
  const found = await tx
    .select({
      collection: retryRecords.collection,
      id: retryRecords.recordId,
      retryId: retryRecords.retryId,
    })
    .from(retryRecords)
    .innerJoin(retries, eq(retries.id, retryRecords.retryId))
    .where(and(isAnyOf(retryRecords.recordId, ids), isNull(retryRecords.outcome)))
    .orderBy(retries.startedAt, retries.id)
  return new Map(found.map((one) => [textOf(one), one.retryId]))
}

function textOf({ collection, id }: RecordKey): string {
  return `${collection}|${id}`
}

async function findRetry(tx: Transaction, id: string): Promise<RetryRow | null> {
  const [found] = await tx.select().from(retries).where(eq(retries.id, id))
  return found ?? null
}

/**
 * Notes that a person asked for another attempt at one record: if it fails again, its case is new again.
 * @returns false if a person has resolved it by hand, so that it must not be booked
 */
export async function noteAsked(tx: Transaction, key: RecordKey, at: Date): Promise<boolean> {
  const { collection, id } = key
  // Nobody can resolve it by hand between this and the attempt.
  await lockRecords(tx, [key], at)
  if ((await resolvedByHand(tx, [key], at)).some((one) => one.collection === collection))
    return false
  await tx
    .update(cases)
    .set({ triedAgainAt: at })
    .where(and(eq(cases.collection, collection), eq(cases.recordId, id)))
  return true
}
