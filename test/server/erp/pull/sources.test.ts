import { afterEach, describe, expect, test } from 'vitest'
import { collections, type PulledCollection, type Row } from '#contract/collections.ts'
import type { RefusedRow } from '#server/erp/pull/read-row.ts'
import { createReader } from '#server/erp/pull/read.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'
import { testClient } from '#test/support/server/clients/erp-client.ts'

const running: NetSuite[] = []

afterEach(async () => {
  for (const one of running.splice(0)) await one.close()
})

interface Read {
  readonly netsuite: NetSuite
  readonly records: Row[]
  readonly refused: RefusedRow[]
  readonly notes: string[]
  readonly pages: number
  /** What the last page says that it lacks. */
  readonly without: readonly string[]
}

/** Reads a whole collection as a pull does. */
async function read(
  collection: PulledCollection,
  warehouse: Warehouse,
  options: { utcOffsetMinutes?: number; hidden?: readonly string[] } = {},
): Promise<Read> {
  const { hidden = [], ...more } = options
  const netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse, ...more })
  running.push(netsuite)
  for (const name of hidden) netsuite.faults.hidden.add(name)
  const notes: string[] = []
  const reader = createReader(collection, testClient(netsuite), (what) => notes.push(what))
  const found: Read = { netsuite, records: [], refused: [], notes, pages: 0, without: [] }
  let pages = 0
  for (let next: readonly string[] | null = null; ; pages += 1) {
    const page = await reader.page(next)
    for (const { body } of page.rows) found.records.push(JSON.parse(body) as Row)
    found.refused.push(...page.refused)
    next = page.cursor
    if (!page.hasMore) return { ...found, pages: pages + 1, without: page.without }
  }
}

const at = Date.UTC(2026, 4, 11, 13, 42, 5)

describe('every source', () => {
  const warehouse = makeWarehouse({
    now: () => at,
    bins: 1_234,
    items: 1_100,
    inventory: 2_345,
    salesOrders: 500,
    inboundShipments: 1_003,
  })
  const soldLines = warehouse
    .rows('transactionline')
    .filter(({ transaction, mainline, taxline }) => {
      const order = warehouse.find('transaction', transaction)
      return order?.type === 'SalesOrd' && mainline === 'F' && taxline === 'F'
    })

  test.each<[PulledCollection, number]>([
    ['locations', warehouse.rows('location').length],
    ['bins', 1_234],
    ['items', 1_100],
    ['inventory', 2_345],
    ['salesOrders', soldLines.length],
    ['inboundShipments', 1_003],
  ])('%s: every row is read once, as the contract has it', async (collection, count) => {
    const { netsuite, records, refused, pages } = await read(collection, warehouse)
    expect(refused).toEqual([])
    expect(records).toHaveLength(count)
    expect(pages).toBe(Math.max(1, Math.ceil(count / 1_000)))
    const { key, record } = collections[collection]
    const keys = new Set(records.map((row) => JSON.stringify(key.map((field) => row[field]))))
    expect(keys.size).toBe(count)
    for (const row of records) expect(record.safeParse(row).success).toBe(true)
    expect(netsuite.requests.log.every(({ status }) => status === 200)).toBe(true)
    expect(netsuite.requests.log.map(({ query }) => query).join()).not.toContain('SELECT *')
  })
})

