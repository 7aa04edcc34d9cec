/** Books floor records in NetSuite: those that are due, a few at once, each by one process at a time. */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Row } from '#contract/collections.ts'
import type { ErpResponse } from '#contract/records/erp-response.ts'
import {
  BOOKING_ATTEMPTS,
  endAttempt,
  findFloorRecord,
  type FloorRecord,
  isBooked,
  isBookingDue,
  readRecord,
  type RecordKey,
  claimBooking,
} from '#server/db/mirror/floor-records.ts'
import { findMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { Database, Transacts } from '#server/db/database.ts'
import { putRecordsIn } from '#server/db/mirror/records.ts'
import { markStaleStock } from '#server/db/mirror/stale-stock.ts'
import { bookedResponse, failedResponse } from '#server/erp/booking/acknowledgment.ts'
import { type BookedLine, bookedLines } from '#server/erp/booking/booked-lines.ts'
import { bookingRequest } from '#server/erp/booking/booking-request.ts'
import { Unbookable } from '#server/erp/booking/references.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import type { Semaphore } from '#server/erp/transport/semaphore.ts'

/** The result of a booking that a person asked for. */
export type Booked =
  | { readonly kind: 'succeeded'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** Another worker is booking it at this moment. */
  | { readonly kind: 'under-way' }
  /** There is no such record, or it is not booked from here. */
  | { readonly kind: 'missing' }

export interface BookingWorker {
  /** Books what is due. Resolves when nothing more is due, or NetSuite cannot be reached. Never rejects. */
  poll(): Promise<void>
  /**
   * Books one record now, whatever its state.
   * @param asked takes the booking, in a transaction of the call that asks for it
   * @throws ErpFault `not-configured`
   */
  book(key: RecordKey, asked?: Transacts): Promise<Booked>
}

export interface BookingWorkerDeps {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** At least 0 and less than 1. */
  readonly random: () => number
  /** Limits the requests of the account. */
  readonly requests: Semaphore
  readonly signal: AbortSignal
  readonly openClient: () => Promise<ErpClient>
  readonly adjustmentAccount: string | null
  /** This process, if it announces its liveness. */
  readonly owner: number | null
}

const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 2 * 3_600_000

/** Longer than a request can take, with a margin for clock differences between servers. */
export const LEASE_MS = 10 * 60_000
const AT_ONCE = 2

export function createBookingWorker(deps: BookingWorkerDeps): BookingWorker {
  const { db, requests, log, now, openClient, owner, signal } = deps
  let round: Promise<void> | null = null
  let isAsked = false

  /** One attempt, under a permit of the account. The lease begins when the permit is granted. */
  function attempt(
    client: ErpClient,
    which: RecordKey | null,
    asked: Transacts = db,
  ): Promise<Attempted | null> {
    return requests.withPermit(async () => {
      // The permit may be granted after the stop.
      signal.throwIfAborted()
      const at = new Date(now())
      const leasedUntil = new Date(now() + LEASE_MS)
      const lease = { lease: randomUUID(), leasedUntil, leaseOwner: owner }
      const taken = await claimBooking(asked, which ?? { dueAt: at }, at, lease)
      return taken && carryOut(deps, client, { ...taken, lease: lease.lease })
    }, signal)
  }

  async function workOff(client: ErpClient): Promise<void> {
    for (;;) {
      const attempted = await attempt(client, null)
      // A fault that stops one booking would stop the others, so they wait for the next round.
      if (!attempted || attempted.isHeldUp) return
    }
  }

  async function bookDue(): Promise<void> {
    if (!(await isBookingDue(db, new Date(now())))) return
    const client = await openClient()
    try {
      // After the first failure the others are still running. A stop of the worker waits for all of
      // them.
      const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => workOff(client)))
      const bad = ends.find((end) => end.status === 'rejected')
      if (bad) throw bad.reason
    } finally {
      client.close()
    }
  }

  /** Records that become due during a round are booked in another one. */
  async function bookAll(): Promise<void> {
    while (isAsked && !signal.aborted) {
      isAsked = false
      await bookDue().catch((err: unknown) => {
        const isExpected = err instanceof ErpFault && err.kind === 'not-configured'
        if (!isExpected && !signal.aborted) log.warn({ err }, 'records could not be booked')
      })
    }
    round = null
  }

  return {
    poll: () => {
      isAsked = true
      round ??= bookAll()
      return round
    },
    book: async (key, asked) => {
      const known = isBooked(key.collection) ? await findFloorRecord(db, key) : null
      if (!known || known.booking === 'none') return { kind: 'missing' }
      if (known.booking === 'booked') return { kind: 'succeeded', message: ALREADY }
      const client = await openClient()
      try {
        const attempted = await attempt(client, key, asked)
        if (!attempted) return { kind: 'under-way' }
        return attempted.booked
      } finally {
        client.close()
      }
    },
  }
}

