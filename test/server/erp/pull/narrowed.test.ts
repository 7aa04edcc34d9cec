/** Pulls of what ERP Setup says is read, and nothing else. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listKey, type PulledList } from '#contract/lists.ts'
import { NO_RULES, type ReadRules } from '#contract/own/read-rules.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { READ_RULES, saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const DAY_MS = 86_400_000
const BINS = 30

let app: ErpApp
let warehouse: Warehouse
let now = (): number => Date.UTC(2026, 4, 1)

beforeEach(async () => {
  now = () => Date.UTC(2026, 4, 1)
  warehouse = createWarehouse(() => now())
  for (const [id, name] of [
    [1, 'North'],
    [2, 'South'],
  ] as const)
    warehouse.add('subsidiary', { id, name })
  for (const [id, subsidiary] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ] as const)
    warehouse.add('location', { id, name: `Hall ${id}`, fullname: `Hall ${id}`, subsidiary })
  for (let id = 1; id <= BINS; id += 1)
    warehouse.add('bin', { id, binnumber: `B-${id}`, location: (id % 3) + 1 })
  for (let id = 1; id <= 6; id += 1) warehouse.add('item', { id, itemid: `ITEM-${id}` })
  for (const item of [1, 2])
    for (const location of [1, 2, 3]) {
      warehouse.add('aggregateitemlocation', { item, location, quantityavailable: 5 })
      warehouse.add('inventorybalance', { item, location, quantityonhand: 5 })
    }
  for (const [id, letter] of ['A', 'B', 'F', 'H'].entries()) anOrder(id + 1, letter)
  for (const [id, status] of ['In Transit', 'inTransit', 'Closed'].entries())
    warehouse.add('inboundshipment', { id: id + 1, shipmentstatus: status })
  app = await erpApp({ warehouse })
  now = app.clock.now
})

afterEach(() => app.close())

/** An order with a line in each location. */
function anOrder(id: number, letter: string): void {
  warehouse.add('transaction', { id, type: 'SalesOrd', status: `SalesOrd:${letter}` })
  for (const location of [1, 2, 3])
    warehouse.add('transactionline', {
      transaction: id,
      id: location,
      linesequencenumber: location,
      uniquekey: id * 10 + location,
      item: 1,
      location,
      subsidiary: location === 3 ? 2 : 1,
      quantity: -1,
    })
}

async function rule(rules: Partial<ReadRules>): Promise<void> {
  app.clock.advance(60_000)
  const { db, seal } = app.context
  const text = JSON.stringify({ ...NO_RULES, ...rules })
  const sealed = new Map([[READ_RULES, seal.seal(settingPurpose(READ_RULES), text)]])
  await saveSettings(db, sealed, { by: 'root', at: new Date(app.clock.now()) })
}

/** A pull, an hour after the last one, and whether it read everything. */
async function pull(list: PulledList) {
  app.clock.advance(3_600_000)
  app.netsuite.requests.reset()
  const body = await app.erp.pull(list, 'root')
  const queries = app.netsuite.requests.log.map(({ query }) => query ?? '')
  const isWhole = !queries.some((query) => query.includes('lastmodifieddate >= TO_DATE'))
  return { ...body, isWhole, requests: queries.length }
}

async function rows(list: PulledList): Promise<Row[]> {
  return JSON.parse((await listRecords(app.context.db, list)).json) as Row[]
}

const keys = async (list: PulledList) => (await rows(list)).map((row) => listKey(list, row))

describe('places', () => {
  test.each([
    [{ locations: ['3'] }, { bins: 10, inventory: 2, binStock: 2, salesOrders: 4, locations: 1 }],
    [
      { subsidiaries: ['1'] },
      { bins: 20, inventory: 4, binStock: 4, salesOrders: 8, locations: 2 },
    ],
    [
      { subsidiaries: ['2'], locations: ['1'] },
      { bins: 0, locations: 0, salesOrders: 0 },
    ],
  ])('%j leaves only what is there', async (rules, expected) => {
    await rule(rules)
    for (const [list, total] of Object.entries(expected))
      expect(await pull(list as PulledList)).toMatchObject({ total })
  })

  test('a location that is left out leaves with its bins, and comes back with them', async () => {
    for (const list of ['locations', 'bins'] as const) await pull(list)
    await rule({ locations: ['1'] })
    expect(await pull('bins')).toMatchObject({ removed: 20, total: 10, result: 'success' })
    expect(await pull('locations')).toMatchObject({ removed: 2, total: 1 })
    await rule({})
    expect(await pull('bins')).toMatchObject({ added: 20, total: BINS })
  })
})

