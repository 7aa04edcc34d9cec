/// <reference types="vite/types/importMeta.d.ts" />
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { BadSettings } from '#server/env.ts'
import { fills } from '#server/db/migration-fills.ts'

/** Written by drizzle-kit from schema/, applied in name order; bundled into the server. */
export const migrations: Readonly<Record<string, string>> = import.meta.glob('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The separator that drizzle-kit writes between statements. */
const BREAKPOINT = '--> statement-breakpoint'

/** drizzle-kit writes it before tables that are referred to. Ours are in the current schema, whatever its name. */
const PUBLIC = '"public".'

/** An arbitrary number, unique among our advisory locks: 'dockside' on a telephone keypad. */
const MIGRATION_LOCK = 36_257_433

const TRY_AGAIN_MS = 250
/** A statement may take long on large tables, but no other program should lock a table of ours for this long. */
const LOCK_MS = 120_000

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03'

/** How a migration waits for others. */
interface Patience {
  /** The time until it asks again whether another process still migrates. */
  readonly wait?: () => Promise<unknown>
  /** How long another program may lock a table, at most. */
  readonly lockMs?: number
}

/**
 * Migrates the tables. If several processes start at once, one migrates and the others wait. Each migration
 * is applied completely or not at all.
 * @param tell receives sentences for the operator
 * @throws BadSettings if a newer version has migrated them, or another program has, or has locked them
 */
export async function migrate(
  pool: pg.Pool,
  tell: (sentence: string) => void = () => undefined,
  { wait = () => pause(TRY_AGAIN_MS), lockMs = LOCK_MS }: Patience = {},
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${lockMs}`)
    await takeTurn(client, tell, wait)
    await applyMissing(client, tell)
    // The server may take a moment to notice that the connection is closed, and another process would wait.
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } catch (error) {
    throw toLocked(error)
  } finally {
    // The connection is closed, not reused: it has other limits, and a failed one still has the lock.
    client.release(true)
  }
}

/** Asks instead of waiting in the database, so that the operator learns what the start waits for. */
async function takeTurn(
  client: pg.PoolClient,
  tell: (sentence: string) => void,
  wait: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 0; !(await isMyTurn(client)); tries += 1) {
    if (tries === 0) tell('another process is migrating the tables: waiting for it')
    await wait()
  }
}

async function isMyTurn(client: pg.PoolClient): Promise<boolean> {
  const asked = 'SELECT pg_try_advisory_lock($1) AS mine'
  const { rows } = await client.query<{ mine: boolean }>(asked, [MIGRATION_LOCK])
  return rows[0]?.mine === true
}

async function applyMissing(
  client: pg.PoolClient,
  tell: (sentence: string) => void,
): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
  const applied = new Set(rows.map(({ name }) => name))
  const known = Object.entries(migrations).toSorted(byPath).map(named)
  refuseForeign(
    applied,
    known.map(([name]) => name),
  )
  for (const [name, sql] of known) {
    if (!applied.has(name)) (await apply(client, name, sql)).forEach(tell)
  }
}

function toLocked(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) return error
  return new BadSettings(
    [
      'The tables of this database cannot be migrated, because another program has locked them: end it, then start again.',
    ],
    error,
  )
}

/** An older version would not fill the columns that it does not know. Every version has the first migration. */
function refuseForeign(applied: ReadonlySet<string>, known: readonly string[]): void {
  const newer = [...applied].find((name) => !known.includes(name))
  if (newer === undefined) return
  if (!applied.has(known[0] ?? ''))
    throw new BadSettings([
      'Another program uses this database (its table migrations names none of ours): set DATABASE_URL to an empty database.',
    ])
  throw new BadSettings([
    `A newer version has migrated this database (${newer}): start that version, or restore a backup of this one.`,
  ])
}

function named([path, sql]: [string, string]): [name: string, sql: string] {
  return [path.slice(path.lastIndexOf('/') + 1), sql]
}

async function apply(client: pg.PoolClient, name: string, sql: string): Promise<readonly string[]> {
  await client.query('BEGIN')
  for (const statement of sql.replaceAll(PUBLIC, '').split(BREAKPOINT))
    await client.query(statement)
  const sentences = (await fills[name]?.(client)) ?? []
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  await client.query('COMMIT')
  return sentences
}

function byPath([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}