describe('a record', () => {
  test('a location has its name, its full name, its subsidiary and whether it is in use', async () => {
    const warehouse = createWarehouse()
    warehouse.add('subsidiary', { id: 3, name: 'Germany' })
    const of = { subsidiary: 3, usebins: 'T' } as const
    const owned = { subsidiary_id: '3', subsidiary: 'Germany', uses_bins: true }
    const parent = warehouse.add('location', { name: 'Main', fullname: 'Main', ...of })
    warehouse.add('location', {
      ...of,
      name: 'Yard',
      fullname: 'Main : Yard',
      parent: parent.id,
      isinactive: 'T',
    })
    expect((await read('locations', warehouse)).records).toEqual([
      { id: '1', name: 'Main', location: 'Main', inactive: false, ...owned },
      { id: '2', name: 'Yard', location: 'Main : Yard', inactive: true, ...owned },
    ])
  })

  test('a bin has its location by name, and the custom fields', async () => {
    expect((await read('bins', aBin())).records).toEqual([
      {
        id: '7',
        bin_number: 'A-01-01',
        location: 'Main',
        location_id: '1',
        memo: 'near the door',
        bin_orientation: 'Left',
        aisle_no: 'Aisle 1',
        bin: '1',
        inactive_bin: false,
        inventory_counted: true,
        room: 'Room 2',
        wh: 'WH 1',
      },
    ])
  })

  test('an item has its number, its UPC code and what a booking of it needs', async () => {
    const warehouse = createWarehouse()
    const units = { unitstype: 4, stockunit: 41, usebins: 'F' }
    warehouse.add('item', { id: 5, itemid: 'SKU-5', upccode: '0012345678905', displayname: 'Bolt' })
    warehouse.add('item', { id: 6, itemid: 'SKU-6', islotitem: 'T', ...units })
    const plain = { inactive: false, lot_item: false, serial_item: false }
    expect((await read('items', warehouse)).records).toEqual([
      {
        ...plain,
        id: '5',
        name: 'SKU-5',
        upc_code: '0012345678905',
        display_name: 'Bolt',
        units_type: null,
        stock_unit: null,
        uses_bins: null,
      },
      {
        ...plain,
        id: '6',
        name: 'SKU-6',
        upc_code: null,
        display_name: null,
        lot_item: true,
        units_type: '4',
        stock_unit: '41',
        uses_bins: false,
      },
    ])
  })

  test('an inventory row has its quantity as a number, or null if it is unknown', async () => {
    const warehouse = createWarehouse()
    warehouse.add('item', { id: 5, itemid: 'SKU-5' })
    warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main' })
    warehouse.add('location', { id: 2, name: 'Yard', fullname: 'Yard' })
    warehouse.add('aggregateitemlocation', { item: 5, location: 1, quantityavailable: 12.5 })
    warehouse.add('aggregateitemlocation', { item: 5, location: 2 })
    expect((await read('inventory', warehouse)).records).toEqual([
      {
        item: 'SKU-5',
        internal_id: '5',
        item_name: 'SKU-5',
        item_id: '5',
        location: 'Main',
        location_id: '1',
        available_quantity: 12.5,
      },
      expect.objectContaining({ location_id: '2', available_quantity: null }),
    ])
  })

  test.each([
    [0, '2026-05-11T13:42:05.000Z'],
    [-420, '2026-05-11T13:42:05.000Z'],
    [330, '2026-05-11T13:42:05.000Z'],
  ])(
    'an order line has UTC times when the session is %i minutes ahead',
    async (utcOffsetMinutes, created) => {
      const { records } = await read('salesOrders', anOrder(), { utcOffsetMinutes })
      expect(records).toEqual([
        {
          id: '900',
          name: 'Acme Ltd',
          status: 'Pending Fulfillment',
          location: 'Main',
          ponumber: 'PO-77',
          ship_from: 'Main',
          internal_id: '900',
          reference_1: 'Leave at dock 4',
          transaction_id: 'SO10001',
          shipping_address: 'Acme Ltd\n1 Road\nTown',
          created_at: created,
          updated_at: '2026-05-11T14:42:05.000Z',
          line_id: '1',
          item: 'SKU-5',
          item_id: '5',
          quantity: 8,
          quantity_shipped: 0,
        },
      ])
    },
  )

  test('a shipment has its suppliers and the number of its lines', async () => {
    const { records } = await read('inboundShipments', aShipment())
    expect(records).toEqual([
      {
        id: '3',
        shipment_number: 'INBSHIP3',
        supplier: 'Steel Co, Wood Co',
        status: 'In Transit',
        expected_date: '2026-05-20',
        received_date: null,
        total_items: 3,
        created_at: '2026-05-01',
        updated_at: '2026-05-11T13:42:05.000Z',
      },
      expect.objectContaining({ id: '4', supplier: null, total_items: 0 }),
    ])
  })
})

