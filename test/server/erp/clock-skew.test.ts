/** The clocks of this server and of NetSuite differ: sign-ins fail with the reason, and no change is missed. */
import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listRecords } from '#server/db/mirror/records.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const MINUTE_MS = 60_000
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ids = { clientId: 'client', certificateId: 'certificate' }

let app: ErpApp
let warehouse: Warehouse
const skew = { ms: 0 }

beforeEach(async () => {
  let now = () => Date.UTC(2026, 4, 1)
  warehouse = createWarehouse(() => now())
  skew.ms = 0
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  app = await erpApp({ warehouse, skew, certificate: { ...ids, publicKey: pem } })
  now = () => app.clock.now() + skew.ms
  for (let id = 1; id <= 1_500; id += 1) warehouse.add('item', { id, itemid: `ITEM-${id}` })
})

afterEach(() => app.close())

async function nameOf(id: number): Promise<unknown> {
  const { json } = await listRecords(app.context.db, 'items')
  const rows = JSON.parse(json) as { id: string; name: string }[]
  return rows.find((row) => row.id === String(id))?.name
}

test.each([4, -4])('at a difference of %i minutes pulls find every change', async (minutes) => {
  skew.ms = minutes * MINUTE_MS
  await app.erp.pull('items', 'root')
  for (let pull = 1; pull <= 5; pull += 1) {
    app.clock.advance(7 * MINUTE_MS)
    warehouse.change('item', pull, { itemid: `changed ${pull}` })
    app.clock.advance(MINUTE_MS)
    expect(await app.erp.pull('items', 'root')).toMatchObject({ changed: 1, total: 1_500 })
    expect(await nameOf(pull)).toBe(`changed ${pull}`)
  }
})

test.each([
  [7, "clock is 7 minutes behind NetSuite's"],
  [-20, "clock is 20 minutes ahead of NetSuite's"],
])('at a difference of %i minutes the refused login names the clock', async (minutes, words) => {
  skew.ms = minutes * MINUTE_MS
  const reason = { kind: 'refused', message: expect.stringContaining(words) }
  await expect(app.erp.pull('items', 'root')).rejects.toMatchObject(reason)
  const erp = app.otherErp({ oauth2: { ...ids, privateKey } })
  await expect(erp.pull('items', 'root')).rejects.toMatchObject(reason)
  await erp.close()
})

test('a login that is refused with the right clock does not blame the clock', async () => {
  app.netsuite.faults.next({ kind: 'invalid-login-401', times: 9 })
  await expect(app.erp.pull('items', 'root')).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/^NetSuite refused the login\. Check the account/),
  })
})

test('after a pull with a token that outlived the right clock, everything is read again', async () => {
  const erp = app.otherErp({ oauth2: { ...ids, privateKey } })
  app.clock.advance(MINUTE_MS)
  await erp.pull('locations', 'root')
  // This server's clock jumps ahead while the access token is still valid.
  skew.ms = -20 * MINUTE_MS
  app.clock.advance(20 * MINUTE_MS)
  const release = app.netsuite.faults.hold({ match: /id > 1000/, times: 1 })
  const reading = erp.pull('items', 'root')
  await expect.poll(app.netsuite.faults.pending).toBe(0)
  warehouse.change('item', 1, { itemid: 'changed after it was read' })
  app.clock.advance(19 * MINUTE_MS)
  warehouse.change('item', 1_400, { itemid: 'changed before it was read' })
  release()
  await reading
  expect([await nameOf(1), await nameOf(1_400)]).toEqual(['ITEM-1', 'changed before it was read'])
  await erp.pull('items', 'root')
  await erp.close()
  expect(await nameOf(1)).toBe('changed after it was read')
})
