/**
 * What is known of floor records besides their rows: who sent them, and the state of their booking
 * (decisions/server/bookings.md).
 */
import { and, asc, eq, gt, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { isProcessDead } from '#server/db/cluster/process-liveness.ts'
import type { Database, Transaction, Transacts } from '#server/db/database.ts'
import { retryRecords } from '#server/db/schema/exceptions.ts'
import { floorRecords, type Home, type WaitsFor } from '#server/db/schema/floor.ts'
import { records } from '#server/db/schema/mirror.ts'

export type FloorRecord = typeof floorRecords.$inferSelect

/**
 * Automatic attempts before a record waits for a person: 18 to 24 hours with doubling waits. Faults of the account do
 * not count.
 */
export const BOOKING_ATTEMPTS = 20

/** The key of a floor record. */
export interface RecordKey {
  readonly collection: string
  readonly id: string
}

/** Adds a record; false if the device has sent one with this id before. */
export async function insertFloorRecord(
  tx: Transaction,
  record: typeof floorRecords.$inferInsert,
): Promise<boolean> {
  const added = await tx
    .insert(floorRecords)
    .values(record)
    .onConflictDoNothing({
      target: [floorRecords.collection, floorRecords.userid, floorRecords.clientId],
    })
    .returning({ id: floorRecords.id })
  return added.length > 0
}

/** The record that a device has sent under its own id, or null. */
export async function findSent(
  db: Database | Transaction,
  { collection, userid, clientId }: Pick<FloorRecord, 'collection' | 'userid' | 'clientId'>,
): Promise<FloorRecord | null> {
  const [found] = await db
    .select()
    .from(floorRecords)
    .where(
      and(
        eq(floorRecords.collection, collection),
        eq(floorRecords.userid, userid),
        eq(floorRecords.clientId, clientId),
      ),
    )
  return found ?? null
}

/** A floor record with the state of its booking, or null. */
export async function findFloorRecord(
  db: Database | Transaction,
  key: RecordKey,
): Promise<FloorRecord | null> {
  const [found] = await db.select().from(floorRecords).where(keyIs(key))
  return found ?? null
}

/** The record as the lists show it. */
export async function readRecord(
  db: Database | Transaction,
  { collection, id }: RecordKey,
): Promise<Row | null> {
  const [found] = await db
    .select({ body: records.body })
    .from(records)
    .where(and(eq(records.collection, collection), eq(records.id, id)))
  return found?.body ?? null
}

/** Whether any booking is due. */
export async function isBookingDue(db: Database, at: Date): Promise<boolean> {
  const due = await db
    .select({ id: floorRecords.id })
    .from(floorRecords)
    .where(and(isDue(at), isFree(at), isFirst))
    .limit(1)
  return due.length > 0
}

/** The lease of a booking: its holder and its end. */
export interface Lease {
  readonly lease: string
  readonly leasedUntil: Date
  /** The process that holds the lease. If it announces its liveness, the lease ends with it. */
  readonly leaseOwner: number | null
}

/**
 * Takes the due booking whose record was made first, or a given one, unless another worker has it. Of all
 * processes on one database only one gets it. A record is not due while an earlier one of the same stock is
 * open, whoever has that one. A record that met a fault of the account loses its place in the queue (see `turn`). The
 * attempt is counted here, so that attempts which crash the process are limited too.
 */
export function claimBooking(
  db: Transacts,
  which: RecordKey | { readonly dueAt: Date },
  at: Date,
  lease: Lease,
): Promise<FloorRecord | null> {
  return db.transaction(async (tx) => {
    const wanted =
      'id' in which ? keyIs(which) : and(isDue(which.dueAt), isFirst, not(isResolvedByHand))
    const [found] = await tx
      .select()
      .from(floorRecords)
      .where(and(wanted, isFree(at)))
      .orderBy(turn, asc(floorRecords.madeAt), asc(floorRecords.createdAt), asc(floorRecords.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!found) return null
    // When a person asks for a booking, its attempts are counted from zero.
    const attempts = 'id' in which ? 1 : found.attempts + 1
    await tx
      .update(floorRecords)
      .set({ ...lease, attempts })
      .where(keyIs(found))
    return { ...found, ...lease, attempts }
  })
}

const NO_LEASE = { lease: null, leasedUntil: null, leaseOwner: null }

/** The end of a lease whose holder may still store an answer, and send nothing any more. */
export const REVOKED = new Date(0)

/** Of a record that only a person can make due again. */
export const NOT_DUE = { nextAt: null, waitsFor: null }

/** Ends an attempt; false if another worker has taken the booking meanwhile. */
export async function endAttempt(
  db: Database | Transaction,
  key: RecordKey,
  lease: string,
  outcome: Partial<
    Pick<FloorRecord, 'booking' | 'nextAt' | 'attempts' | 'waitsFor' | 'stockKeys' | 'sentAs'>
  >,
): Promise<boolean> {
  const ended = await db
    .update(floorRecords)
    .set({ ...outcome, ...NO_LEASE })
    .where(and(keyIs(key), eq(floorRecords.lease, lease)))
    .returning({ id: floorRecords.id })
  if (ended.length === 0) return false
  // An attempt may outlive its lease, and a person may have resolved its record by hand meanwhile. Asked only
  // now, because the row is locked.
  if (outcome.nextAt ?? outcome.waitsFor)
    await db
      .update(floorRecords)
      .set(NOT_DUE)
      .where(and(keyIs(key), isResolvedByHand))
  return true
}

/** A booking that is about to be sent. */
interface Sending {
  /** The record type of NetSuite. */
  readonly sentAs: string
  readonly leasedUntil: Date
  readonly at: Date
}

/**
 * Notes under which record type a booking is sent, before it is, and renews the lease for the request.
 * False if another worker has taken the booking, or a person has resolved it by hand.
 */
export async function noteSent(
  db: Database,
  key: RecordKey,
  lease: string,
  { sentAs, leasedUntil, at }: Sending,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const noted = await tx
      .update(floorRecords)
      // A record that only a person tries again is due from now on: if this process ends, another one finds out how it went.
      .set({
        sentAs,
        leasedUntil,
        nextAt: sql`coalesce(${floorRecords.nextAt}, ${at}::timestamptz)`,
      })
      .where(and(keyIs(key), eq(floorRecords.lease, lease), gt(floorRecords.leasedUntil, REVOKED)))
      .returning({ id: floorRecords.id })
    if (noted.length === 0) return false
    // Nor does the end of its retry take that back.
    await tx
      .update(retryRecords)
      .set({ nextBefore: sql`coalesce(${retryRecords.nextBefore}, ${at}::timestamptz)` })
      .where(
        and(
          eq(retryRecords.collection, key.collection),
          eq(retryRecords.recordId, key.id),
          isNull(retryRecords.outcome),
        ),
      )
    return true
  })
}

