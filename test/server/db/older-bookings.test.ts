/** What a migration makes of bookings that an earlier version left. */
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { migrations } from '#server/db/migrate.ts'
import { cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { records } from '#server/db/schema/mirror.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

test('the migration leaves no record due that was resolved by hand, and all others as they were', async () => {
  const { db, pool } = await cleanDatabase()
  const at = new Date('2026-11-26T07:00:00Z')
  const due = { nextAt: at, waitsFor: 'sync' } as const
  for (const [id, state, resolvedHow] of [
    ['by-hand', 'resolved', 'booked-by-hand'],
    ['booked', 'resolved', 'booked'],
    ['open', 'new', null],
    ['none', null, null],
  ] as const) {
    const record = { collection: 'binTransfer', id }
    await db.insert(floorRecords).values({
      ...record,
      ...due,
      userid: 'picker',
      clientId: id,
      hash: '',
      booking: 'failed',
      createdAt: at,
      madeAt: at,
    })
    if (state)
      await db.insert(cases).values({
        collection: record.collection,
        recordId: id,
        state,
        resolvedHow,
        kind: 'refused',
        cause: 'item-unknown',
        failures: 1,
        firstFailedAt: at,
        lastFailedAt: at,
        version: 1,
        seq: 1,
      })
  }
  await migrateBookings(pool)
  const rows = await db.select().from(floorRecords)
  expect(
    Object.fromEntries(rows.map(({ id, nextAt, waitsFor }) => [id, { nextAt, waitsFor }])),
  ).toEqual({
    'by-hand': { nextAt: null, waitsFor: null },
    booked: due,
    open: due,
    none: due,
  })
})

test('a record that NetSuite refused may be sent as another kind again, and one whose answer was lost may not', async () => {
  const { db, pool } = await cleanDatabase()
  const at = new Date('2026-11-26T07:00:00Z')
  for (const [id, reason] of [
    ['refused', 'NetSuite refused the record: The bin A-01 is inactive. (line 1, binNumber)'],
    ['lost', "NetSuite didn't answer in time."],
  ] as const) {
    const record = { collection: 'binTransfer', id }
    await db.insert(floorRecords).values({
      ...record,
      userid: 'picker',
      clientId: id,
      hash: '',
      booking: 'failed',
      createdAt: at,
      madeAt: at,
      sentAs: 'bintransfer',
    })
    const body = { id, netsuite_response: JSON.stringify({ success: false, reason }) }
    await db
      .insert(records)
      .values({ ...record, body, hash: '', seq: 1, createdAt: at, updatedAt: at })
  }
  await migrateBookings(pool)
  const rows = await db.select().from(floorRecords)
  expect(Object.fromEntries(rows.map(({ id, sentAs }) => [id, sentAs]))).toEqual({
    refused: null,
    lost: 'bintransfer',
  })
})

/** Runs the migration without its new column, which the tables have. */
async function migrateBookings(pool: Pick<Pool, 'query'>): Promise<void> {
  const text = migrations['./migrations/0018_home_of_records.sql'] ?? ''
  const [, ...updates] = text.split('--> statement-breakpoint')
  expect(updates).toHaveLength(2)
  for (const update of updates) await pool.query(update)
}
