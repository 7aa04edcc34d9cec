/** Whether a Postgres database is one that this server can use, asked in one query. */
import { getTableName } from 'drizzle-orm'
import pg from 'pg'
import { TABLES } from '#server/db/schema/tables.ts'

/** Why a reachable database cannot be used. */
export const UNFIT = ['read-only', 'no-tables', 'foreign', 'not-owned', 'not-utf8', 'old'] as const
export type Unfit = (typeof UNFIT)[number]

const names = TABLES.map((table) => pg.escapeLiteral(getTableName(table))).join(', ')

/**
 * One query, which needs no objects to be created. The verdicts that a start can live with come last, so that
 * they hide no other.
 */
export const QUESTION = `
  WITH ours AS (
    SELECT oid, relname AS name, relowner AS owner FROM pg_class
    WHERE relname IN ('migrations', ${names})
      AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ), migrated AS (
    SELECT (
      SELECT count(*) FROM pg_attribute
      WHERE attrelid = ours.oid AND attname IN ('name', 'applied_at') AND NOT attisdropped
    ) = 2 AS is_ours
    FROM ours WHERE name = 'migrations'
  )
  SELECT CASE
    WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN 'read-only'
    WHEN NOT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) THEN 'no-tables'
    WHEN EXISTS (SELECT FROM ours) AND NOT coalesce((SELECT is_ours FROM migrated), false) THEN 'foreign'
    WHEN EXISTS (SELECT FROM ours WHERE NOT pg_has_role(owner, 'USAGE')) THEN 'not-owned'
    WHEN current_setting('server_encoding') <> 'UTF8' THEN 'not-utf8'
    WHEN current_setting('server_version_num')::int < 150000 THEN 'old'
    ELSE 'fit'
  END AS verdict`

/** What is wrong, for the operator. */
const REASONS: Readonly<Record<Unfit, string>> = {
  'read-only': 'it can only be read',
  'no-tables': 'this user may not create tables there',
  foreign: 'it has tables of another program',
  'not-owned': 'its tables belong to another user',
  'not-utf8': 'it is not encoded in UTF-8',
  old: 'it is older than Postgres 15',
}

/** A fault of a database: one that it cannot be used with, or one that can do harm later. */
export interface Fault {
  readonly why: string
  readonly isFatal: boolean
}

/**
 * What a start has to say about the database of its settings; null if it is fit. An installation that already
 * runs on a database in another encoding keeps it, because a start that refuses it would lock everybody out.
 */
export async function faultOf(pool: Pick<pg.Pool, 'query'>): Promise<Fault | null> {
  const { rows } = await pool.query<{ verdict: string }>(QUESTION)
  const unfit = UNFIT.find((one) => one === rows[0]?.verdict)
  if (unfit === undefined) return null
  const isTolerable =
    unfit === 'old' ||
    unfit === 'not-owned' ||
    (unfit === 'not-utf8' && ((await isInUse(pool)) || (await storesAnyBytes(pool))))
  return { why: REASONS[unfit], isFatal: !isTolerable }
}

/** SQL_ASCII, the encoding of a cluster that was made without a locale, keeps every text as it comes. */
async function storesAnyBytes(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  )
  return rows[0]?.encoding === 'SQL_ASCII'
}

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01'

/** Whether anybody can sign in there. Creates nothing, and there may be no tables yet. */
export async function isInUse(pool: Pick<pg.Pool | pg.Client, 'query'>): Promise<boolean> {
  try {
    const { rows } = await pool.query('SELECT FROM admins LIMIT 1')
    return rows.length > 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return false
    throw error
  }
}
