// The lease of a booking covers its request, however long the queries before it took.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LEASE_MS } from '#server/erp/booking/booking-deps.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { act } from '#test/server/routes/exceptions/support.ts'

const ADJUSTMENT = 'inventoryadjustment'
const MINUTE_MS = 60_000

let app: ErpApp
let other: ReturnType<ErpApp['otherErp']>
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.requests.reset()
  other = app.otherErp()
})
afterEach(async () => {
  await other.close()
  await app.close()
})

const puts = () => app.netsuite.requests.log.filter(({ method }) => method === 'PUT')

/** Sends a record; its booking then waits for the query before its request. */
async function sendToSlowQuery() {
  const answerQuery = app.netsuite.faults.hold({ times: 1 })
  const scanner = await aScanner(app)
  const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
  await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
  return { key: { collection: 'binAdjustmentRecords', id: String(body['id']) }, answerQuery }
}

test('a booking under way is not taken by another process, although a query before it took most of its lease', async () => {
  const { key, answerQuery } = await sendToSlowQuery()
  app.clock.advance(LEASE_MS - MINUTE_MS / 2)
  const answerRequest = app.netsuite.faults.hold({ match: ADJUSTMENT, times: 1 })
  answerQuery()
  await expect.poll(() => app.netsuite.faults.pending()).toBe(0)
  app.clock.advance(MINUTE_MS)
  expect(await other.book(key)).toEqual({ kind: 'under-way' })
  answerRequest()
  await app.erp.poll()
  expect(puts()).toHaveLength(1)
})

test('a process whose booking was taken by another one during a query sends nothing', async () => {
  const { key, answerQuery } = await sendToSlowQuery()
  app.clock.advance(LEASE_MS + MINUTE_MS)
  expect(await other.book(key)).toMatchObject({ kind: 'succeeded' })
  answerQuery()
  await app.erp.poll()
  expect(puts()).toHaveLength(1)
})

test('a booking whose lease is over during a query sends nothing once a person has resolved the record by hand', async () => {
  const { key, answerQuery } = await sendToSlowQuery()
  app.clock.advance(LEASE_MS + MINUTE_MS)
  const { body } = await act(app, app.token, {
    action: 'resolve',
    how: 'booked-by-hand',
    erp_number: 'IA-77',
    keys: [{ collection: key.collection, record_id: key.id, version: 0 }],
  })
  expect(body['results']).toMatchObject([{ result: 'done' }])
  answerQuery()
  await app.erp.poll()
  expect(puts()).toEqual([])
})
