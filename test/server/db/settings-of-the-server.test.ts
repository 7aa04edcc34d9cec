/** Databases and roles of a Postgres server that are set up in another way than ours. */
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'
import { startTransactionPooler } from '#test/support/database/transaction-pooler.ts'

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

test('a pooler that gives each transaction another session is refused before anything is created', async () => {
  const direct = await freshServerDatabase()
  const pooler = await startTransactionPooler(direct)
  onTestFinished(() => pooler.close())
  const events = { onTrouble: () => undefined, onDeath: () => undefined }
  await expect(
    openDatabase({ databaseUrl: pooler.url, dataDir: 'unused' }, events),
  ).rejects.toMatchObject({
    sentences: [
      'DATABASE_URL must be the address of a reachable Postgres database, postgres://user:password@host/name (it is reached through a pooler that does not keep sessions: use its session mode or the direct address).',
    ],
  })
  const client = new pg.Client({ connectionString: direct })
  await client.connect()
  const { rows } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")
  expect(rows).toEqual([])
  await client.end()
})