const ALREADY = 'Booked already'

interface Attempted {
  readonly booked: Booked
  /** Whether the booking failed for a reason that is not in the record. */
  readonly isHeldUp: boolean
}

type Taken = FloorRecord & { readonly lease: string }

async function carryOut(
  deps: BookingWorkerDeps,
  client: ErpClient,
  taken: Taken,
): Promise<Attempted> {
  const { db, now, log, signal, adjustmentAccount } = deps
  const { collection, id } = taken
  // Another worker booked it between the query and the lease.
  if (taken.booking === 'booked' || !isBooked(collection)) {
    await endAttempt(db, taken, taken.lease, { nextAt: null })
    return { booked: { kind: 'succeeded', message: ALREADY }, isHeldUp: false }
  }
  let lines: readonly BookedLine[] = []
  try {
    const record = await readRecord(db, taken)
    if (!record) throw new Unbookable('The record is gone.')
    const user = await findMobileUser(db, taken.userid)
    lines = await bookedLines(db, collection, record, user?.location ?? null)
    const by = taken.userid
    const saved = await client.put(bookingRequest(collection, { id, by }, lines, adjustmentAccount))
    const response = bookedResponse(collection, lines, saved.id, new Date(now()))
    await store(deps, taken, response, { booking: 'booked', nextAt: null }, lines)
    log.info({ collection, id, attempts: taken.attempts }, 'booked')
    return { booked: { kind: 'succeeded', message: 'Booked' }, isHeldUp: false }
  } catch (error) {
    if (signal.aborted) {
      // A stop is not a failure: the next start continues with it.
      await endAttempt(db, taken, taken.lease, { attempts: taken.attempts - 1 })
      throw error
    }
    if (!(error instanceof ErpFault || error instanceof Unbookable)) throw error
    const nextAt = nextAttempt(deps, taken, error)
    const response = failedResponse(lines, error.message, new Date(now()), nextAt)
    // Without an answer, NetSuite may have booked it all the same.
    await store(deps, taken, response, { booking: 'failed', nextAt }, nextAt ? lines : [])
    // If the record itself cannot be booked, the sentence says everything; a stack trace would only fill
    // the log.
    const why = error instanceof ErpFault ? { err: error } : { why: error.message }
    log.warn({ collection, id, attempts: taken.attempts, ...why, nextAt }, 'not booked')
    return {
      booked: { kind: 'failed', message: error.message },
      isHeldUp: error instanceof ErpFault && error.kind !== 'record',
    }
  }
}

/**
 * Stores the acknowledgment with the record and ends the attempt, unless another worker has taken it over.
 * @param touched the lines whose stock NetSuite may have changed
 */
async function store(
  { db, now }: BookingWorkerDeps,
  taken: Taken,
  response: ErpResponse,
  outcome: Pick<FloorRecord, 'booking' | 'nextAt'>,
  touched: readonly BookedLine[],
): Promise<void> {
  const { collection } = taken
  if (!isBooked(collection)) return
  await db.transaction(async (tx) => {
    if (!(await endAttempt(tx, taken, taken.lease, outcome))) return
    const items = touched.map(({ item }) => item.id)
    await markStaleStock(tx, items, new Date(now()))
    const record = await readRecord(tx, taken)
    if (!record) return
    const answered: Row = {
      ...record,
      netsuite_response: response,
      updated_at: new Date(now()).toISOString(),
    }
    await putRecordsIn(tx, collection, [answered], now())
  })
}

/**
 * When to retry: after faults that may pass, and after a refused login, which NetSuite also reports when it
 * is busy. Waits double up to two hours, with some jitter, and are never shorter than NetSuite asked for.
 */
function nextAttempt(
  { now, random }: BookingWorkerDeps,
  { attempts }: FloorRecord,
  error: ErpFault | Unbookable,
): Date | null {
  const mayPass = error instanceof ErpFault && (error.passes || error.kind === 'refused')
  if (!mayPass || attempts >= BOOKING_ATTEMPTS) return null
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))
  const asked = error.retryAfterMs ?? 0
  return new Date(now() + Math.max(asked, wait * (0.75 + random() / 4)))
}
