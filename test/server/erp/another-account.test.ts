/** ERP Setup leads to another account while pulls and bookings of the previous one are under way. */
import { afterEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { OTHER_ACCOUNT, saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { runs } from '#server/db/schema/runs.ts'
import type { ErpConnector } from '#server/erp/erp.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { call } from '#test/support/server/clients/call.ts'
import { configure, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

/** The same location in both accounts, and items that share only their id. */
function anAccount(itemid: string, changed: string): Warehouse {
  const warehouse = createWarehouse(() => Date.parse(changed))
  warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main', usebins: 'F' })
  warehouse.add('item', { id: 5, itemid })
  return warehouse
}

let app: ErpApp
let other: NetSuite
/** Reaches both accounts. That of the app reaches none, or the other one only, so that it takes no record away. */
let erp: ErpConnector

async function start({ utcOffsetMinutes = 0, mayAppReach = false } = {}): Promise<void> {
  let now = Date.now
  other = await startNetSuite({
    credentials: sandboxCredentials,
    warehouse: anAccount('GEAR', '2026-01-01T00:00:00Z'),
    now: () => now(),
    utcOffsetMinutes,
  })
  app = await erpApp({
    warehouse: anAccount('BOLT', '2026-03-01T00:00:00Z'),
    env: { ERP_ALLOWED_HOSTS: mayAppReach ? other.url : '' },
  })
  now = app.clock.now
  erp = app.otherErp({ allowedHosts: [app.netsuite.url, other.url], atOnce: 1 })
}

afterEach(async () => {
  await erp.close()
  await other.close()
  await app.close()
})

/** What saving ERP Setup stores. */
async function saveOther(): Promise<void> {
  app.clock.advance(1_000)
  const { db, now, seal } = app.context
  const mark = seal.seal(settingPurpose(OTHER_ACCOUNT), 'saved')
  await saveSettings(db, new Map([[OTHER_ACCOUNT, mark]]), { by: 'root', at: new Date(now()) })
  await configure(app.context, other)
  app.clock.advance(1_000)
}

async function pullLists(): Promise<void> {
  app.clock.advance(1_000)
  for (const list of ['locations', 'items'] as const) await erp.pull(list, 'ada')
}

let sent = 0

async function send(scanner: string, item_number: string, more: Row = {}): Promise<void> {
  app.clock.advance(1_000)
  const item_data = [{ item_number, quantity: 3, ...more }]
  const record = { client_id: `c-${(sent += 1)}`, item_data }
  const { status } = await sendRecord(app, scanner, 'binAdjustmentRecords', record)
  expect(status).toBe(201)
}

const scannerIn = () => aScanner(app, { location: 'Main' })

async function answers(): Promise<unknown[]> {
  const rows = await listed(app, app.token, 'binAdjustmentRecords')
  return rows.map(
    (row) => (row['netsuite_response'] as Row | undefined)?.['netsuite_acknowledgment'],
  )
}

const bookedIn = ({ warehouse }: NetSuite) => [...warehouse.records.values()]

const states = async () => {
  const found = await app.context.db.select().from(runs)
  return found.map(({ collection, state }) => `${collection} ${state}`)
}

test('a pull that waits for its turn while another account is saved reads that account', async () => {
  await start()
  const release = app.netsuite.faults.hold({ match: 'location', times: 1 })
  const first = erp.pull('locations', 'ada')
  await expect.poll(app.netsuite.faults.pending).toBe(0)
  const waiting = erp.pull('items', 'ada')
  await expect.poll(states).toContain('items waiting')
  await saveOther()
  release()
  await Promise.all([first, waiting])
  app.clock.advance(60_000)
  await erp.pull('items', 'ada')
  const { body } = await call(app.app, listEndpoint('items'), { token: app.token })
  expect((body['data'] as Row[]).map(({ name }) => name)).toEqual(['GEAR'])
})

test('nothing is booked in another account by the ids of the previous one', async () => {
  await start({ mayAppReach: true })
  await pullLists()
  const scanner = await scannerIn()
  const release = other.faults.hold({ match: 'location' })
  app.clock.advance(1_000)
  const empty = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, '']))
  const saved = await call(app.app, endpoints.saveErpSettings, {
    token: app.token,
    body: { ...empty, NETSUITE_BASE_URL: other.url },
  })
  expect(saved.body).toMatchObject({ reading: true })
  await send(scanner, 'BOLT')
  await erp.poll()
  // The app may have taken the record first, and then it answers.
  await expect.poll(answers).toMatchObject([
    {
      success: false,
      message:
        'The items, bins and locations still come from another NetSuite account. Sync them, then try again.',
    },
  ])
  expect(bookedIn(other)).toEqual([])
  release()
})