/** What is known of a record once it was checked at its arrival. */
export interface Admitted {
  /** Where its person works. */
  readonly home: Home
  /** The stock that it changes. */
  readonly stockKeys: readonly string[]
}

/** Keeps what was known of a record at its arrival. */
export async function noteAdmitted(
  tx: Transaction,
  key: RecordKey,
  { home, stockKeys }: Admitted,
): Promise<void> {
  await tx
    .update(floorRecords)
    .set({ home, stockKeys: [...stockKeys] })
    .where(keyIs(key))
}

/** Stores which stock a record changes. */
export async function setStockKeys(
  db: Database | Transaction,
  key: RecordKey,
  stockKeys: readonly string[],
): Promise<void> {
  await db
    .update(floorRecords)
    .set({ stockKeys: [...stockKeys] })
    .where(keyIs(key))
}

/** The records that wait for one of some things. */
export async function waitingFor(db: Database, kinds: readonly WaitsFor[]): Promise<FloorRecord[]> {
  return db
    .select()
    .from(floorRecords)
    .where(inArray(floorRecords.waitsFor, [...kinds]))
}

/**
 * Makes records due that waited for something that is mended now, unless a person has resolved them by hand. They are
 * locked in the order in which a person's action locks them (`lock-records.ts`).
 * @param only the one record to make due; otherwise all that wait for it
 * @returns how many
 */
