/** Books floor records in NetSuite: those that are due, a few at once, each by one process at a time. */
import { randomUUID } from 'node:crypto'
import {
  claimBooking,
  findFloorRecord,
  isBooked,
  isBookingDue,
  type RecordKey,
  release,
  waitingFor,
} from '#server/db/mirror/floor-records.ts'
import type { Transacts } from '#server/db/database.ts'
import { createAccountPause } from '#server/erp/booking/account-pause.ts'
import { createAccountZone } from '#server/erp/booking/account-zone.ts'
import {
  ALREADY,
  attemptBooking,
  type Attempted,
  type Taken,
  WAITS_FOR_SYNC,
} from '#server/erp/booking/attempt-booking.ts'
import { type Broken, createBrokenAttempts } from '#server/erp/booking/broken-attempts.ts'
import {
  type Booked,
  type BookingDeps,
  type BookingWorkerDeps,
  LEASE_MS,
} from '#server/erp/booking/booking-deps.ts'
import { renewKeys } from '#server/erp/booking/renew-keys.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

export interface BookingWorker {
  /** Books what is due. Resolves when nothing more is due, or NetSuite cannot be reached. Never rejects. */
  poll(): Promise<void>
  /**
   * Books one record now, whatever its state.
   * @param asked takes the booking, in a transaction of the call that asks for it
   * @throws ErpFault `not-configured`, or the unexpected error that broke off the attempt
   */
  book(key: RecordKey, asked?: Transacts): Promise<Booked>
  /** Makes due what waited for a sync, and what waited for the account, which just answered. */
  synced(): Promise<void>
  /** Until when nothing is booked, because the account was at fault. */
  pausedUntil(): Date | null
}

const AT_ONCE = 2

export function createBookingWorker(given: BookingWorkerDeps): BookingWorker {
  const pause = createAccountPause(given.random)
  const deps: BookingDeps = { ...given, pause, zone: createAccountZone(given) }
  const { db, requests, log, now, openClient, owner, signal } = deps
  const broken = createBrokenAttempts(given)
  let round: Promise<void> | null = null
  let isAsked = false

  /** An unexpected error ends this attempt alone. */
  async function carryOut(client: ErpClient, taken: Taken): Promise<Attempted | Broken> {
    try {
      return await attemptBooking(deps, client, taken)
    } catch (error) {
      if (signal.aborted) throw error
      return broken.end(taken, error)
    }
  }

  /** One attempt, under a permit of the account. The lease begins when the permit is granted. */
  function attempt(
    client: ErpClient,
    which: RecordKey | null,
    asked: Transacts = db,
  ): Promise<Attempted | Broken | null> {
    return requests.withPermit(
      async () => {
        // The permit may be granted after the stop.
        signal.throwIfAborted()
        const at = new Date(now())
        const leasedUntil = new Date(now() + LEASE_MS)
        const lease = { lease: randomUUID(), leasedUntil, leaseOwner: owner }
        const taken = await claimBooking(asked, which ?? { dueAt: at }, at, lease)
        return taken && carryOut(client, { ...taken, lease: lease.lease })
      },
      signal,
      'first',
    )
  }

  async function workOff(client: ErpClient): Promise<void> {
    while (!pause.isPaused(now())) {
      const attempted = await attempt(client, null)
      // A fault that stops one booking would stop the others, so they wait for the next round.
      if (!attempted || attempted.isHeldUp) return
    }
  }

  async function bookDue(): Promise<void> {
    await broken.endOpen()
    if (pause.isPaused(now()) || !(await isBookingDue(db, new Date(now())))) return
    const client = await openClient()
    try {
      // After the first failure the others are still running. A stop of the worker waits for all of
      // them.
      const atOnce = pause.isProbing() ? 1 : AT_ONCE
      const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => workOff(client)))
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
    pausedUntil: () => pause.until(now()),
    poll: () => {
      isAsked = true
      round ??= bookAll()
      return round
    },
    book: async (key, asked) => {
      const known = isBooked(key.collection) ? await findFloorRecord(db, key) : null
      if (!known || known.booking === 'none') return { kind: 'missing' }
      if (known.booking === 'booked') return { kind: 'succeeded', message: ALREADY }
      await broken.endOpen()
      const client = await openClient()
      try {
        const attempted = await attempt(client, key, asked)
        if (!attempted) return { kind: 'under-way' }
        if ('error' in attempted) throw attempted.error
        return attempted.booked
      } finally {
        client.close()
      }
    },
    synced: async () => {
      const at = new Date(now())
      for (const record of await waitingFor(db, WAITS_FOR_SYNC)) await renewKeys(db, record)
      const isMended = pause.end()
      const mended = isMended ? ([...WAITS_FOR_SYNC, 'account'] as const) : WAITS_FOR_SYNC
      const released = await release(db, mended, at)
      if (released > 0) log.info({ released }, 'records are booked after a sync')
    },
  }
}
