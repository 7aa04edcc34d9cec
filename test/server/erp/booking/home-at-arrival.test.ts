// A record without a location is about the place where the person worked when it arrived, whatever happens later.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { startSession } from '#server/auth/sessions.ts'
import { changeMobileUser, removeMobileUser } from '#server/db/repositories/mobile-users.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const MINUTE_MS = 60_000
const [MAIN_A, YARD_A] = [10, 11]

/** Two locations, each with a bin of the same number. */
function anAccount(): Warehouse {
  const warehouse = createWarehouse()
  warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main', usebins: 'T' })
  warehouse.add('location', { id: 2, name: 'Yard', fullname: 'Yard', usebins: 'T' })
  warehouse.add('bin', { id: MAIN_A, binnumber: 'A', location: 1 })
  warehouse.add('bin', { id: YARD_A, binnumber: 'A', location: 2 })
  warehouse.add('item', { id: 5, itemid: 'BOLT' })
  return warehouse
}

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: anAccount() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app, { location: 'Main' })
})
afterEach(() => app.close())

async function send(...items: readonly string[]): Promise<string> {
  const item_data = items.map((item_number) => ({ item_number, bin_number: 'A', quantity: 3 }))
  const record = { client_id: 'c-1', item_data }
  const { status, body } = await sendRecord(app, scanner, 'binAdjustmentRecords', record)
  expect(status).toBe(201)
  await app.erp.poll()
  return String(body['id'])
}

const move = (changes: Parameters<typeof changeMobileUser>[2]) =>
  app.context.db.transaction((tx) =>
    changeMobileUser(tx, 'picker1', changes, new Date(app.clock.now())),
  )

async function pollLater(): Promise<void> {
  app.clock.advance(20 * MINUTE_MS)
  await app.erp.poll()
}

const bookedBins = () =>
  [...app.warehouse.records.values()].flatMap(({ lines }) =>
    lines.flatMap(({ moves }) => moves.map(({ bin }) => bin)),
  )

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

async function answerTo(id: string): Promise<unknown> {
  const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const rows = await listed(app, root, 'binAdjustmentRecords')
  const response = rows.find((row) => row['id'] === id)?.['netsuite_response'] as Row | undefined
  return (response?.['netsuite_acknowledgment'] as Row | undefined)?.['success']
}

test.each<FaultKind>(['unavailable-503', 'cut'])(
  'after %s, a record is booked where the person worked when it arrived, not where the person works now',
  async (kind) => {
    app.netsuite.faults.next({ kind, match: 'inventoryadjustment' })
    const id = await send('BOLT')
    await move({ location: 'Yard' })
    await pollLater()
    expect(await answerTo(id)).toBe(true)
    expect(bookedBins()).toEqual([MAIN_A])
  },
)

test('a record whose person was deleted meanwhile is booked where the person worked', async () => {
  app.netsuite.faults.next({ kind: 'unavailable-503', match: 'inventoryadjustment' })
  const id = await send('BOLT')
  await app.context.db.transaction((tx) => removeMobileUser(tx, 'picker1'))
  await pollLater()
  expect(await answerTo(id)).toBe(true)
  expect(bookedBins()).toEqual([MAIN_A])
})

test('a right to work everywhere that came later changes no record that was sent before', async () => {
  app.warehouse.change('bin', MAIN_A, { location: 2, binnumber: 'B' })
  await app.pull('bins')
  const id = await send('BOLT')
  await move({ multiLocationEnable: true })
  await app.pull('bins')
  await pollLater()
  expect(await answerTo(id)).toBe(false)
  expect(bookedBins()).toEqual([])
})

test('the stock that a sync makes known is that of the place where the person worked', async () => {
  const id = await send('GEAR', 'TYPO')
  await move({ location: 'Yard' })
  app.warehouse.add('item', { id: 7, itemid: 'GEAR' })
  await app.pull('items')
  await app.erp.poll()
  expect(await stateOf(id)).toMatchObject({ stockKeys: [`7@b${MAIN_A}`] })
})

test('a record of an earlier version, whose home was not kept, is booked where the person works now', async () => {
  app.netsuite.faults.next({ kind: 'unavailable-503', match: 'inventoryadjustment' })
  await send('BOLT')
  await app.context.db.update(floorRecords).set({ home: null })
  await move({ location: 'Yard' })
  await pollLater()
  expect(bookedBins()).toEqual([YARD_A])
})
