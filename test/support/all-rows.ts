import { getTableName, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { TABLES } from '#server/db/schema/tables.ts'

/** What a refused call may change: counted attempts, and the last used code of a second factor. */
const COUNTED: readonly string[] = ['attempts']
const USED_UP = 'last_totp_step'

/** All rows of all tables, to compare before and after a call. */
export async function allRows(db: Database): Promise<Record<string, unknown>> {
  const tables = TABLES.map(getTableName).filter((name) => !COUNTED.includes(name))
  const parts = tables.map(
    (name) => sql`select ${name}::text as name, (
      select jsonb_agg(to_jsonb(t) - ${USED_UP}::text order by to_jsonb(t)::text)
      from ${sql.identifier(name)} t) as rows`,
  )
  const { rows } = await db.execute<{ name: string; rows: unknown }>(
    sql.join(parts, sql` union all `),
  )
  return Object.fromEntries(rows.map((table) => [table.name, table.rows]))
}