test('a record that waited for the lists of the new account is booked by them after the next sync', async () => {
  await start()
  await pullLists()
  const scanner = await scannerIn()
  await saveOther()
  other.warehouse.add('item', { id: 9, itemid: 'BOLT' })
  await send(scanner, 'BOLT')
  await erp.poll()
  await pullLists()
  await erp.poll()
  const lines = bookedIn(other).flatMap((record) => record.lines)
  expect(lines.map(({ item }) => item)).toEqual([9])
})

test('a record is booked on the day of the account that ERP Setup leads to, not of the previous one', async () => {
  await start({ utcOffsetMinutes: 13 * 60 })
  app.clock.advance(untilNoon(app.clock.now()))
  const today = new Date(app.clock.now())
  await pullLists()
  const scanner = await scannerIn()
  await send(scanner, 'BOLT')
  // A record is tried when it arrives, so either connector may have claimed it.
  await Promise.all([app.erp.poll(), erp.poll()])
  await saveOther()
  await pullLists()
  await send(scanner, 'GEAR')
  await erp.poll()
  const days = [app.netsuite, other].map((account) => bookedIn(account).map(({ day }) => day))
  const tomorrow = new Date(today.getTime() + DAY_MS)
  expect(days).toEqual([[dayOf(today)], [dayOf(tomorrow)]])
})

test('nothing is booked by the inventory statuses of the previous account where the new one shows none', async () => {
  await start()
  app.warehouse.load('inventorystatus', [{ id: 1, name: 'Good' }])
  await pullLists()
  const scanner = await scannerIn()
  await send(scanner, 'BOLT', { inventory_status: 'Good' })
  await Promise.all([app.erp.poll(), erp.poll()])
  expect(bookedIn(app.netsuite)).toHaveLength(1)
  // The id of another status, which the role must not see.
  other.warehouse.load('inventorystatus', [{ id: 1, name: 'Damaged' }])
  other.faults.hidden.add('inventorystatus')
  await saveOther()
  await pullLists()
  await send(scanner, 'GEAR', { inventory_status: 'Good' })
  await erp.poll()
  expect(bookedIn(other)).toEqual([])
  expect(await answers()).toContainEqual(
    expect.objectContaining({
      success: false,
      message: 'NetSuite has no inventory status Good. Sync items, then try again.',
    }),
  )
})

test('a device is not refused because of the rows of the previous account', async () => {
  await start()
  app.warehouse.change('item', 5, { islotitem: 'F' })
  await pullLists()
  const scanner = await scannerIn()
  await saveOther()
  other.warehouse.add('item', { id: 9, itemid: 'BOLT', islotitem: 'T' })
  await send(scanner, 'BOLT', { lot_number: 'L-1' })
  await pullLists()
  await erp.poll()
  const lines = bookedIn(other).flatMap((record) => record.lines)
  expect(lines.map(({ item }) => item)).toEqual([9])
})

test('a clock that ran ahead while the account was saved does not keep records waiting after the next sync', async () => {
  await start()
  const scanner = await scannerIn()
  app.clock.advance(DAY_MS)
  await pullLists()
  await saveOther()
  app.clock.advance(-DAY_MS)
  await send(scanner, 'GEAR')
  await erp.poll()
  expect(bookedIn(other)).toEqual([])
  await pullLists()
  await erp.poll()
  expect(bookedIn(other)).toHaveLength(1)
})

test('once a clock that was set back has caught up, a list of the previous account is still not believed', async () => {
  await start()
  const scanner = await scannerIn()
  app.clock.advance(HOUR_MS)
  await pullLists()
  await saveOther()
  app.clock.advance(-HOUR_MS)
  await erp.pull('locations', 'ada')
  app.clock.advance(HOUR_MS)
  // The new account has another item under the id of this one.
  await send(scanner, 'BOLT')
  await erp.poll()
  expect(bookedIn(other)).toEqual([])
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const dayOf = (at: Date) => at.toISOString().slice(0, 'YYYY-MM-DD'.length)
const untilNoon = (now: number) => DAY_MS - ((now - DAY_MS / 2) % DAY_MS)
