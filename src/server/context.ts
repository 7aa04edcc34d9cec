/** What the parts of the server are handed: one object, made at start, with the only clock. */
import type { FastifyBaseLogger } from 'fastify'
import type { PulledCollection } from '#contract/collections.ts'
import type { PullReply } from '#contract/endpoints.ts'
import type { Sealer } from '#server/auth/seal.ts'
import type { Database, Transacts } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import type { Mailer } from '#server/mail.ts'

/** How a booking that a person asked for went: booked or not, by somebody else at this moment, or never. */
export type BookedReply =
  | { readonly kind: 'succeeded' | 'failed'; readonly message: string }
  | { readonly kind: 'under-way' }
  | { readonly kind: 'missing' }

/** The connection to the ERP (decisions/server/erp-pulls.md). */
export interface Erp {
  /**
   * Pulls an area, or joins the pull that is under way.
   * @param asked where the pull begins: in a transaction of the call that asks for it
   */
  pull(collection: PulledCollection, startedBy: string, asked: Transacts): Promise<PullReply>
  /** Ends the pull of an area that waits or is under way; whether there was one. */
  cancel(collection: PulledCollection, by: string, asked: Transacts): Promise<boolean>
  /** Books the records from the floor that are due, behind the request (decisions/server/bookings.md). */
  wake(): Promise<void>
  /** Books one record now, because a person asks for it. */
  book(
    key: { readonly collection: string; readonly id: string },
    asked: Transacts,
  ): Promise<BookedReply>
  /**
   * Makes requests to the ERP in one of the places that all processes share.
   * @throws the reason of the signal when it is aborted while waiting
   */
  inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** Ends what is under way, so that the database can be closed. */
  close(): Promise<void>
}

/** What routes work with. */
export interface Context {
  readonly db: Database
  readonly env: Env
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly seal: Sealer
  readonly mail: Mailer
  readonly erp: Erp
  readonly log: FastifyBaseLogger
}
