/** Customers and suppliers get new names while the orders and shipments that show them stay as they are. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PulledCollection, Row } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const HOUR_MS = 3_600_000
const ACME = 40
const BETA = 41
const STEEL = 50

let app: ErpApp
let warehouse: Warehouse

beforeEach(async () => {
  let now = () => Date.UTC(2026, 4, 1)
  warehouse = createWarehouse(() => now())
  warehouse.add('location', { name: 'Hall', fullname: 'Hall' })
  warehouse.add('item', { id: 1, itemid: 'BOLT' })
  warehouse.add('entity', { id: ACME, entityid: 'Acme', type: 'CustJob' })
  warehouse.add('entity', { id: BETA, entityid: 'Beta', type: 'CustJob' })
  warehouse.add('entity', { id: STEEL, entityid: 'Steel Co', type: 'Vendor' })
  for (let id = 1; id <= 20; id += 1) anOrder(id, id <= 3 ? ACME : BETA)
  warehouse.add('transaction', { id: 900, type: 'PurchOrd', entity: STEEL })
  for (const id of [1, 2]) warehouse.add('inboundshipment', { id, shipmentnumber: `S${id}` })
  warehouse.add('inboundshipmentitem', {
    id: 7,
    inboundshipment: 2,
    purchaseordertransaction: 900,
  })
  app = await erpApp({ warehouse })
  now = app.clock.now
  // Without a later change, every row would count as changed since the last one.
  warehouse.change('transaction', 20, { memo: 'later' })
  warehouse.change('inboundshipment', 1, { vesselnumber: 'later' })
})

afterEach(() => app.close())

/** An order of two lines. */
function anOrder(id: number, entity: number): void {
  warehouse.add('transaction', { id, type: 'SalesOrd', tranid: `SO-${id}`, entity })
  for (const line of [1, 2])
    warehouse.add('transactionline', {
      transaction: id,
      id: line,
      linesequencenumber: line,
      uniquekey: id * 10 + line,
      item: 1,
      location: 1,
      quantity: -line,
    })
}

/** A pull an hour after the previous one. */
async function pull(area: PulledCollection) {
  app.clock.advance(HOUR_MS)
  app.netsuite.requests.reset()
  const body = await app.erp.pull(area, 'root')
  const queries = app.netsuite.requests.log.map(({ query }) => query ?? '')
  return { body, isWhole: !queries.some((query) => query.includes('lastmodifieddate >=')) }
}

async function rows(area: PulledCollection): Promise<Map<string, Row>> {
  const { json } = await listRecords(app.context.db, area)
  const data = JSON.parse(json) as Row[]
  return new Map(data.map((row) => [rowKey(area, row) ?? '', row]))
}

test('a renamed customer reaches its orders with the next changes, and no other order is read', async () => {
  await pull('salesOrders')
  warehouse.change('entity', ACME, { entityid: 'Acme & Sons' })
  expect(await pull('salesOrders')).toMatchObject({
    isWhole: false,
    body: { added: 0, changed: 6, removed: 0, total: 40 },
  })
  const found = await rows('salesOrders')
  expect(['1|1', '3|2', '4|1'].map((key) => found.get(key)?.['name'])).toEqual([
    'Acme & Sons',
    'Acme & Sons',
    'Beta',
  ])
  expect(await pull('salesOrders')).toMatchObject({ isWhole: false, body: { changed: 0 } })
})

test('the orders of a customer below a renamed one are read again too', async () => {
  warehouse.add('entity', { id: 42, entityid: 'Acme : South', type: 'CustJob', parent: ACME })
  anOrder(30, 42)
  warehouse.change('transaction', 30, { lastmodifieddate: 0 })
  await pull('salesOrders')
  warehouse.change('entity', 42, { entityid: 'Acme & Sons : South', lastmodifieddate: 0 })
  warehouse.change('entity', ACME, { entityid: 'Acme & Sons' })
  expect((await pull('salesOrders')).body).toMatchObject({ changed: 8 })
  expect((await rows('salesOrders')).get('30|1')).toMatchObject({ name: 'Acme & Sons : South' })
})

test('a renamed supplier reaches its shipments with the next changes', async () => {
  await pull('inboundShipments')
  warehouse.change('entity', STEEL, { entityid: 'Steel & Iron' })
  expect(await pull('inboundShipments')).toMatchObject({ isWhole: false, body: { changed: 1 } })
  const found = await rows('inboundShipments')
  expect(['1', '2'].map((key) => found.get(key)?.['supplier'])).toEqual([null, 'Steel & Iron'])
})

test('after more new names than one query takes, everything is read', async () => {
  for (let id = 1_000; id < 1_600; id += 1)
    warehouse.add('entity', { id, entityid: `Customer ${id}`, type: 'CustJob' })
  app.clock.advance(HOUR_MS)
  await pull('salesOrders')
  for (let id = 1_000; id < 1_600; id += 1) warehouse.change('entity', id, {})
  warehouse.change('entity', ACME, { entityid: 'Acme & Sons' })
  app.netsuite.requests.reset()
  expect((await pull('salesOrders')).body).toMatchObject({ changed: 6 })
  const orders = app.netsuite.requests.log.map(({ query }) => query ?? '')
  expect(orders.filter((query) => query.includes('t.lastmodifieddate >='))).toHaveLength(1)
})

test('a role that may not see customers reads changes of orders all the same, and names once a day', async () => {
  app.netsuite.faults.hidden.add('customer')
  await pull('salesOrders')
  warehouse.change('entity', ACME, { entityid: 'Acme & Sons' })
  warehouse.change('transaction', 9, { memo: 'changed' })
  expect(await pull('salesOrders')).toMatchObject({ isWhole: false, body: { changed: 2 } })
  app.clock.advance(23 * HOUR_MS)
  expect((await pull('salesOrders')).body).toMatchObject({ changed: 6 })
})

test('an interrupted pull goes on with the names that it began with', async () => {
  for (let id = 100; id < 700; id += 1) anOrder(id, ACME)
  for (let id = 100; id < 700; id += 1) warehouse.change('transaction', id, { lastmodifieddate: 0 })
  await pull('salesOrders')
  warehouse.change('entity', ACME, { entityid: 'Acme & Sons' })
  app.netsuite.faults.next({ kind: 'permission-403', match: /t\.id > / })
  await expect(pull('salesOrders')).rejects.toMatchObject({ kind: 'permission' })
  app.clock.advance(60_000)
  expect(await app.erp.pull('salesOrders', 'root')).toMatchObject({ changed: 1_206, removed: 0 })
})
