/**
 * Moves the content of one database into another, completely or not at all
 * (decisions/server/erp-addresses.md).
 */
import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { OpenDatabase } from '#server/db/database.ts'
import { TABLES } from '#server/db/schema/tables.ts'

/** Rows in memory at a time. */
const BATCH_ROWS = 1_000

/** An arbitrary number, unique among our advisory locks. */
const MOVE_LOCK = 36_257_434

type Pool = Pick<OpenDatabase, 'pool'>

/** A database has rows but no admins: it is neither empty nor in use. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

/** Whether anybody can sign in there. */
export async function hasAdmins({ pool }: Pool): Promise<boolean> {
  return holdsRows(pool, 'admins')
}

/**
 * Copies all rows of all tables in one transaction of the new database, counts them, and continues the
 * sequences. The old database is only read, from one snapshot. Both have the tables of this version.
 * @returns how many rows; null if another process was first
 * @throws NotEmpty
 */
export async function moveDatabase(from: Pool, to: Pool): Promise<number | null> {
  return within(to, 'BEGIN', async (target) => {
    await target.query('SELECT pg_advisory_xact_lock($1)', [MOVE_LOCK])
    if (await holdsRows(target, 'admins')) return null
    return within(from, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (source) =>
      copyAll(source, target),
    )
  })
}

/** A transaction for the whole copy. If it fails, its connection is closed and it is rolled back. */
async function within<T>(
  { pool }: Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // If one connection breaks while the other one works, its next query reports it.
  client.on('error', () => undefined)
  let isDone = false
  try {
    await client.query(begin)
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('COMMIT')
    isDone = true
    return result
  } finally {
    client.release(!isDone)
  }
}

async function copyAll(source: pg.PoolClient, target: pg.PoolClient): Promise<number> {
  // Tables from the end of the list first: an admin or mobile user says more about the database than a
  // counter.
  for (const { name } of tables().toReversed())
    if (await holdsRows(target, name)) throw new NotEmpty(`its table ${name} is not empty`)
  // Disables the triggers that would number these rows again.
  await target.query("SET LOCAL dockside.moving = 'on'")
  let rows = 0
  for (const table of tables()) rows += await copyTable(source, target, table)
  return rows
}

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  /** The column that the database numbers. */
  readonly numbered: string | null
  readonly references: number
}

/** Sorts tables so that referenced ones come first. */
function tables(): Table[] {
  return TABLES.map((table) => {
    const { columns, foreignKeys } = getTableConfig(table)
    return {
      name: getTableName(table),
      columns: columns.map(({ name }) => name),
      numbered: columns.find(({ generatedIdentity }) => generatedIdentity)?.name ?? null,
      references: foreignKeys.length,
    }
  }).toSorted((a, b) => a.references - b.references)
}

/** Rows are copied as JSON that Postgres writes and reads, so that no value is converted here. */
async function copyTable(
  source: pg.PoolClient,
  target: pg.PoolClient,
  { name, columns, numbered }: Table,
): Promise<number> {
  const table = pg.escapeIdentifier(name)
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await source.query(
    `DECLARE moved NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM ${table} t`,
  )
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`FETCH ${BATCH_ROWS} FROM moved`)
    if (rows.length === 0) break
    await target.query(
      `INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
       SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    )
  }
  await source.query('CLOSE moved')
  const [wanted, found] = [await countOf(source, name), await countOf(target, name)]
  if (wanted !== found) throw new Error(`${name} has ${wanted} rows, but ${found} arrived`)
  if (numbered !== null)
    await target.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${pg.escapeIdentifier(numbered)})) FROM ${table}`,
      [table, numbered],
    )
  return found
}

async function countOf(client: pg.PoolClient, table: string): Promise<number> {
  const counted = `SELECT count(*)::int AS rows FROM ${pg.escapeIdentifier(table)}`
  return (await client.query<{ rows: number }>(counted)).rows[0]?.rows ?? 0
}

async function holdsRows(client: pg.Pool | pg.PoolClient, table: string): Promise<boolean> {
  const any = `SELECT 1 FROM ${pg.escapeIdentifier(table)} LIMIT 1`
  return (await client.query(any)).rows.length > 0
}
