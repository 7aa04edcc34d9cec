/**
 * Attempts that an unexpected error broke off, such as one of the database. Their leases are dropped, or the record and
 * all later ones of its stock would stand still until the lease ends.
 */
import { endAttempt } from '#server/db/mirror/floor-records.ts'
import { isDiskFull, isUnavailable } from '#server/db/unavailable.ts'
import { waitMs } from '#server/erp/booking/account-pause.ts'
import { FIRST_WAIT_MS, MAX_WAIT_MS, type Taken } from '#server/erp/booking/attempt-booking.ts'
import type { BookingWorkerDeps } from '#server/erp/booking/booking-deps.ts'

export interface Broken {
  readonly error: unknown
  /** Whether other records would fail in the same way. */
  readonly isHeldUp: boolean
}

export interface BrokenAttempts {
  /** Ends an attempt so that its record is tried again soon. If the database is gone, that is left to `endOpen`. */
  end(taken: Taken, error: unknown): Promise<Broken>
  /** Ends the attempts that could not be ended before. Rejects if the database is still gone. */
  endOpen(): Promise<void>
}

export function createBrokenAttempts({
  db,
  log,
  now,
  random,
}: Pick<BookingWorkerDeps, 'db' | 'log' | 'now' | 'random'>): BrokenAttempts {
  /** By lease. Another process may have taken over the record meanwhile, which then has another one. */
  const open = new Map<string, Ending>()

  async function drop(lease: string, { taken, outcome }: Ending): Promise<void> {
    await db.transaction((tx) => endAttempt(tx, taken, lease, outcome))
    open.delete(lease)
  }

  return {
    end: async (taken, error) => {
      const { collection, id, attempts, lease } = taken
      const isOfDatabase = isUnavailable(error) || isDiskFull(error)
      // What a fault of the program stops each time must wait for a person in the end.
      const counted = isOfDatabase ? attempts - 1 : attempts
      const wait = waitMs(Math.max(1, counted), 0, random, FIRST_WAIT_MS, MAX_WAIT_MS)
      const nextAt = new Date(now() + wait)
      log.error({ collection, id, attempts, err: error, nextAt }, 'a booking broke off')
      const ending = { taken, outcome: { nextAt, attempts: counted } }
      open.set(lease, ending)
      await drop(lease, ending).catch((err: unknown) => {
        log.warn({ collection, id, err }, 'the end of a booking could not be stored yet')
      })
      return { error, isHeldUp: isOfDatabase }
    },
    endOpen: async () => {
      for (const [lease, ending] of open) await drop(lease, ending)
    },
  }
}

interface Ending {
  readonly taken: Taken
  readonly outcome: Parameters<typeof endAttempt>[3]
}
