/** What becomes of a record that a person resolves by hand while the server would have booked it by itself. */
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { announcesRetry } from '#contract/records/booking-answer.ts'
import { CASES_KEPT_MS } from '#contract/records/exceptions.ts'
import { startSession } from '#server/auth/sessions.ts'
import { forgetCases } from '#server/db/mirror/cases/settle-retries.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import {
  act,
  ADJUSTMENTS,
  casesOf,
  ofUnknownItem,
  refOf,
  startRetry,
} from '#test/server/routes/exceptions/support.ts'
import { anAdjustment, aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const BOOKING = 'inventoryadjustment'

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app)
})
afterEach(() => app.close())

async function send(body: Row): Promise<string> {
  const answer = await sendRecord(app, scanner, ADJUSTMENTS, body)
  await app.erp.poll()
  return String(answer.body['id'])
}

async function onlyCase() {
  const all = await casesOf(app, app.token)
  expect(all).toHaveLength(1)
  const [one] = all
  if (!one) throw new Error('there is no case')
  return one
}

async function resolve(how: string, number?: string): Promise<void> {
  const keys = [refOf(await onlyCase())]
  const erp_number = number === undefined ? {} : { erp_number: number }
  const answer = await act(app, app.token, { action: 'resolve', how, ...erp_number, keys })
  expect(answer.body['results']).toMatchObject([{ result: 'done' }])
}

async function report() {
  const [row = {}] = await listed(app, app.token, ADJUSTMENTS)
  const response = row['netsuite_response'] as Row
  const reason = String((response['netsuite_acknowledgment'] as Row)['message'])
  return { state: response['message'], reason, isRetried: announcesRetry(row) }
}

test('the report of a record that was sent says that it may be booked, once a person has resolved it', async () => {
  app.netsuite.faults.next({ kind: 'cut', match: BOOKING, times: 9 })
  await send(anAdjustment('c-1'))
  expect(app.warehouse.records.size).toBe(1)
  expect((await report()).isRetried).toBe(true)
  const { version } = await onlyCase()
  await resolve('wrong-record')
  expect(await report()).toMatchObject({
    state: 'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    reason: expect.stringMatching(/^The record was sent to NetSuite before and may have been/),
    isRetried: false,
  })
  const steps = { version: version + 1, failures: 1, state: 'resolved' }
  expect(await onlyCase()).toMatchObject({ ...steps, resolved_how: 'wrong-record' })
})

test('a record that is reopened no longer says that it is tried again by itself', async () => {
  app.netsuite.faults.next({ kind: 'permission-403', match: BOOKING, times: 9 })
  await send(anAdjustment('c-1'))
  expect((await report()).isRetried).toBe(true)
  await resolve('not-needed')
  await act(app, app.token, { action: 'reopen', keys: [refOf(await onlyCase())] })
  expect(await report()).toMatchObject({ state: 'Not booked in NetSuite', isRetried: false })
  expect(await onlyCase()).toMatchObject({ state: 'new' })
})

test.each([
  { answer: 'refused', fault: null },
  { answer: 'never answered', fault: 'invalid-login-401' },
] as const)(
  'a record that was $answer and booked by hand is not booked again after its case is forgotten',
  async ({ fault }) => {
    if (fault) app.netsuite.faults.next({ kind: fault, match: BOOKING, times: 99 })
    const id = await send(fault ? anAdjustment('c-1') : ofUnknownItem('c-1'))
    await resolve('booked-by-hand', 'IA-77')
    app.warehouse.add('item', { ...app.warehouse.rows('item')[0], id: 77, itemid: 'WIDGET' })
    await app.pull('items')
    app.netsuite.faults.clear()
    app.clock.advance(CASES_KEPT_MS + 60_000)
    expect(await forgetCases(app.context.db, app.clock.now())).toBe(1)
    const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
    const keys = [{ collection: ADJUSTMENTS, record_id: id, version: 0 }]
    expect((await startRetry(app, token, { keys })).status).toBe(409)
    // Whoever sees it in an old list makes no new case of it either.
    const noted = await act(app, token, { action: 'note', text: 'Look', keys })
    expect(noted.body['results']).toMatchObject([{ result: 'gone' }])
    expect((await startRetry(app, token, { keys })).status).toBe(409)
    await app.erp.poll()
    expect(app.warehouse.records.size).toBe(0)
    const [record] = await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id))
    expect(record).toMatchObject({ booking: 'failed', nextAt: null })
  },
)
