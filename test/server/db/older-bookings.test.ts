/** Records that a person had resolved by hand before a version took them out of the line of bookings. */
import { expect, test } from 'vitest'
import { migrations } from '#server/db/migrate.ts'
import { cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
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
  const [, update = ''] = (migrations['./migrations/0018_home_of_records.sql'] ?? '').split(
    '--> statement-breakpoint',
  )
  await pool.query(update)
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
