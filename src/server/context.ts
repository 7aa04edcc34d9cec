/** What routes depend on: one object, made at startup, with the only clock. */
import type { FastifyBaseLogger } from 'fastify'
import type { Sealer } from '#server/auth/seal.ts'
import type { Database } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import type { Erp } from '#server/erp/erp.ts'
import type { Mailer } from '#server/mail.ts'

/** The dependencies of routes. */
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
