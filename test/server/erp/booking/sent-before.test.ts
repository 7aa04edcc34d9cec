// NetSuite may have a booking whose answer was lost, so the report must not say that it was not booked.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const HOUR_MS = 3_600_000
const ADJUSTMENT = 'inventoryadjustment'
const INACTIVE = 'The bin A-01 of WH 1 is inactive in NetSuite.'
const SENT_BEFORE =
  'The record was sent to NetSuite before and may have been booked. ' +
  'Check in NetSuite before you book it by hand. The last attempt failed: '

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app)
})
afterEach(() => app.close())

async function send(kind: FloorCollection, body: Row): Promise<string> {
  const answer = await sendRecord(app, scanner, kind, body)
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}

const sendAdjustment = () => send('binAdjustmentRecords', anAdjustment('c-1'))

/** What the report says of a record: the sentence above, and the reason. */
async function told(id: string, kind: FloorCollection = 'binAdjustmentRecords') {
  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const row = (await listed(app, root, kind)).find((one) => one['id'] === id)
  const response = row?.['netsuite_response'] as Row
  const { message, success } = response['netsuite_acknowledgment'] as Row
  return { above: response['message'], reason: String(message), success }
}

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

/** The bin of the record goes out of use, a sync brings that, and the record is tried again. */
async function tryWithInactiveBin(): Promise<void> {
  app.warehouse.change('bin', 1, { isinactive: 'T' })
  await app.pull('bins')
  await app.erp.poll()
  app.clock.advance(HOUR_MS)
  await app.erp.poll()
}

/** A transfer within WH 1, which is tried again after another location got this name: it would then go between two. */
async function transferWithinRenamed(): Promise<string> {
  const itemData = [{ itemId: '5', quantity: 2, binNumber: 'B-01' }]
  const bin_data = [{ binName: 'A-01', location: 'WH 1', toLocationId: '1', itemData }]
  const id = await send('binTransfer', { client_id: 'c-1', bin_data })
  await app.erp.poll()
  app.warehouse.change('location', 1, { name: 'Old', fullname: 'Old' })
  app.warehouse.change('location', 2, { name: 'WH 1', fullname: 'WH 1' })
  app.warehouse.change('bin', 2, { isinactive: 'F' })
  for (const collection of ['locations', 'bins'] as const) await app.pull(collection)
  await app.erp.book({ collection: 'binTransfer', id })
  return id
}

