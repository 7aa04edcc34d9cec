/** Pulls that read what has changed since the last one, and everything if that is not enough. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PulledCollection, Row } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { settings } from '#server/db/schema/operations.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const HOUR_MS = 3_600_000
const ITEMS = 40
const ORDERS = 30

let app: ErpApp
let warehouse: Warehouse

beforeEach(async () => {
  let now = () => Date.UTC(2026, 4, 1)
  warehouse = createWarehouse(() => now())
  warehouse.add('location', { name: 'Hall', fullname: 'Hall' })
  for (let id = 1; id <= ITEMS; id += 1) warehouse.add('item', { id, itemid: `ITEM-${id}` })
  for (let id = 1; id <= ORDERS; id += 1) anOrder(id)
  for (let id = 1; id <= 5; id += 1)
    warehouse.add('inboundshipment', { id, shipmentnumber: `S${id}` })
  app = await erpApp({ warehouse })
  now = app.clock.now
})

afterEach(() => app.close())

/** An order of two lines. */
function anOrder(id: number): void {
  warehouse.add('transaction', { id, type: 'SalesOrd', tranid: `SO-${id}` })
  for (const line of [1, 2])
    warehouse.add('transactionline', {
      transaction: id,
      id: line,
      linesequencenumber: line,
      uniquekey: id * 10 + line,
      item: line,
      location: 1,
      quantity: -line,
    })
}

const line = (transaction: number, id: number) => ({ transaction, id })

/** The queries of a pull, an hour after the previous one. */
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

describe('a pull after the first', () => {
  test('the second pull reads changes, and finds new and deleted rows', async () => {
    expect(await pull('items')).toMatchObject({ isWhole: true, body: { added: ITEMS } })
    warehouse.change('item', 3, { itemid: 'ITEM-3b' })
    warehouse.add('item', { id: 99, itemid: 'ITEM-99' })
    warehouse.remove('item', 7)
    expect(await pull('items')).toEqual({
      isWhole: false,
      body: { added: 1, changed: 1, removed: 1, total: ITEMS, refused: 0, result: 'success' },
    })
    const found = await rows('items')
    expect(found.get('3')).toMatchObject({ name: 'ITEM-3b' })
    expect([found.has('7'), found.has('99'), found.size]).toEqual([false, true, ITEMS])
    expect(await pull('items')).toMatchObject({
      isWhole: false,
      body: { added: 0, changed: 0, removed: 0, total: ITEMS },
    })
  })

  test('the second pull follows order lines that are added, changed and deleted', async () => {
    await pull('salesOrders')
    warehouse.remove('transactionline', line(2, 1))
    warehouse.remove('transactionline', line(3, 1))
    warehouse.remove('transactionline', line(3, 2))
    warehouse.change('transactionline', line(4, 2), { quantity: -9 })
    warehouse.remove('transaction', 5)
    anOrder(77)
    expect(await pull('salesOrders')).toMatchObject({
      isWhole: false,
      body: { added: 2, changed: 3, removed: 5, total: ORDERS * 2 - 3, result: 'success' },
    })
    const found = await rows('salesOrders')
    const has = ['2|1', '2|2', '3|1', '3|2', '5|1', '77|1'].map((key) => found.has(key))
    expect(has).toEqual([false, true, false, false, false, true])
    expect(found.get('4|2')).toMatchObject({ quantity: 9 })
  })

  test('a record is not deleted because another record type deleted the same id', async () => {
    await pull('inboundShipments')
    warehouse.remove('item', 2)
    warehouse.remove('inboundshipment', 4)
    expect(await pull('inboundShipments')).toMatchObject({
      isWhole: false,
      body: { added: 0, changed: 0, removed: 1, total: 4 },
    })
  })

  test('an interrupted pull continues as it began, and sees changes made while the last one was reading', async () => {
    await pull('items')
    const release = app.netsuite.faults.hold({ match: /FROM item/, times: 1 })
    app.clock.advance(HOUR_MS)
    const reading = app.erp.pull('items', 'root')
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    app.clock.advance(HOUR_MS)
    warehouse.change('item', 1, { itemid: 'changed meanwhile' })
    release()
    await reading
    warehouse.change('item', 2, { itemid: 'changed later' })
    app.netsuite.faults.next({ kind: 'permission-403', match: /FROM item/ })
    await expect(app.erp.pull('items', 'root')).rejects.toMatchObject({ kind: 'permission' })
    expect(await pull('items')).toMatchObject({ isWhole: false, body: { changed: 1 } })
    const found = await rows('items')
    expect(found.get('1')).toMatchObject({ name: 'changed meanwhile' })
    expect(found.get('2')).toMatchObject({ name: 'changed later' })
  })
})

describe('an answer that ends early', () => {
  test('changes that come after its end are read all the same, and no living row is removed', async () => {
    await pull('salesOrders')
    for (let id = 1; id <= ORDERS; id += 1)
      warehouse.change('transactionline', line(id, 1), { quantity: -7 })
    app.netsuite.faults.next({ kind: 'early-end', match: /tl\.id/ })
    expect(await pull('salesOrders')).toMatchObject({
      isWhole: false,
      body: { changed: ORDERS * 2, removed: 0, total: ORDERS * 2, result: 'success' },
    })
  })

  test('a record that a lookup of deleted ids leaves out is not taken for deleted', async () => {
    await pull('inboundShipments')
    for (let id = 1; id <= 5; id += 1) warehouse.remove('item', id)
    warehouse.remove('inboundshipment', 5)
    app.netsuite.faults.next({ kind: 'early-end', match: / IN \(/ })
    expect(await pull('inboundShipments')).toMatchObject({
      isWhole: false,
      body: { removed: 1, refused: 0, total: 4, result: 'success' },
    })
  })
})

describe('a full pull', () => {
  const whole = { isWhole: true, body: { total: ITEMS } }

  test('everything is read once a day', async () => {
    await pull('items')
    app.clock.advance(22 * HOUR_MS)
    expect(await pull('items')).toMatchObject({ isWhole: false })
    expect(await pull('items')).toMatchObject(whole)
    expect(await pull('items')).toMatchObject({ isWhole: false })
  })

  test('everything is read after ERP Setup was saved', async () => {
    await pull('items')
    await app.context.db.update(settings).set({ updatedAt: new Date(app.clock.now()) })
    expect(await pull('items')).toMatchObject(whole)
  })

  test.each(['deletedrecord', 'lastmodifieddate'])(
    'everything is read if the account lacks %s',
    async (name) => {
      app.netsuite.faults.hidden.add(name)
      await pull('items')
      warehouse.remove('item', 1)
      expect((await pull('items')).body).toMatchObject({ removed: 1, total: ITEMS - 1 })
    },
  )

  test('everything is read for orders if an item or a location was renamed', async () => {
    for (const area of ['locations', 'items', 'salesOrders'] as const) await pull(area)
    warehouse.change('item', 1, { itemid: 'renamed' })
    warehouse.change('location', 1, { name: 'Yard', fullname: 'Yard' })
    await pull('items')
    await pull('locations')
    expect(await pull('salesOrders')).toMatchObject({ isWhole: true, body: { changed: 60 } })
    expect((await rows('salesOrders')).get('1|1')).toMatchObject({
      item: 'renamed',
      location: 'Yard',
    })
    expect(await pull('salesOrders')).toMatchObject({ isWhole: false, body: { changed: 0 } })
  })
})
