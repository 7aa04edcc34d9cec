/** What the parts of the server are handed: one object, made at start, with the only clock. */
import type { FastifyBaseLogger } from 'fastify'
import type { PulledCollection } from '#contract/collections.ts'
import type { PullReply } from '#contract/endpoints.ts'
import type { Sealer } from '#server/auth/seal.ts'
import type { Database } from '#server/db/open.ts'
import type { Env } from '#server/env.ts'
import type { Mailer } from '#server/mail.ts'

/** The connection to the ERP (decisions.md 7.1). */
export interface Erp {
  /** Pulls an area, or joins the pull that is under way. */
  pull(collection: PulledCollection, startedBy: string): Promise<PullReply>
  /** Ends the pull of an area that waits or is under way; whether there was one. */
  cancel(collection: PulledCollection, by: string): Promise<boolean>
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
