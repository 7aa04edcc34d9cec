/** What the parts of the server are handed: one object, made at start, with the only clock. */
import type { FastifyBaseLogger } from 'fastify'
import type { PulledCollection } from '#contract/collections.ts'
import type { PullReply } from '#contract/endpoints.ts'
import type { Database } from '#server/db/open.ts'
import type { Env } from '#server/env.ts'

/** Keeps secrets unreadable at rest (decisions.md 4.5). */
export interface Sealer {
  /** @param purpose what the text is for; the same must be given to open it again */
  seal(purpose: string, text: string): string
  /** @throws Error when the text was sealed with another key, for another purpose, or changed */
  open(purpose: string, sealed: string): string
}

/** Sends mail, or writes it to the outbox folder (decisions.md 4.12). */
export interface Mailer {
  send(message: Mail): Promise<void>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The connection to the ERP (decisions.md 7.1). */
export interface Erp {
  /** Pulls an area, or joins the pull that is under way. */
  pull(collection: PulledCollection, startedBy: string): Promise<PullReply>
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