describe('an account that lacks fields', () => {
  test('bins are read without custom fields that the account lacks, which is logged', async () => {
    const { records, notes } = await read('bins', aBin(), {
      hidden: ['bin.custrecord_room', 'bin.custrecord_wh'],
    })
    expect(records).toMatchObject([{ id: '7', aisle_no: 'Aisle 1', room: null, wh: null }])
    expect(notes).toEqual(['bins are read without custrecord_room, custrecord_wh'])
  })

  test('a standard field that the account lacks stays empty, and the reading says so', async () => {
    const { records, without } = await read('bins', aBin(), {
      hidden: ['bin.memo', 'bin.isinactive', 'bin.custrecord_room'],
    })
    expect(records).toMatchObject([{ bin_number: 'A-01-01', memo: null, inactive_bin: null }])
    expect(without).toEqual(['memo', 'isinactive'])
  })

  test.each([
    ['bins', 'bin.binnumber'],
    ['bins', 'bin.location'],
    ['inventory', 'aggregateitemlocation.quantityavailable'],
    ['items', 'item.itemid'],
  ] as const)('the pull of %s fails without %s, which it is about', async (list, column) => {
    await expect(read(list, aBin(), { hidden: [column] })).rejects.toMatchObject({ kind: 'query' })
  })

  test('orders are read without addresses, and shipments without lines, if the role may not see them', async () => {
    const orders = await read('salesOrders', anOrder(), { hidden: ['transactionshippingaddress'] })
    expect(orders.records).toMatchObject([{ shipping_address: null }])
    expect(orders.without).toEqual(['transactionshippingaddress'])
    const shipments = await read('inboundShipments', aShipment(), {
      hidden: ['inboundshipmentitem'],
    })
    expect(shipments.records).toMatchObject([
      { supplier: null, total_items: null },
      { supplier: null, total_items: null },
    ])
    expect(shipments.without).toEqual(['inboundshipmentitem'])
  })
})

describe('a row that cannot be read', () => {
  test('an unreadable row is refused with its key and the reason, and the others are read', async () => {
    const warehouse = aBin()
    warehouse.add('bin', { id: 8, binnumber: 'B-02' })
    warehouse.change('bin', 7, { memo: 'a\0b' })
    const { records, refused } = await read('bins', warehouse)
    expect(records).toMatchObject([{ id: '8' }])
    expect(refused).toEqual([
      { id: '7', row: '7', reason: 'a text holds a character that cannot be stored' },
    ])
  })

  test.each([
    [
      'available_quantity',
      { quantityavailable: 'many' },
      /quantityavailable is not a number: 'many'/,
    ],
    ['a flag', { isinactive: 'X' }, /isinactive is neither T nor F: 'X'/],
  ])('a row refused because of %s has a message with the value', async (_field, found, reason) => {
    const row = { id: '7', item: '5', location: '1', ...found }
    const client = { query: async () => ({ rows: [row], hasMore: false }) }
    const collection = 'isinactive' in found ? 'bins' : 'inventory'
    const page = await createReader(collection, client, () => undefined).page(null)
    expect(page.rows).toEqual([])
    expect(page.refused).toMatchObject([{ reason: expect.stringMatching(reason) }])
  })

  test('a refused row without a readable id has none', async () => {
    const rows = [
      { item: '5', quantityavailable: '1' },
      { item: '5', location: '9' },
    ]
    const client = { query: async () => ({ rows, hasMore: false }) }
    const { refused } = await createReader('inventory', client, () => undefined).page(null)
    expect(refused).toEqual([
      {
        id: null,
        row: '{"item":"5","quantityavailable":"1"}',
        reason: 'item or internal_id or location_id is missing',
      },
    ])
  })
})

test('numbers are read whether they arrive as text or not', async () => {
  const asText = { item: '5', location: '9', quantityavailable: '12.50' }
  const asNumbers = { item: 5, location: 9, quantityavailable: 12.5 }
  const [one, other] = await Promise.all(
    [asText, asNumbers].map((row) => {
      const client = { query: async () => ({ rows: [row], hasMore: false }) }
      return createReader('inventory', client, () => undefined).page(null)
    }),
  )
  expect(one).toEqual(other)
  expect(JSON.parse(one?.rows[0]?.body ?? '')).toMatchObject({ available_quantity: 12.5 })
})