export async function release(
  db: Database,
  kinds: readonly WaitsFor[],
  at: Date,
  only?: RecordKey,
): Promise<number> {
  const { collection, id, nextAt, waitsFor } = floorRecords
  const isWaiting = and(
    only && keyIs(only),
    inArray(waitsFor, [...kinds]),
    not(isResolvedByHand),
    or(isNull(nextAt), gt(nextAt, at)),
  )
  const waiting = db
    .select({ collection, id })
    .from(floorRecords)
    .where(isWaiting)
    .orderBy(collection, id)
    .for('update')
  const released = await db
    .update(floorRecords)
    .set({ nextAt: at })
    .where(sql`(${collection}, ${id}) IN ${waiting}`)
    .returning({ id: floorRecords.id })
  return released.length
}

/** The first open record of the same stock that was made before this one, or null. */
export async function recordBefore(
  db: Database | Transaction,
  key: RecordKey,
): Promise<string | null> {
  const [found] = await db
    .select({ id: sql<string>`(${recordsBefore} ORDER BY e.made_at, e.created_at, e.id LIMIT 1)` })
    .from(floorRecords)
    .where(keyIs(key))
  return found?.id ?? null
}

/** Drops the leases of dead processes. Only for a database that no other process uses. */
export async function dropLeases(db: Database): Promise<void> {
  await db.update(floorRecords).set(NO_LEASE)
}

/** Whether NetSuite books records of this kind. */
export function isBooked(collection: string): collection is BookedCollection {
  return collection === 'binAdjustmentRecords' || collection === 'binTransfer'
}

export type BookedCollection = Extract<FloorCollection, 'binAdjustmentRecords' | 'binTransfer'>

function keyIs({ collection, id }: RecordKey) {
  return and(eq(floorRecords.collection, collection), eq(floorRecords.id, id))
}

function isDue(at: Date) {
  return lte(floorRecords.nextAt, at)
}

/** It may be booked under another number, so that nothing makes it due again. */
const isResolvedByHand = sql`EXISTS (
  SELECT FROM cases AS c
  WHERE c.collection = ${floorRecords.collection} AND c.record_id = ${floorRecords.id}
    AND c.state = 'resolved' AND c.resolved_how <> 'booked')`

/** Open records of the same stock that were made before; those that wait for a person are not open. */
const recordsBefore = sql`SELECT e.id FROM floor_records e
  WHERE e.next_at IS NOT NULL AND e.stock_keys && ${floorRecords.stockKeys}
    AND (e.made_at, e.created_at, e.id)
      < (${floorRecords.madeAt}, ${floorRecords.createdAt}, ${floorRecords.id})`

const isFirst = sql`NOT EXISTS (${recordsBefore})`

/**
 * When a record was made, or was due again after a fault of the account. A fault that only one record meets, because
 * NetSuite never saves it in time, looks like a fault of the account. If that record were always tried first after the
 * pause, no other would ever be booked. If it came after all others, what an outage met first would wait until nothing
 * else is due.
 */
const turn = sql`CASE WHEN ${floorRecords.waitsFor} = 'account' THEN ${floorRecords.nextAt} ELSE ${floorRecords.madeAt} END`

/** Whether no worker has a record: none has taken it, or its lease is over. */
export function isFree(at: Date) {
  return or(
    isNull(floorRecords.lease),
    lt(floorRecords.leasedUntil, at),
    isProcessDead(floorRecords.leaseOwner),
  )
}