describe('a record that was sent without a definite answer', () => {
  test.each<FaultKind>(['cut', 'server-500', 'bad-gateway-502-html', 'unavailable-503'])(
    'after %s, a record that can no longer be booked is said to be booked perhaps, with the reason',
    async (kind) => {
      app.netsuite.faults.next({ kind, match: ADJUSTMENT })
      const id = await sendAdjustment()
      await app.erp.poll()
      await tryWithInactiveBin()
      const { above, reason, success } = await told(id)
      expect([above, reason, success]).toEqual([
        'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
        SENT_BEFORE + INACTIVE,
        false,
      ])
      expect(causeOf({ message: reason })).toBe('unconfirmed')
      expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null })
    },
  )

  test('a server that stops while NetSuite books leaves the record perhaps booked', async () => {
    const release = app.netsuite.faults.hold({ match: ADJUSTMENT, times: 1 })
    const id = await sendAdjustment()
    // Other requests come before it, such as that for the time zone.
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    await app.erp.close()
    release()
    await expect.poll(() => app.warehouse.records.size).toBe(1)
    app.warehouse.change('bin', 1, { isinactive: 'T' })
    const restarted = app.otherErp()
    await restarted.pull('bins', 'root')
    await restarted.poll()
    await restarted.close()
    expect((await told(id)).above).toBe(
      'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    )
  })

  test('a server that stops while it tries again what a person asked for finds out at its next start', async () => {
    app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
    const id = await sendAdjustment()
    await app.erp.poll()
    expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null })
    const release = app.netsuite.faults.hold({ match: ADJUSTMENT })
    const asked = app.erp.book({ collection: 'binAdjustmentRecords', id }).catch(String)
    await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
    await app.erp.close()
    expect(await asked).toContain('The server was stopped.')
    release()
    await expect.poll(() => app.warehouse.records.size).toBe(1)
    const restarted = app.otherErp()
    await restarted.poll()
    await restarted.close()
    expect(await told(id)).toMatchObject({ success: true })
    expect([...app.warehouse.records.values()]).toMatchObject([{ type: ADJUSTMENT }])
  })

  test('a refusal of the second sending says nothing about the first', async () => {
    app.netsuite.faults.next({ kind: 'cut', match: ADJUSTMENT })
    app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
    const id = await sendAdjustment()
    await app.erp.poll()
    app.clock.advance(HOUR_MS)
    await app.erp.poll()
    const { above, reason } = await told(id)
    expect(app.warehouse.records.size).toBe(1)
    expect(above).toBe(
      'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    )
    expect(reason).toMatch(/^The record was sent to NetSuite before .* locked by a user/)
    expect(await stateOf(id)).toMatchObject({ nextAt: null, sentAs: ADJUSTMENT })
  })

  test('one that would be another kind of record now is not sent, and perhaps booked', async () => {
    app.netsuite.faults.next({ kind: 'cut', match: 'bintransfer' })
    const { above, reason } = await told(await transferWithinRenamed(), 'binTransfer')
    expect(above).toBe(
      'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    )
    expect(reason).toMatch(/^The record was sent .* It was sent as bintransfer, and would be/)
    expect([...app.warehouse.records.values()]).toMatchObject([{ type: 'bintransfer', saves: 1 }])
  })

  test('one that was refused, and that NetSuite could not be asked for, is not sent as another kind either', async () => {
    app.netsuite.faults.next({ kind: 'script-after-save', match: 'bintransfer' })
    app.netsuite.faults.next({ kind: 'concurrency-429', match: /externalid/ })
    const { above, reason } = await told(await transferWithinRenamed(), 'binTransfer')
    expect(above).toBe(
      'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    )
    expect(reason).toMatch(/^The record was sent .* It was sent as bintransfer, and would be/)
    expect([...app.warehouse.records.values()]).toMatchObject([{ type: 'bintransfer', saves: 1 }])
  })

  test('one whose item is unknown now waits for the next sync, and is booked once', async () => {
    app.netsuite.faults.next({ kind: 'cut', match: ADJUSTMENT })
    const id = await sendAdjustment()
    await app.erp.poll()
    app.warehouse.change('item', 5, { itemid: 'SCREW', upccode: '1' })
    await app.pull('items')
    await app.erp.poll()
    app.clock.advance(HOUR_MS)
    await app.erp.poll()
    const { above, reason } = await told(id)
    expect(above).toMatch(/^May already be booked in NetSuite\./)
    expect(reason).toMatch(/^The record was sent to NetSuite before .* Item BOLT isn't in the/)
    app.warehouse.change('item', 5, { itemid: 'BOLT' })
    await app.pull('items')
    await app.erp.poll()
    expect(await told(id)).toMatchObject({ success: true })
    expect(app.warehouse.records.size).toBe(1)
  })
})

describe('a record that NetSuite turned away each time', () => {
  test.each<FaultKind>([
    'lock',
    'permission-403',
    'invalid-login-401',
    'concurrency-429',
    'concurrency-400',
  ])('after %s, a record that can no longer be booked is not booked', async (kind) => {
    app.netsuite.faults.next({ kind, match: ADJUSTMENT })
    const id = await sendAdjustment()
    await app.erp.poll()
    expect(await stateOf(id)).toMatchObject({ booking: 'failed', sentAs: null })
    await tryWithInactiveBin()
    await app.erp.book({ collection: 'binAdjustmentRecords', id })
    expect(await told(id)).toMatchObject({ above: 'Not booked in NetSuite', reason: INACTIVE })
  })

  test('it may be sent as another kind of record, because NetSuite has none of it', async () => {
    app.netsuite.faults.next({ kind: 'lock', match: 'bintransfer' })
    const id = await transferWithinRenamed()
    expect(await told(id, 'binTransfer')).toMatchObject({ success: true })
    expect([...app.warehouse.records.values()]).toMatchObject([{ type: 'inventorytransfer' }])
  })
})
