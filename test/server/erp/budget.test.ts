/** What the account is asked at this moment, and what waits to be booked. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ErpBudget } from '#contract/sync/budget.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { createMeter } from '#server/erp/transport/meter.ts'
import { createSemaphore } from '#server/erp/transport/semaphore.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { aScanner, sendRecord } from '#test/support/floor.ts'
import { anAdmin } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMoment, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const MINUTE_MS = 60_000

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
})
afterEach(() => app.close())

const budget = async () =>
  ErpBudget.parse((await call(app.app, ownEndpoints.erpBudget, { token: app.token })).body)

async function send(item: string): Promise<void> {
  const line = { item_number: item, bin_number: 'A-01', quantity: 1, location: 'WH 1' }
  const body = { client_id: item, item_data: [line] }
  const scanner = await aScanner(app, { userid: `scanner-${item}` })
  expect((await sendRecord(app, scanner, 'binAdjustmentRecords', body)).status).toBe(201)
}

test('an idle account has free permits, no requests and nothing to book', async () => {
  expect(await budget()).toMatchObject({
    at_once: 2,
    in_flight: 0,
    waiting: 0,
    sent: 0,
    refused: 0,
    next_pull_at: null,
    bookings_paused_until: null,
    bookings: [],
  })
})

test('requests in flight and callers that wait are seen while they are, and counted for an hour', async () => {
  const release = app.netsuite.faults.hold()
  const pulls = [app.erp.pull('bins', 'root'), app.erp.pull('items', 'root')]
  await expect.poll(async () => (await budget()).in_flight).toBe(2)
  const asking = app.erp.ask(
    (client) => client.query('SELECT id FROM bin'),
    AbortSignal.timeout(9e4),
  )
  await expect.poll(budget).toMatchObject({ in_flight: 2, waiting: 1 })
  release()
  await Promise.all([...pulls, asking])
  const { sent, ...rest } = await budget()
  expect(rest).toMatchObject({ in_flight: 0, waiting: 0, refused: 0 })
  expect(sent).toBe(app.netsuite.requests.log.length)
  app.clock.advance(60 * MINUTE_MS)
  expect(await budget()).toMatchObject({ sent: 0 })
})

test('what the account refused as too many is counted, whichever way it says so', async () => {
  app.netsuite.faults.next({ kind: 'concurrency-429' })
  app.netsuite.faults.next({ kind: 'concurrency-400', times: 2 })
  await app.erp.pull('bins', 'root')
  expect(await budget()).toMatchObject({ refused: 3 })
})

test('records that wait are told apart by what they wait for, to whoever may see them', async () => {
  for (const list of ['locations', 'bins', 'items'] as const) await app.pull(list)
  const at = new Date(app.clock.now()).toISOString()
  app.netsuite.faults.next({ kind: 'invalid-login-401', times: 9 })
  await send('BOLT')
  await app.erp.poll()
  app.clock.advance(1_000)
  await send('NUT')
  const { bookings, bookings_paused_until: until } = await budget()
  expect(bookings).toEqual([
    { for: 'turn', records: 1, since: new Date(app.clock.now()).toISOString() },
    { for: 'account', records: 1, since: at },
  ])
  expect(Date.parse(until ?? '')).toBeGreaterThan(app.clock.now())
  const other = await anAdmin(app.context, { username: 'other', features: ['bins'] })
  const token = await other.session()
  const { body } = await call(app.app, ownEndpoints.erpBudget, { token })
  expect(ErpBudget.parse(body).bookings).toEqual([])
  app.netsuite.faults.clear()
  app.clock.advance(10 * MINUTE_MS)
  await app.erp.poll()
  expect(await budget()).toMatchObject({ bookings: [], bookings_paused_until: null })
})

test('the next scheduled pull is that of the schedule of this process', async () => {
  const next = new Date(app.clock.now() + MINUTE_MS)
  app.erp.noteNextPull(next)
  expect(await budget()).toMatchObject({ next_pull_at: next.toISOString() })
})

test('a caller that gives up no longer waits, and a failed one is no longer in flight', async () => {
  const meter = createMeter(Date.now)
  const permits = meter.counting(createSemaphore(1))
  const leaving = new AbortController()
  let fail = (): void => {}
  const work = new Promise<void>((_done, refuse) => {
    fail = () => refuse(new RangeError('failed'))
  })
  const failing = permits.withPermit(() => work, AbortSignal.any([])).catch(messageOf)
  const waiting = permits.withPermit(async () => 'in', leaving.signal).catch(messageOf)
  await aMoment()
  expect(meter.read()).toMatchObject({ inFlight: 1, waiting: 1 })
  leaving.abort(new RangeError('gone'))
  expect(await waiting).toBe('gone')
  expect(meter.read()).toMatchObject({ inFlight: 1, waiting: 0 })
  fail()
  expect(await failing).toBe('failed')
  expect(meter.read()).toMatchObject({ inFlight: 0, waiting: 0 })
})

const messageOf = (error: unknown): unknown => (error instanceof Error ? error.message : error)
