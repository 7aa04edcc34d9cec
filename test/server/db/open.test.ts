/** What both databases must do alike, through the same driver. */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { settings } from '#server/db/schema/operations.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

let database: OpenDatabase
beforeEach(async () => {
  database = await cleanDatabase()
})

describe('the database', () => {
  test('the session is unchanged after an error', async () => {
    const { pool } = database
    await expect(pool.query('SELECT nope')).rejects.toMatchObject({ code: '42703' })
    await expect(pool.query('SELECT $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
    expect(await one(pool, 'SELECT $1::int AS value', [7])).toBe(7)
  })

  test('each caller gets its own answer, even if all ask at once', async () => {
    const asked = Array.from({ length: 200 }, (_, at) => at)
    const answers = await Promise.all(
      asked.map((at) =>
        at % 10 === 3
          ? database.pool.query('SELECT 1 / 0').catch(() => at)
          : one(database.pool, 'SELECT $1::int AS value', [at]),
      ),
    )
    expect(answers).toEqual(asked)
  })

  test('a value of 20 MB can be written and read', async () => {
    const big = 'ä'.repeat(10_000_000)
    expect(await one(database.pool, 'SELECT $1::text AS value', [big])).toBe(big)
  })

  test('50,000 rows can be read', async () => {
    const { rows } = await database.pool.query<{ id: number; body: { n: number } }>(
      "SELECT id, jsonb_build_object('n', id * 2) AS body FROM generate_series(1, 50000) AS id",
    )
    expect(rows).toHaveLength(50_000)
    expect(rows.every(({ id, body }) => body.n === id * 2)).toBe(true)
  })

  test('concurrent transactions run one after the other, and all are committed', async () => {
    await put(0)
    const transactions = Array.from({ length: 20 }, () =>
      database.db.transaction(async (tx) => {
        const [row] = await tx.select().from(settings).for('update')
        await tx.execute(sql`SELECT 1`)
        await tx.update(settings).set({ sealedValue: String(Number(row?.sealedValue) + 1) })
      }),
    )
    await Promise.all(transactions)
    expect(await counter()).toBe('20')
  })

  test('a failed transaction is rolled back', async () => {
    await put(1)
    const failing = database.db.transaction(async (tx) => {
      await tx.update(settings).set({ sealedValue: '2' })
      await tx.execute(sql`SELECT 1 / 0`)
    })
    await expect(failing).rejects.toThrow('Failed query')
    expect(await counter()).toBe('1')
  })

  test('a transaction is rolled back if its connection is dropped', async () => {
    await put(1)
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query("UPDATE settings SET sealed_value = '2'")
    client.release(true)
    expect(await counter()).toBe('1')
  })

  test('every connection starts with a fresh session', async () => {
    const client = await database.pool.connect()
    await client.query("SET work_mem = '1MB'")
    await client.query('CREATE TEMP TABLE mine (id int)')
    await client.query('SELECT pg_advisory_lock(42)')
    client.release(true)

    // A server may take a moment to notice that the connection is gone, so the test waits for the lock.
    const [settled, mine, locked] = await Promise.all([
      one(database.pool, "SELECT current_setting('work_mem') AS value"),
      one(database.pool, "SELECT to_regclass('mine')::text AS value"),
      one(database.pool, 'SELECT pg_advisory_lock(42)::text AS value'),
    ])
    expect({ settled, mine, locked }).toEqual({ settled: '4MB', mine: null, locked: '' })
  })

  test('counts are numbers, and times are Dates', async () => {
    await put(1)
    const [row] = await database.db.select().from(settings)
    expect(row?.updatedAt).toEqual(new Date(0))
    expect(await database.db.$count(settings)).toBe(1)
  })

  test('the audit trail is append-only', async () => {
    const { pool } = database
    await pool.query(
      "INSERT INTO audit (at, actor, action, target, address) VALUES (now(), 'a', 'b', 'c', 'd')",
    )
    await expect(pool.query("UPDATE audit SET actor = 'x'")).rejects.toThrow('append-only')
    await expect(pool.query('DELETE FROM audit')).rejects.toThrow('append-only')
    await expect(pool.query('TRUNCATE audit')).rejects.toThrow('append-only')
    await expect(pool.query('TRUNCATE settings, audit CASCADE')).rejects.toThrow('append-only')
    // As in replication, during which triggers do not fire.
    const copying = "SET LOCAL session_replication_role = 'replica'; DELETE FROM audit"
    await expect(pool.query(copying)).rejects.toThrow('append-only')
    expect(await one(pool, 'SELECT actor AS value FROM audit')).toBe('a')
  })
})

async function put(value: number): Promise<void> {
  await database.db
    .insert(settings)
    .values({ name: 'n', sealedValue: String(value), updatedAt: new Date(0), updatedBy: 'test' })
}

async function counter(): Promise<string | undefined> {
  const [row] = await database.db.select().from(settings)
  return row?.sealedValue
}

async function one(pool: pg.Pool, text: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(text, values)
  return rows[0]?.value
}
