// A script of the account may fail after NetSuite saved a record: who reads 'Not booked' would book it a second time.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { startSession } from '#server/auth/sessions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { staleStock } from '#server/db/schema/mirror.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const HOUR_MS = 3_600_000
const ADJUSTMENT = 'inventoryadjustment'
const SCRIPT = { kind: 'script-after-save', match: ADJUSTMENT } as const

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.requests.reset()
})
afterEach(() => app.close())

async function send(): Promise<string> {
  const scanner = await aScanner(app)
  const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
  return String(body['id'])
}

/** What the report says of the record. */
async function told(id: string) {
  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const row = (await listed(app, root, 'binAdjustmentRecords')).find((one) => one['id'] === id)
  const response = row?.['netsuite_response'] as Row | undefined
  const acknowledged = response?.['netsuite_acknowledgment'] as Row | undefined
  return { above: response?.['message'], ...acknowledged }
}

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]
const stale = () => app.context.db.select().from(staleStock)
const puts = () => app.netsuite.requests.log.filter(({ method }) => method === 'PUT')
const lookUps = () =>
  app.netsuite.requests.log.filter(({ query }) => query?.includes('externalid') === true)

test('a record that NetSuite saved before a script failed is booked, with its id, and its stock is read again', async () => {
  app.netsuite.faults.next(SCRIPT)
  const id = await send()
  await app.erp.poll()
  const [saved] = app.warehouse.records.values()
  expect(await told(id)).toMatchObject({
    above: 'Processed by NetSuite',
    success: true,
    inventoryAdjustmentId: String(saved?.id),
  })
  expect(await stateOf(id)).toMatchObject({ booking: 'booked', nextAt: null, lease: null })
  expect(await stale()).toMatchObject([{ itemId: '5' }])
  expect(app.logged()).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ erpId: String(saved?.id) })]),
  )
  app.clock.advance(24 * HOUR_MS)
  await app.erp.poll()
  expect(puts()).toHaveLength(1)
})

test('a record that NetSuite refused and does not have is not booked', async () => {
  app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
  const id = await send()
  await app.erp.poll()
  expect(await told(id)).toMatchObject({ above: 'Not booked in NetSuite', success: false })
  expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null, sentAs: null })
  expect(lookUps()).toHaveLength(1)
})

test.each<FaultKind>([
  'concurrency-429',
  'unavailable-503',
  'server-500',
  'bad-json',
  'cut',
  'invalid-login-401',
])(
  'a refused record is perhaps booked if NetSuite cannot be asked for it at that moment because of %s',
  async (kind) => {
    app.netsuite.faults.next(SCRIPT)
    // A query whose connection breaks is sent once more.
    app.netsuite.faults.next({ kind, match: /externalid/, times: 2 })
    const id = await send()
    await app.erp.poll()
    expect(await told(id)).toMatchObject({
      above: 'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
      message: expect.stringMatching(/^The record was sent .* SSS_USAGE_LIMIT_EXCEEDED/),
    })
    expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null, attempts: 1 })
    expect(await stateOf(id)).toMatchObject({ sentAs: ADJUSTMENT })
    expect(await stale()).toMatchObject([{ itemId: '5' }])
  },
)

test('the refusal of a record that is perhaps booked is never taken for a booking of its new lines', async () => {
  app.netsuite.faults.next(SCRIPT)
  app.netsuite.faults.next({ kind: 'concurrency-429', match: /externalid/ })
  const id = await send()
  await app.erp.poll()
  app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
  await app.erp.book({ collection: 'binAdjustmentRecords', id })
  expect(await told(id)).toMatchObject({
    above: 'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
  })
  expect(await stateOf(id)).toMatchObject({ booking: 'failed', sentAs: ADJUSTMENT })
  await app.erp.book({ collection: 'binAdjustmentRecords', id })
  expect(await told(id)).toMatchObject({ success: true })
  expect([...app.warehouse.records.values()]).toMatchObject([{ type: ADJUSTMENT, saves: 2 }])
})

/** The role may not ask for records at all. */
const UNASKABLE = [
  ['permission', () => app.netsuite.faults.next({ kind: 'permission-403', match: /externalid/ })],
  ['column', () => app.netsuite.faults.hidden.add('transaction.externalid')],
] as const

test.each(UNASKABLE)(
  'the refusal counts if the role can never ask for the record, because it lacks the %s',
  async (_what, hide) => {
    app.netsuite.faults.next(SCRIPT)
    hide()
    const id = await send()
    await app.erp.poll()
    expect(await told(id)).toMatchObject({
      above: 'Not booked in NetSuite',
      message: expect.stringMatching(/^NetSuite refused the record: SSS_USAGE_LIMIT_EXCEEDED/),
    })
    expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null, sentAs: null })
  },
)

test('a record that was sent before is perhaps booked, because NetSuite may have it as it was then', async () => {
  app.netsuite.faults.next({ kind: 'cut', match: ADJUSTMENT })
  app.netsuite.faults.next(SCRIPT)
  const id = await send()
  await app.erp.poll()
  app.clock.advance(HOUR_MS)
  await app.erp.poll()
  expect(await told(id)).toMatchObject({
    above: 'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
  })
  expect(lookUps()).toEqual([])
})

test('a server that stops while it looks for a refused record leaves it open, and perhaps booked', async () => {
  app.netsuite.faults.next({ ...SCRIPT, times: 2 })
  const release = app.netsuite.faults.hold({ match: /externalid/ })
  const id = await send()
  await expect.poll(() => lookUpIsUnderWay()).toBe(true)
  await app.erp.close()
  release()
  expect(await stateOf(id)).toMatchObject({ booking: 'waiting', sentAs: ADJUSTMENT, lease: null })
  const restarted = app.otherErp()
  await restarted.poll()
  await restarted.close()
  expect(app.warehouse.records.size).toBe(1)
  expect((await told(id)).above).toBe(
    'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
  )
})

const lookUpIsUnderWay = () => puts().length === 1 && app.netsuite.requests.underWay === 1
