/**
 * How this server knows the demo's adjustments and transfers, as if they had been sent to it: what is booked, what was
 * refused, and what is tried again and when. The waits are long, so that a visitor finds something to do.
 */
import { causeOf } from '#contract/causes/recognise.ts'
import { ownAnswerOf } from '#contract/causes/own-answer.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import type { Context } from '#server/context.ts'
import { insertFloorRecord, isBooked } from '#server/db/mirror/floor-records.ts'
import type { floorRecords } from '#server/db/schema/floor.ts'
import { externalIdOf } from '#server/erp/booking/booking-request.ts'
import type { NetSuite } from '#test/netsuite/server.ts'

const MINUTE_MS = 60_000
/** When the first record without an answer is sent, and how long each further one waits. */
const FIRST_AFTER_MS = 60 * MINUTE_MS
const NEXT_AFTER_MS = 20 * MINUTE_MS
const BUSY_FOR_MS = 90 * MINUTE_MS
/** As long as the server waits for a permission. */
const ROLE_WAIT_MS = 30 * MINUTE_MS

type Booking = Pick<typeof floorRecords.$inferInsert, 'booking' | 'nextAt' | 'waitsFor'>

/** Notes the state of each record that NetSuite books, and lets NetSuite refuse again what it must. */
export async function noteBookings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  netsuite: NetSuite,
  lists: readonly (readonly [CollectionName, readonly Row[]])[],
): Promise<void> {
  const booked = lists.flatMap(([collection, rows]) =>
    isBooked(collection) ? rows.map((row) => ({ collection, row })) : [],
  )
  let unanswered = 0
  await db.transaction(async (tx) => {
    for (const { collection, row } of booked) {
      const booking = bookingOf(row, now(), unanswered)
      if (booking.booking === 'waiting') unanswered += 1
      const made = new Date(String(row['created_at']))
      await insertFloorRecord(tx, {
        ...booking,
        collection,
        id: String(row['id']),
        userid: String(row['username']),
        clientId: `demo-${String(row['id'])}`,
        hash: '',
        createdAt: made,
        madeAt: made,
      })
    }
  })
  const refused = booked.flatMap(({ row }) => (causeIn(row) === 'permission' ? row['id'] : []))
  if (refused.length === 0) return
  const ids = refused.map((id) => externalIdOf(String(id))).join('|')
  netsuite.faults.next({
    kind: 'permission-403',
    match: new RegExp(`(${ids})\\b`),
    times: Number.POSITIVE_INFINITY,
  })
}

function bookingOf(row: Row, now: number, unansweredBefore: number): Booking {
  const answer = ownAnswerOf(row)
  if (!answer) {
    const wait = FIRST_AFTER_MS + unansweredBefore * NEXT_AFTER_MS
    return { booking: 'waiting', nextAt: new Date(now + wait) }
  }
  if (answer.success) return { booking: 'booked', nextAt: null }
  const cause = causeIn(row)
  if (cause === 'busy')
    return { booking: 'failed', nextAt: new Date(now + BUSY_FOR_MS), waitsFor: 'account' }
  if (cause === 'permission')
    return { booking: 'failed', nextAt: new Date(now + ROLE_WAIT_MS), waitsFor: 'permission' }
  return { booking: 'failed', nextAt: null }
}

function causeIn(row: Row): string | null {
  const answer = ownAnswerOf(row)
  return answer && !answer.success ? causeOf({ message: answer.message }) : null
}
