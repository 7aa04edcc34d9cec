/**
 * One database for each worker of the suite, emptied before each test, of the kind that the suite runs on.
 */
import { randomBytes } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { engineOf } from '#server/db/embedded/engine.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase, openEngine } from '#server/db/open.ts'
import { createDatabase } from '#test/support/database/databases.ts'
import { emptyDatabaseDump } from '#test/support/database/empty-database.ts'
import { suitePostgresUrl } from '#test/support/database/suite-postgres.ts'
import { shakeQueries } from '#test/support/shake.ts'

export type DatabaseKind = OpenDatabase['kind']

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const DEADLOCK = '40P01'

/** The tables that were written to since they were truncated, with the size of their rows in bytes. */
const WRITTEN = `
  SELECT quote_ident(relname) AS name, pg_table_size(oid)::int AS size FROM pg_class
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'
    AND pg_relation_size(oid) > 0`

/**
 * Up to this size the rows of a table are deleted. Truncating takes longer, because it creates new files, but it also
 * removes what deleted rows leave behind.
 */
const SMALL_TABLE_BYTES = 131_072

const opened = new Map<DatabaseKind, Promise<OpenDatabase>>()

/** The kind that DOCKSIDE_TEST_DATABASE names; by default embedded. */
export function databaseKind(): DatabaseKind {
  return process.env['DOCKSIDE_TEST_DATABASE'] === 'server' ? 'server' : 'embedded'
}

/**
 * A database with all tables and no rows. The next call in the same worker returns the same one, emptied;
 * tests of a worker run one after the other.
 */
export async function cleanDatabase(kind: DatabaseKind = databaseKind()): Promise<OpenDatabase> {
  const database = await sharedDatabase(kind)
  const { rows } = await database.pool.query<WrittenTable>(WRITTEN)
  if (rows.length > 0) await empty(database, rows)
  return database
}

interface WrittenTable {
  readonly name: string
  readonly size: number
}

/**
 * The trail can be neither deleted nor truncated. The tests own the table, as the server does, and disable its triggers
 * meanwhile.
 */
const TRAIL = 'audit'
const GUARDS = ['audit_append_only', 'audit_not_truncated']

/**
 * A page of the previous test may still send requests. If Postgres resolves a deadlock against us, we retry
 * once.
 */
async function empty(database: OpenDatabase, tables: readonly WrittenTable[]): Promise<void> {
  try {
    // Statements of one query are one transaction.
    await database.pool.query(emptying(tables).join(';'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DEADLOCK)) throw error
    await empty(database, tables)
  }
}

function emptying(tables: readonly WrittenTable[]): string[] {
  const large = tables.filter(({ size }) => size > SMALL_TABLE_BYTES)
  const truncated = large.map(({ name }) => name).join(', ')
  const guards = (how: string): string[] =>
    tables.some(({ name }) => name === TRAIL)
      ? GUARDS.map((guard) => `ALTER TABLE ${TRAIL} ${how} TRIGGER ${guard}`)
      : []
  return [
    // Otherwise the triggers of the people would write tombstones.
    "SELECT set_config('dockside.moving', 'on', true)",
    ...guards('DISABLE'),
    ...(large.length > 0 ? [`TRUNCATE ${truncated} CASCADE`] : []),
    ...tables.filter((table) => !large.includes(table)).map(({ name }) => `DELETE FROM ${name}`),
    `SELECT setval(pg_get_serial_sequence('${TRAIL}', 'id'), 1, false)`,
    ...guards('ENABLE ALWAYS'),
  ]
}

/** The same database as it is. */
export function sharedDatabase(kind: DatabaseKind = databaseKind()): Promise<OpenDatabase> {
  const known = opened.get(kind) ?? open(kind)
  opened.set(kind, known)
  return known
}

async function open(kind: DatabaseKind): Promise<OpenDatabase> {
  const database = await (kind === 'server' ? openServer() : openInThisThread())
  shakeQueries(database.pool)
  return database
}

/** URL of an empty database on the Postgres server of the suite. */
export async function freshServerDatabase(): Promise<string> {
  return createDatabase(await suitePostgresUrl(), `dockside_${randomBytes(6).toString('hex')}`)
}

async function openServer(): Promise<OpenDatabase> {
  const databaseUrl = new URL(await freshServerDatabase())
  // This database is never started again, so commits need not wait for the disk.
  databaseUrl.searchParams.set('options', '-c synchronous_commit=off')
  const address = { databaseUrl: databaseUrl.href, dataDir: 'unused' }
  return openDatabase(address, { onTrouble: fail, onDeath: fail })
}

async function openInThisThread(): Promise<OpenDatabase> {
  const database = await PGlite.create({ loadDataDir: await emptyDatabaseDump() })
  return openEngine(engineOf(database), { onTrouble: fail })
}

function fail(error: Error): never {
  throw error
}
