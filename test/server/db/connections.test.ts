import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseOn, openPool } from '#server/db/connections.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'

const CONNECTIONS = 2

let pool: pg.Pool
let onlooker: pg.Pool
let troubles: unknown[]

beforeEach(async () => {
  const connectionString = await freshServerDatabase()
  troubles = []
  const tell = (error: Error) => troubles.push(Reflect.get(error, 'code') ?? error.message)
  pool = openPool({ connectionString, max: CONNECTIONS }, tell)
  onlooker = openPool({ connectionString, max: 1 }, () => undefined)
})
afterEach(() => Promise.all([pool.end(), onlooker.end()]))

const inUse = () => pool.totalCount - pool.idleCount

test('a connection that ends between two statements fails only its transaction', async () => {
  const database = databaseOn(pool)
  const failed = await database
    .transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      await breakOff()
      await tx.execute(sql`SELECT 2`)
    })
    .catch((error: unknown) => error)
  expect(isUnavailable(failed)).toBe(true)
  expect(inUse()).toBe(0)
  expect((await database.execute(sql`SELECT 3 AS three`)).rows).toEqual([{ three: 3 }])
})

test('a connection that ends during a statement fails only its transaction', async () => {
  const database = databaseOn(pool)
  const slow = database.transaction((tx) => tx.execute(sql`SELECT pg_sleep(60)`))
  const failed = slow.catch((error: unknown) => error)
  await expect.poll(endOthers).toBe(1)
  expect(isUnavailable(await failed)).toBe(true)
  expect(inUse()).toBe(0)
})

test('an idle connection that ends is replaced', async () => {
  await pool.query('SELECT 1')
  await breakOff()
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
})

test('transactions that break at BEGIN leak no connections, however many there are', async () => {
  let breaking = CONNECTIONS + 1
  pool.on('connect', (client) => {
    if (breaking === 0) return
    breaking -= 1
    const ask = client.query.bind(client)
    const breakAsked = () => {
      client.connection.stream.destroy()
      return ask('SELECT 1')
    }
    Object.assign(client, { query: breakAsked })
  })
  const database = databaseOn(pool)
  for (let time = 0; time <= CONNECTIONS; time += 1) {
    const begun = database.transaction(() => Promise.reject(new Error('it has begun')))
    expect(isUnavailable(await begun.catch((error: unknown) => error))).toBe(true)
    expect(inUse()).toBe(0)
  }
  expect(await database.transaction(async () => 'done')).toBe('done')
})

/** Ends the connection of the pool, and waits until the pool has noticed. */
async function breakOff(): Promise<void> {
  await endOthers()
  await expect.poll(() => troubles).toEqual(['57P01'])
}

/** Ends the running queries of the database, and returns how many there were. */
async function endOthers(): Promise<number> {
  const { rowCount } = await onlooker.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND (state <> 'active' OR query LIKE '%pg_sleep%')`)
  return rowCount ?? 0
}