describe('statuses, age and what is inactive', () => {
  test('orders and shipments of other statuses are left out, in both spellings of a status', async () => {
    await rule({ order_statuses: ['B', 'H'], shipment_statuses: ['inTransit'] })
    await pull('salesOrders')
    await pull('inboundShipments')
    expect(new Set((await rows('salesOrders')).map((row) => row['id']))).toEqual(
      new Set(['2', '4']),
    )
    expect(await keys('inboundShipments')).toEqual(['1', '2'])
  })

  test('an order that takes another status leaves with the next pull of changes, and returns likewise', async () => {
    await rule({ order_statuses: ['A', 'B'] })
    await pull('salesOrders')
    warehouse.change('transaction', 1, { status: 'SalesOrd:G' })
    warehouse.change('transaction', 3, { status: 'SalesOrd:B' })
    expect(await pull('salesOrders')).toMatchObject({ isWhole: false, added: 3, removed: 3 })
    warehouse.change('transaction', 1, { status: 'SalesOrd:A' })
    expect(await pull('salesOrders')).toMatchObject({ isWhole: false, added: 3, removed: 0 })
  })

  test('an item that becomes inactive leaves with the next pull of changes', async () => {
    await rule({ without_inactive: ['items'] })
    expect(await pull('items')).toMatchObject({ total: 6, isWhole: true })
    warehouse.change('item', 2, { isinactive: 'T' })
    warehouse.remove('item', 4)
    expect(await pull('items')).toMatchObject({ isWhole: false, removed: 2, total: 4 })
    warehouse.change('item', 2, { isinactive: 'F' })
    expect(await pull('items')).toMatchObject({ isWhole: false, added: 1, total: 5 })
  })

  test('inactive bins and locations are left out only if they are meant', async () => {
    warehouse.change('bin', 1, { isinactive: 'T' })
    warehouse.change('location', 3, { isinactive: 'T' })
    await rule({ without_inactive: ['bins'] })
    expect(await pull('bins')).toMatchObject({ total: BINS - 1 })
    expect(await pull('locations')).toMatchObject({ total: 3 })
    await rule({ without_inactive: ['locations'] })
    expect(await pull('bins')).toMatchObject({ total: BINS })
    expect(await pull('locations')).toMatchObject({ total: 2 })
  })

  test('an order leaves when it has not changed for that many days', async () => {
    await rule({ changed_within_days: 30 })
    await pull('salesOrders')
    app.clock.advance(10 * DAY_MS)
    warehouse.change('transaction', 2, { memo: 'still worked on' })
    expect(await pull('salesOrders')).toMatchObject({ total: 12 })
    app.clock.advance(25 * DAY_MS)
    expect(await pull('salesOrders')).toMatchObject({ removed: 9, total: 3 })
    expect(new Set((await rows('salesOrders')).map((row) => row['id']))).toEqual(new Set(['2']))
  })
})

describe('a changed rule', () => {
  test('reads again only the lists that it concerns', async () => {
    for (const list of ['items', 'salesOrders', 'inboundShipments'] as const) await pull(list)
    await rule({ order_statuses: ['A'] })
    expect(await pull('items')).toMatchObject({ isWhole: false })
    expect(await pull('inboundShipments')).toMatchObject({ isWhole: false })
    expect(await pull('salesOrders')).toMatchObject({ isWhole: true, total: 3 })
    expect(await pull('salesOrders')).toMatchObject({ isWhole: false })
  })

  test('is not taken for a loss: the rows are counted, not read again', async () => {
    const isCount = (query: string | null) => query?.includes('COUNT(*)') ?? false
    await pull('bins')
    await rule({ locations: ['1'] })
    expect(await pull('bins')).toMatchObject({ result: 'success', total: 10 })
    const log = app.netsuite.requests.log.map(({ query }) => query)
    expect(log.filter(isCount)).toHaveLength(1)
    expect(log.filter((query) => query?.includes('FROM bin') && !isCount(query))).toHaveLength(2)
  })

  test('may leave a list empty at once, where a lost permission does not', async () => {
    await pull('bins')
    await pull('items')
    await rule({ locations: ['2'], subsidiaries: ['2'] })
    expect(await pull('bins')).toMatchObject({ result: 'success', removed: BINS, total: 0 })
    for (let id = 1; id <= 6; id += 1) warehouse.remove('item', id)
    await rule({ without_inactive: ['items'] })
    expect(await pull('items')).toMatchObject({ result: 'empty', total: 6 })
  })
})

