/** A cause may have more cases than a statement has room for parameters: 65,535. */
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRetry as startRetryIn } from '#server/db/mirror/cases/start-retry.ts'
import { caseNotes, cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { act } from '#test/server/routes/exceptions/support.ts'

const MANY = 11_000
const CAUSE = 'bin-inactive'

let app: TestApp
let root: string
beforeAll(async () => {
  app = await testApp()
  root = await (await aSuperAdmin(app.context, { features: ['binTransfer'] })).session()
  const { db } = app.context
  await db.execute(sql`
    INSERT INTO floor_records (collection, id, userid, client_id, hash, booking, next_at, waits_for, created_at, made_at)
    SELECT 'binTransfer', 'R' || nth, 'picker1', nth, '', 'failed', now(), 'period', now(), now()
    FROM generate_series(1, ${MANY}::int) AS nth`)
  await db.execute(sql`
    INSERT INTO cases (collection, record_id, kind, cause, state, failures, first_failed_at, last_failed_at, version, seq)
    SELECT 'binTransfer', 'R' || nth, 'refused', ${CAUSE}, 'new', 1, now(), now(), 1, 0
    FROM generate_series(1, ${MANY}::int) AS nth`)
})
afterAll(() => app.close())

test(`a cause with ${String(MANY)} open cases is resolved by hand at once, with its steps in every history`, async () => {
  const resolve = { action: 'resolve', how: 'not-needed', note: 'All of them', cause: CAUSE }
  expect((await act(app, root, resolve)).status).toBe(200)
  const { db } = app.context
  expect(await db.$count(cases, sql`state = 'resolved' AND notes = 1`)).toBe(MANY)
  expect(await db.$count(floorRecords, sql`next_at IS NULL AND waits_for IS NULL`)).toBe(MANY)
  expect(await db.$count(caseNotes)).toBe(2 * MANY)
})

const ROOT = { by: 'root', collections: RECORD_COLLECTIONS }

test('a retry may name more records than a statement has parameters', async () => {
  const keys = Array.from({ length: 70_000 }, (_, nth) => ({
    collection: 'binTransfer',
    id: `unknown-${String(nth)}`,
  }))
  const { db } = app.context
  expect(await db.transaction((tx) => startRetryIn(tx, { keys }, ROOT, new Date()))).toBeNull()
})

test('the database knows how many records a retry made due, and searches no pending entries for the next one', async () => {
  const { db } = app.context
  await db.execute(sql`
    INSERT INTO floor_records (collection, id, userid, client_id, hash, booking, created_at, made_at, stock_keys)
    SELECT 'binAdjustmentRecords', 'C' || nth, 'picker1', nth, '', 'failed', now(), now(), ARRAY['item ' || nth]
    FROM generate_series(1, ${MANY}::int) AS nth`)
  await db.execute(sql`ANALYZE floor_records`)
  const known = async () => {
    const { rows } = await db.execute(sql`
      SELECT null_frac AS "notDue", reloptions AS options FROM pg_stats, pg_class
      WHERE tablename = 'floor_records' AND attname = 'next_at' AND relname = 'floor_records_by_stock'`)
    return rows[0]
  }
  expect(await known()).toEqual({ notDue: 1, options: ['fastupdate=false'] })
  const keys = Array.from({ length: MANY }, (_, nth) => ({
    collection: 'binAdjustmentRecords',
    id: `C${String(nth + 1)}`,
  }))
  await db.transaction((tx) => startRetryIn(tx, { keys }, ROOT, new Date()))
  expect((await known())?.['notDue']).toBeCloseTo(0.5, 1)
})
