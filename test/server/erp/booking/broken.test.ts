// An attempt that an unexpected error breaks off holds up neither its record nor others.
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { unitsWarehouse } from '#test/netsuite/support/units.ts'
import { sendRecord } from '#test/support/floor.ts'
import { call } from '#test/support/server/clients/call.ts'
import { bookingApp, type BookingApp } from '#test/support/server/booking-app.ts'

const HALF_A_MINUTE_MS = 30_000
/** As Postgres says when it is stopped. */
const STOPPED = '57P01'
/** A fault of the program. */
const DIVIDED_BY_ZERO = '22012'

let app: BookingApp
beforeEach(async () => {
  app = await bookingApp(unitsWarehouse())
})
afterEach(async () => {
  await mend()
  await app.close()
})

/** The database fails where a booking changes in this way, until it is mended. */
async function breakWhere(condition: string, code = STOPPED): Promise<void> {
  const { db } = app.context
  await db.execute(
    sql.raw(`CREATE FUNCTION fail_booking() RETURNS trigger AS $$
      BEGIN RAISE EXCEPTION 'broken by the test' USING ERRCODE = '${code}'; END $$ LANGUAGE plpgsql`),
  )
  await db.execute(
    sql.raw(`CREATE TRIGGER fails BEFORE UPDATE ON floor_records FOR EACH ROW
      WHEN (${condition}) EXECUTE FUNCTION fail_booking()`),
  )
}

async function mend(): Promise<void> {
  await app.context.db.execute(sql.raw('DROP FUNCTION IF EXISTS fail_booking CASCADE'))
}

let sent = 0

async function send(more: Row = {}): Promise<string> {
  const line = { item_number: 'BOLT', bin_number: 'A-01', location: 'WH 1', quantity: 1, ...more }
  const body = { client_id: `c-${(sent += 1)}`, item_data: [line] }
  const answer = await sendRecord(app, app.scanner, 'binAdjustmentRecords', body)
  return String(answer.body['id'])
}

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

async function pollAfter(ms: number): Promise<void> {
  app.clock.advance(ms)
  await app.erp.poll()
}

const BOOKED = { booking: 'booked', lease: null, nextAt: null }

test('if the answer of NetSuite cannot be stored, the record is tried again soon, and the attempt does not count', async () => {
  await breakWhere("NEW.booking = 'booked'")
  const id = await send()
  await app.erp.poll()
  expect(await stateOf(id)).toMatchObject({ booking: 'waiting', lease: null, attempts: 0 })
  await mend()
  await pollAfter(HALF_A_MINUTE_MS)
  expect(await stateOf(id)).toMatchObject(BOOKED)
  expect([...app.warehouse.records.values()]).toMatchObject([{ saves: 2 }])
})

test('if the database cannot end the attempt either, the next poll ends it', async () => {
  await breakWhere('OLD.lease IS NOT NULL')
  const id = await send()
  await app.erp.poll()
  expect(await stateOf(id)).toMatchObject({ lease: expect.any(String) })
  await mend()
  await pollAfter(HALF_A_MINUTE_MS)
  expect(await stateOf(id)).toMatchObject(BOOKED)
})

test('a person who retries the record then is not told that it is being posted', async () => {
  await breakWhere('OLD.lease IS NOT NULL')
  const id = await send()
  await app.erp.poll()
  const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const params = { collection: 'binAdjustmentRecords', id }
  const retry = () => call(app.app, endpoints.retryBooking, { token, params })
  expect(await retry()).toMatchObject({ status: 503 })
  await mend()
  expect(await retry()).toMatchObject({ status: 200, body: { outcome: 'succeeded' } })
})

test('one record that cannot be booked because of a fault of the program does not end the round', async () => {
  const broken = await send()
  await breakWhere(`NEW.id = '${broken}' AND NEW.sent_as IS NOT NULL`, DIVIDED_BY_ZERO)
  const others = [await send({ item_number: 'NUT' }), await send({ bin_number: 'B-01' })]
  await app.erp.poll()
  for (const id of others) expect(await stateOf(id)).toMatchObject(BOOKED)
  expect(await stateOf(broken)).toMatchObject({ booking: 'waiting', lease: null, attempts: 1 })
})

test('a record that a fault of the program stops in each attempt waits for a person in the end', async () => {
  const id = await send()
  await breakWhere('NEW.sent_as IS NOT NULL', DIVIDED_BY_ZERO)
  for (let hours = 0; hours < 50; hours += 1) await pollAfter(120 * 60_000)
  expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null, lease: null })
})

test('two processes that read the units at the same time book all records', async () => {
  const other = app.otherErp()
  const ids: string[] = []
  for (const item_number of ['BOLT', 'NUT'])
    for (const bin_number of ['A-01', 'B-01'])
      ids.push(await send({ item_number, bin_number, unit: 'Case' }))
  await Promise.all([app.erp.poll(), other.poll()])
  await app.erp.poll()
  for (const id of ids) expect(await stateOf(id)).toMatchObject(BOOKED)
  await other.close()
})