describe('custom fields', () => {
  test('are further fields of a row in the kind that was said', async () => {
    warehouse.add('entity', { id: 90, entityid: 'Kim Keeper' })
    warehouse.change('bin', 1, {
      custrecord_zone: 'cold',
      custrecord_capacity: '12.5',
      custrecord_checked: Date.UTC(2026, 3, 2),
      custrecord_keeper: 90,
    })
    warehouse.change('bin', 2, { custrecord_capacity: 'a lot' })
    await rule({
      fields: [
        { list: 'bins', name: 'Storage zone', column: 'custrecord_zone', kind: 'text' },
        { list: 'bins', name: 'Capacity', column: 'custrecord_capacity', kind: 'number' },
        { list: 'bins', name: 'Checked', column: 'custrecord_checked', kind: 'day' },
        { list: 'bins', name: 'Keeper', column: 'custrecord_keeper', kind: 'choice' },
      ],
    })
    expect(await pull('bins')).toMatchObject({ refused: 0, total: BINS })
    const found = await rows('bins')
    const [first, second] = ['1', '2'].map((id) => found.find((row) => row['id'] === id))
    expect(first).toMatchObject({
      bin_number: 'B-1',
      storage_zone: 'cold',
      capacity: 12.5,
      checked: '2026-04-02',
      keeper: 'Kim Keeper',
    })
    expect(second).toMatchObject({ storage_zone: null, capacity: 'a lot' })
  })

  test('of orders and items come with the lines and with changes', async () => {
    warehouse.change('transaction', 1, { custbody_route: 'R7' })
    warehouse.change('item', 1, { custitem_brand: 'Acme' })
    await rule({
      fields: [
        { list: 'salesOrders', name: 'Route', column: 'custbody_route', kind: 'text' },
        { list: 'items', name: 'Brand', column: 'custitem_brand', kind: 'text' },
      ],
    })
    await pull('salesOrders')
    await pull('items')
    expect((await rows('salesOrders')).filter((row) => row['route'] === 'R7')).toHaveLength(3)
    warehouse.change('item', 2, { custitem_brand: 'Beta' })
    expect(await pull('items')).toMatchObject({ isWhole: false, changed: 1 })
    expect((await rows('items')).map((row) => row['brand'])).toEqual(
      expect.arrayContaining(['Acme', 'Beta']),
    )
  })

  test('that the account lacks, or has in another kind, cost only themselves', async () => {
    await rule({
      fields: [
        { list: 'bins', name: 'Colour', column: 'custrecord_colour', kind: 'text' },
        { list: 'bins', name: 'Day', column: 'custrecord_zone', kind: 'day' },
      ],
    })
    expect(await pull('bins')).toMatchObject({ total: BINS, refused: 0, result: 'success' })
  })

  test('may be the source of a field that the list has anyway', async () => {
    warehouse.change('bin', 1, { custrecord_zone: 'cold', custrecord_room: 'Room 1' })
    await rule({
      fields: [{ list: 'bins', name: 'Room', column: 'custrecord_zone', kind: 'text' }],
    })
    await pull('bins')
    expect((await rows('bins'))[0]).toMatchObject({ room: 'cold' })
  })
})

test('what does not belong into a query never gets there, whatever was saved', async () => {
  await rule({ locations: ['1) OR (1 = 1'] })
  await expect(pull('bins')).rejects.toMatchObject({ kind: 'not-configured' })
  expect(app.netsuite.requests.log).toEqual([])
})
