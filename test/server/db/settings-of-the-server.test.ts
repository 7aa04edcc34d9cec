/** Databases and roles of a Postgres server that are set up in another way than ours. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'

/** A database of ours, after some changes to it by its owner. */
async function openAfter(changes: (name: string) => string): Promise<OpenDatabase> {
  const databaseUrl = await freshServerDatabase()
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  await owner.query(changes(new URL(databaseUrl).pathname.slice(1)))
  await owner.end()
  const events = { onTrouble: () => undefined, onDeath: () => undefined }
  const database = await openDatabase({ databaseUrl, dataDir: 'unused' }, events)
  onTestFinished(() => database.close())
  return database
}

test('the tables are made in a schema of the account, where the server looks first', async () => {
  const { pool } = await openAfter(
    (name) => `CREATE SCHEMA private; ALTER DATABASE ${name} SET search_path = private, public`,
  )
  const { rows } = await pool.query(
    "SELECT DISTINCT schemaname FROM pg_tables WHERE tablename IN ('admins', 'cases', 'sessions')",
  )
  expect(rows).toEqual([{ schemaname: 'private' }])
})

test('times are read in whatever style the database writes them', async () => {
  const { pool } = await openAfter((name) => `ALTER DATABASE ${name} SET DateStyle = 'German'`)
  const { rows } = await pool.query<{ at: Date }>(
    "SELECT '2026-11-26T07:17:13Z'::timestamptz AS at",
  )
  expect(rows[0]?.at.toISOString()).toBe('2026-11-26T07:17:13.000Z')
})