describe('an account whose pages lead nowhere is not read forever', () => {
  const upTo = (last: number) =>
    Array.from({ length: 1_000 }, (_, index) => ({ id: String(last - 999 + index) }))

  test.each([
    ['the same again and again', [1_000, 1_000]],
    ['two alternating ones', [1_000, 2_000, 1_000]],
    ['one that ends before it begins', [3_000, 999]],
  ])('the pull ends if its pages are %s', async (_which, lasts) => {
    const pages = lasts.map((last) => ({ rows: upTo(last), hasMore: true }))
    const client = { query: async () => pages.shift() ?? { rows: [], hasMore: false } }
    const reader = createReader('locations', client, () => undefined)
    let after: readonly string[] | null = null
    for (let page = 1; page < lasts.length; page += 1) after = (await reader.page(after)).cursor
    await expect(reader.page(after)).rejects.toMatchObject({ kind: 'bad-answer' })
  })

  test('the pull ends if the pages of a lookup table lead nowhere', async () => {
    const shipment = { rows: [{ id: '3' }], hasMore: false }
    const lines = { rows: [{ id: '1', inboundshipment: '3' }], hasMore: true }
    const zone = { rows: [{ zone: '+00:00' }], hasMore: false }
    const client = {
      query: async (sql: string) =>
        sql.includes('inboundshipmentitem') ? lines : sql.includes('dual') ? zone : shipment,
    }
    await expect(
      createReader('inboundShipments', client, () => undefined).page(null),
    ).rejects.toMatchObject({ kind: 'bad-answer' })
  })
})

function aBin(): Warehouse {
  const warehouse = createWarehouse()
  warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main' })
  warehouse.add('bin', {
    id: 7,
    binnumber: 'A-01-01',
    location: 1,
    memo: 'near the door',
    custrecord_bin_orientation: 'Left',
    custrecord_aisle_no: 'Aisle 1',
    custrecord_bin: '1',
    custrecord_inventory_counted: 'T',
    custrecord_room: 'Room 2',
    custrecord_wh: 'WH 1',
  })
  return warehouse
}

function anOrder(): Warehouse {
  const warehouse = createWarehouse(() => at + 3_600_000)
  warehouse.add('item', { id: 5, itemid: 'SKU-5' })
  warehouse.add('location', { id: 1, name: 'Main', fullname: 'Main' })
  warehouse.add('entity', { id: 40, entityid: 'Acme Ltd', type: 'CustJob' })
  warehouse.add('transactionstatus', {
    trantype: 'SalesOrd',
    id: 'B',
    name: 'Pending Fulfillment',
    fullname: 'Sales Order : Pending Fulfillment',
  })
  warehouse.add('transactionshippingaddress', { nkey: 7001, addrtext: 'Acme Ltd\n1 Road\nTown' })
  warehouse.add('transaction', {
    id: 900,
    type: 'SalesOrd',
    tranid: 'SO10001',
    otherrefnum: 'PO-77',
    status: 'SalesOrd:B',
    entity: 40,
    memo: 'Leave at dock 4',
    shippingaddress: 7001,
    createddate: at,
  })
  const line = { transaction: 900, location: 1 }
  warehouse.add('transactionline', {
    ...line,
    id: 0,
    uniquekey: 1,
    linesequencenumber: 0,
    mainline: 'T',
  })
  warehouse.add('transactionline', {
    ...line,
    id: 1,
    uniquekey: 2,
    linesequencenumber: 1,
    item: 5,
    quantity: -8,
    quantityshiprecv: 0,
  })
  warehouse.add('transactionline', {
    ...line,
    id: 2,
    uniquekey: 3,
    linesequencenumber: 2,
    taxline: 'T',
  })
  return warehouse
}

function aShipment(): Warehouse {
  const warehouse = createWarehouse(() => at)
  warehouse.add('entity', { id: 50, entityid: 'Steel Co', type: 'Vendor' })
  warehouse.add('entity', { id: 51, entityid: 'Wood Co', type: 'Vendor' })
  warehouse.add('transaction', { id: 800, type: 'PurchOrd', entity: 50 })
  warehouse.add('transaction', { id: 801, type: 'PurchOrd', entity: 51 })
  warehouse.add('inboundshipment', {
    id: 3,
    shipmentnumber: 'INBSHIP3',
    shipmentstatus: 'In Transit',
    expecteddeliverydate: Date.UTC(2026, 4, 20),
    shipmentcreateddate: Date.UTC(2026, 4, 1),
  })
  warehouse.add('inboundshipment', { id: 4, shipmentnumber: 'INBSHIP4' })
  for (const [id, order] of [
    [1, 800],
    [2, 801],
    [3, 800],
  ] as const)
    warehouse.add('inboundshipmentitem', {
      id,
      inboundshipment: 3,
      purchaseordertransaction: order,
    })
  return warehouse
}
