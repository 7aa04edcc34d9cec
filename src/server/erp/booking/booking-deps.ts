/** What bookings need, and what comes of them. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/database.ts'
import type { AccountPause } from '#server/erp/booking/account-pause.ts'
import type { AccountZone } from '#server/erp/booking/account-zone.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import type { Semaphore } from '#server/erp/transport/semaphore.ts'

/** Longer than a request can take, with a margin for clock differences between servers. */
export const LEASE_MS = 10 * 60_000

/** The result of a booking that a person asked for. */
export type Booked =
  | { readonly kind: 'succeeded'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** Another worker is booking it at this moment. */
  | { readonly kind: 'under-way' }
  /** There is no such record, or it is not booked from here. */
  | { readonly kind: 'missing' }

/** What an attempt needs. */
export interface BookingDeps extends BookingWorkerDeps {
  readonly pause: AccountPause
  readonly zone: AccountZone
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
  /** Opens a client whose requests need no permit, because each attempt has one. */
  readonly openClient: () => Promise<ErpClient>
  readonly adjustmentAccount: string | null
  /** This process, if it announces its liveness. */
  readonly owner: number | null
}
