/** Records of the floor beside their rows: who sent them, and how their booking stands (decisions/server/bookings.md). */
import { and, asc, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { isProcessDead } from '#server/db/cluster/process-liveness.ts'
import type { Database, Transaction, Transacts } from '#server/db/database.ts'
import { floorRecords, records } from '#server/db/schema.ts'

export type FloorRecord = typeof floorRecords.$inferSelect

/** How often a booking is tried by itself: with doubling waits a little over a day. */
export const BOOKING_ATTEMPTS = 20

/** Which record. */
export interface RecordKey {
  readonly collection: string
  readonly id: string
}

/** Adds a record; false where the device has sent one with this id before. */
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

/** What a device has sent under an id of its own, or null. */
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

/** A record from the floor with the state of its booking, or null. */
export async function findFloorRecord(
  db: Database | Transaction,
  key: RecordKey,
): Promise<FloorRecord | null> {
  const [found] = await db.select().from(floorRecords).where(keyIs(key))
  return found ?? null
}

/** The record as the lists carry it. */
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

/** Whether anything is due. */
export async function isBookingDue(db: Database, at: Date): Promise<boolean> {
  const due = await db
    .select({ id: floorRecords.id })
    .from(floorRecords)
    .where(and(isDue(at), isFree(at)))
    .limit(1)
  return due.length > 0
}

/** For whom a booking is taken, and until when nobody else may take it. */
export interface Lease {
  readonly lease: string
  readonly leasedUntil: Date
  /** The process that takes it, where it shows life: with its end the lease ends too. */
  readonly leaseOwner: number | null
}

/**
 * Takes the booking that is due the longest, or the named one, unless somebody else has it: of all
 * processes on one database only one gets it. The attempt counts from here on, so that one that kills
 * the process is bounded too.
 */
export function takeBooking(
  db: Transacts,
  which: RecordKey | { readonly dueAt: Date },
  at: Date,
  lease: Lease,
): Promise<FloorRecord | null> {
  return db.transaction(async (tx) => {
    const wanted = 'id' in which ? keyIs(which) : isDue(which.dueAt)
    const [found] = await tx
      .select()
      .from(floorRecords)
      .where(and(wanted, isFree(at)))
      .orderBy(asc(floorRecords.nextAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!found) return null
    // What a person asks for begins to count anew.
    const attempts = 'id' in which ? 1 : found.attempts + 1
    await tx
      .update(floorRecords)
      .set({ ...lease, attempts })
      .where(keyIs(found))
    return { ...found, ...lease, attempts }
  })
}

const NO_LEASE = { lease: null, leasedUntil: null, leaseOwner: null }

/** Ends an attempt; false where somebody else has taken the booking meanwhile. */
export async function endAttempt(
  db: Database | Transaction,
  key: RecordKey,
  lease: string,
  outcome: Partial<Pick<FloorRecord, 'booking' | 'nextAt' | 'attempts'>>,
): Promise<boolean> {
  const ended = await db
    .update(floorRecords)
    .set({ ...outcome, ...NO_LEASE })
    .where(and(keyIs(key), eq(floorRecords.lease, lease)))
    .returning({ id: floorRecords.id })
  return ended.length > 0
}

/** Gives up what was left over by a process that died, where no other can be at work. */
export async function dropLeases(db: Database): Promise<void> {
  await db.update(floorRecords).set(NO_LEASE)
}

/** Whether NetSuite books this kind. */
export function isBooked(collection: string): collection is BookedCollection {
  return collection === 'binAdjustmentRecords' || collection === 'binTransfer'
}

export type BookedCollection = Extract<FloorCollection, 'binAdjustmentRecords' | 'binTransfer'>

function keyIs({ collection, id }: RecordKey) {
  return and(eq(floorRecords.collection, collection), eq(floorRecords.id, id))
}

function isDue(at: Date) {
  return and(lte(floorRecords.nextAt, at), lt(floorRecords.attempts, BOOKING_ATTEMPTS))
}

function isFree(at: Date) {
  return or(
    isNull(floorRecords.lease),
    lt(floorRecords.leasedUntil, at),
    isProcessDead(floorRecords.leaseOwner),
  )
}
