import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { settings } from '#server/db/schema/operations.ts'
import { writeCountOf } from '#server/db/write-count.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

let database: OpenDatabase

beforeEach(async () => {
  database = await cleanDatabase()
})

const row = { name: 'a', sealedValue: 'b', updatedAt: new Date(), updatedBy: 'root' }

/** By how much the count rises during some work. */
async function raisedBy(work: () => Promise<unknown>): Promise<number> {
  const before = writeCountOf(database.db)
  await work()
  return writeCountOf(database.db) - before
}

test('reading counts as no write', async () => {
  const { db, pool } = database
  expect(await raisedBy(() => db.select().from(settings))).toBe(0)
  expect(await raisedBy(() => db.execute(sql`SELECT 1`))).toBe(0)
  expect(await raisedBy(() => pool.query({ text: ' select 1', name: 'named' }))).toBe(0)
  expect(await raisedBy(() => db.transaction((tx) => tx.select().from(settings)))).toBe(0)
  const config = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
  expect(await raisedBy(() => db.transaction((tx) => tx.execute(sql`SELECT 1`), config))).toBe(0)
})

test('every kind of write counts', async () => {
  const { db, pool } = database
  expect(await raisedBy(() => db.insert(settings).values(row))).toBeGreaterThan(0)
  expect(await raisedBy(() => db.update(settings).set({ name: 'b' }))).toBeGreaterThan(0)
  expect(await raisedBy(() => db.delete(settings))).toBeGreaterThan(0)
  expect(
    await raisedBy(() => db.execute(sql`WITH a AS (DELETE FROM ${settings}) SELECT 1`)),
  ).toBeGreaterThan(0)
  expect(await raisedBy(() => pool.query('DELETE FROM settings'))).toBeGreaterThan(0)
  expect(await raisedBy(() => pool.query({ text: 'TRUNCATE settings' }))).toBeGreaterThan(0)
})

test('a write counts before the writer learns that it is done, also in a transaction', async () => {
  const { db } = database
  const before = writeCountOf(db)
  await db
    .insert(settings)
    .values(row)
    .then(() => expect(writeCountOf(db)).toBeGreaterThan(before))
  const committed = await db.transaction(async (tx) => {
    await tx.delete(settings)
    return writeCountOf(db)
  })
  expect(writeCountOf(db)).toBeGreaterThan(committed)
})

test('a write that fails counts, because it may have been done', async () => {
  const { db } = database
  await db.insert(settings).values(row)
  const again = () =>
    db
      .insert(settings)
      .values(row)
      .catch(() => null)
  expect(await raisedBy(again)).toBeGreaterThan(0)
})

test('a database that is not counted has no count, which equals nothing', () => {
  const unwatched = drizzle(new pg.Pool())
  expect(writeCountOf(unwatched)).toBeNaN()
})
