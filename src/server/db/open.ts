import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type pg from 'pg'
import { faultOf, type Fault } from '#server/db/database-fitness.ts'
import { startNewEpochs } from '#server/db/database-origin.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { databaseOn, openPool } from '#server/db/connections.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import {
  claimDataDir,
  embeddedFolder,
  type EngineEvents,
  openEmbedded,
} from '#server/db/embedded/embedded.ts'
import { connectionsTo } from '#server/db/embedded/engine-stream.ts'
import type { Engine } from '#server/db/embedded/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import { isOwnFolder, markFolder } from '#server/db/embedded/folder-origin.ts'
import { keepsSessions, SESSIONS_NOT_KEPT } from '#server/db/kept-sessions.ts'
import { startVacuum } from '#server/db/embedded/vacuum.ts'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

/** Events of the open database. */
export interface DatabaseEvents extends EngineEvents {
  /** Something to log: a broken connection, which the next query replaces, or failed maintenance. */
  readonly onTrouble: (error: Error) => void
  /** What a migration found, as a sentence for the operator. */
  readonly onMigrated?: (sentence: string) => void
  /** What is wrong with a database that is used all the same, as a sentence for the operator. */
  readonly onDoubt?: (sentence: string) => void
}

const CONNECTIONS = 10
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 120_000
/**
 * When the server should have ended a statement, its connection is dead: a failover or a firewall dropped it without a
 * word, and TCP would notice after 15 minutes or more.
 */
const QUERY_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000
const KEEP_ALIVE_AFTER_MS = 30_000
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
/** How long running queries may take when the database is closed, at most. */
const END_PATIENCE_MS = 5_000

/** A database that is claimed but not yet open. */
export interface Claim {
  readonly open: () => Promise<OpenDatabase>
  /** Releases the claim without opening. */
  readonly release: () => Promise<void>
}

/** The sentence about an unusable server. */
type Sentence = (why: string) => string

const wrongUrl: Sentence = (why) => wrongSetting('databaseUrl', { why })

/**
 * Checks the configured Postgres server, or else locks the data folder of the embedded database. This takes
 * a moment; opening may take seconds.
 * @throws BadSettings if the server cannot be reached or the folder cannot be used
 */
export async function claimDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  events: DatabaseEvents,
  sentence = wrongUrl,
): Promise<Claim> {
  if (env.databaseUrl !== null) return claimServer(env.databaseUrl, events, sentence)
  const lock = await claimDataDir(env.dataDir)
  return {
    release: async () => lock.release(),
    open: async () => {
      const engine = await openEmbedded(env.dataDir, lock, events)
      const database = await openEngine(engine, events)
      await settleFolder(env.dataDir, database)
      const stopUpkeep = startVacuum(database.pool, events.onTrouble)
      return {
        ...database,
        close: (patienceMs) => {
          stopUpkeep()
          return database.close(patienceMs)
        },
      }
    },
  }
}

/** Renews the epochs of a folder that was copied, such as a restored one. */
async function settleFolder(dataDir: string, { db, close }: OpenDatabase): Promise<void> {
  const folder = embeddedFolder(dataDir)
  try {
    if (!(await isOwnFolder(folder))) await startNewEpochs(db)
    await inDataDir(dataDir, () => markFolder(folder))
  } catch (error) {
    await close()
    throw error
  }
}

/** Claims and opens in one step, and migrates the tables. */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  events: DatabaseEvents,
  sentence = wrongUrl,
): Promise<OpenDatabase> {
  return (await claimDatabase(env, events, sentence)).open()
}

/** The database of an engine; tests use one without a folder. */
export async function openEngine(
  engine: Engine,
  events: Pick<DatabaseEvents, 'onTrouble' | 'onMigrated'>,
): Promise<OpenDatabase> {
  const config = {
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: connectionsTo(engine),
  }
  const pool = openPool(config, events.onTrouble)
  return ready({
    kind: 'embedded',
    pool,
    upgrade: () => migrate(pool, events.onMigrated),
    end: () => engine.close(),
  })
}

async function claimServer(
  url: string,
  events: DatabaseEvents,
  sentence: Sentence,
): Promise<Claim> {
  const config = {
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: 'dockside',
  }
  const pool = openPool(config, events.onTrouble)
  const fault = await faultAt(pool).catch(async (error: unknown) => {
    await pool.end()
    throw new BadSettings([sentence(reasonOf(error))], error)
  })
  if (fault?.isFatal === true) {
    await pool.end()
    throw new BadSettings([sentence(fault.why)])
  }
  if (fault !== null) events.onDoubt?.(`the database is used, but ${fault.why}`)
  return {
    open: () =>
      ready({
        kind: 'server',
        pool,
        upgrade: () => migrateWithoutLimit(config, events),
        end: async () => {},
      }),
    release: () => pool.end(),
  }
}

async function faultAt(pool: pg.Pool): Promise<Fault | null> {
  const fault = await faultOf(pool)
  if (fault?.isFatal === true || (await keepsSessions(pool))) return fault
  return { why: SESSIONS_NOT_KEPT, isFatal: true }
}

interface Opening extends Pick<OpenDatabase, 'kind' | 'pool'> {
  /** Migrates the tables. */
  readonly upgrade: () => Promise<void>
  readonly end: () => Promise<void>
}

/** What a call may take at most must not end a migration, which takes longer the larger the tables are. */
async function migrateWithoutLimit(
  config: pg.PoolConfig,
  { onTrouble, onMigrated }: DatabaseEvents,
): Promise<void> {
  const unlimited = { ...config, max: 1, statement_timeout: undefined, query_timeout: undefined }
  const pool = openPool(unlimited, onTrouble)
  try {
    await migrate(pool, onMigrated)
  } finally {
    await pool.end()
  }
}

async function ready({ kind, pool, upgrade, end }: Opening): Promise<OpenDatabase> {
  const close = async (patienceMs = END_PATIENCE_MS): Promise<void> => {
    const ms = Math.max(0, Math.min(patienceMs, END_PATIENCE_MS))
    // A query that never ends must not keep the process alive.
    await Promise.race([pool.end(), pause(ms, undefined, { ref: false })])
    await end()
  }
  try {
    await upgrade()
  } catch (error) {
    await close()
    throw error
  }
  return { kind, pool, db: databaseOn(pool), close }
}

/** `ECONNREFUSED`, or the message of the server. A host with several addresses fails with several errors. */
export function reasonOf(error: unknown): string {
  // Drizzle puts the query before the reason.
  if (error instanceof DrizzleQueryError) return reasonOf(error.cause)
  if (error instanceof Error && error.message === '' && 'code' in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}
