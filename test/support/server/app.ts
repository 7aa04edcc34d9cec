/** The real server app on a clean database, with a clock that only tests advance. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp, type AppOptions } from '#server/app.ts'
import { sealerWith } from '#server/auth/seal.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { Erp } from '#server/erp/erp.ts'
import { standardSources } from '#server/erp/pull/sources.ts'
import { readEnv } from '#server/env.ts'
import { openLog } from '#server/log.ts'
import type { Mail } from '#server/mail.ts'
import {
  cleanDatabase,
  databaseKind,
  sharedDatabase,
  type DatabaseKind,
} from '#test/support/database/database.ts'

export interface TestAppOptions extends AppOptions {
  readonly database?: DatabaseKind
  /** Settings as a person writes them, such as `{ REGISTRATION: 'closed' }`. */
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds since 1970 at the start. */
  readonly now?: number
  readonly erp?: Erp
  /** Another app whose database and clock this one shares, like a second process. */
  readonly beside?: TestApp
  /** A database other than that of the suite. */
  readonly db?: Database
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly context: Context
  readonly clock: Clock
  /** The sent mails, in order. */
  readonly mails: readonly Mail[]
  /** The log, each line parsed. */
  readonly logged: () => Record<string, unknown>[]
  readonly close: () => Promise<void>
}

export interface Clock {
  readonly now: () => number
  readonly advance: (ms: number) => void
}

const START = Date.UTC(2026, 4, 11, 12)
const SEALER = sealerWith('a key that only tests use, long enough')

/** An ERP that is never busy and has no rows. */
export const NO_ERP: Erp = {
  pull: () => Promise.reject(new Error('this test has no ERP')),
  ask: (work) =>
    work(
      {
        query: async (sql) => ({
          rows: sql.includes('COUNT(*)') ? [{ counted: '0' }] : [],
          hasMore: false,
        }),
      },
      standardSources,
    ),
  budget: () => ({
    atOnce: 2,
    inFlight: 0,
    waiting: 0,
    sent: 0,
    refused: 0,
    nextPullAt: null,
    pausedUntil: null,
  }),
  cancel: async () => false,
  poll: async () => {},
  book: async () => ({ kind: 'missing' }),
  withPermit: (work) => work(),
  readAgain: async () => {},
  close: async () => {},
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside, erp = NO_ERP } = options
  const kind = options.database ?? databaseKind()
  const { db } = options.db
    ? { db: options.db }
    : await (beside ? sharedDatabase(kind) : cleanDatabase(kind))
  const clock = beside?.clock ?? clockAt(options.now ?? START)
  const mails: Mail[] = []
  const lines: string[] = []
  const env = readEnv({
    DATA_DIR: join(tmpdir(), 'dockside-test-unused'),
    ...(kind === 'server' ? { DATABASE_URL: 'postgres://unused.invalid/unused' } : {}),
    LOG_LEVEL: 'debug',
    ...options.env,
  })
  const context: Context = {
    db,
    env,
    now: clock.now,
    seal: SEALER,
    mail: { send: async (mail) => void mails.push(mail) },
    erp,
    log: openLog(env.logLevel, { write: (line) => void lines.push(line) }),
  }
  const app = await buildApp(context, options)
  return {
    app,
    context,
    clock,
    mails,
    logged: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    close: () => app.close(),
  }
}

function clockAt(start: number): Clock {
  let time = start
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}
