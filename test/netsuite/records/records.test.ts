import { describe, expect, test } from 'vitest'
import type { NetSuite } from '#test/netsuite/server.ts'
import { query, send } from '#test/netsuite/support/client.ts'
import { running } from '#test/netsuite/support/running.ts'
import { CASE, EACH, unitsWarehouse } from '#test/netsuite/support/units.ts'

const PATH = '/services/rest/record/v1'

/** Location 1 has 4 of item 5, and has bins 1 and 10. */
function adjustment(quantity: number, changes: object = {}) {
  const assignment = { items: [{ binNumber: { id: '1' }, quantity }] }
  const line = {
    item: { id: '5' },
    location: { id: '1' },
    adjustQtyBy: quantity,
    inventoryDetail: { inventoryAssignment: assignment },
    ...changes,
  }
  return { account: { id: '212' }, adjLocation: { id: '1' }, inventory: { items: [line] } }
}

function transfer(quantity: number, changes: object = {}, line: object = {}) {
  const move = { binNumber: 1, toBinNumber: 10, quantity, ...changes }
  const inventoryDetail = { inventoryAssignment: { items: [move] } }
  return { location: 1, inventory: { items: [{ item: 5, quantity, inventoryDetail, ...line }] } }
}

function put(
  netSuite: NetSuite,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  return send(netSuite, `${PATH}/${path}`, { method: 'PUT', body, headers })
}

const STRICT = { 'x-netsuite-propertynamevalidation': 'Error' }

async function onHand(netSuite: NetSuite, table: string, where: string) {
  const select = `SELECT quantityonhand AS n FROM ${table} WHERE item = 5 AND ${where}`
  return (await query(netSuite, select)).items.map(({ n }) => n)
}

describe('an adjustment', () => {
  test('an adjustment is answered with 204 and its address, and changes the stock', async () => {
    const netSuite = await running()
    const response = await put(netSuite, 'inventoryadjustment/eid:a%2D1', adjustment(3))
    expect(response.status).toBe(204)
    expect(response.headers.get('location')).toMatch(
      new RegExp(`^${netSuite.url}${PATH}/inventoryadjustment/\\d+$`),
    )
    expect(await onHand(netSuite, 'aggregateitemlocation', 'location = 1')).toEqual(['7'])
    expect(await onHand(netSuite, 'inventorybalance', 'location = 1')).toEqual(['3'])
    expect(netSuite.warehouse.find('item', 5)?.totalquantityonhand).toBe(10)
    expect(netSuite.warehouse.records.get('inventoryadjustment/a-1')).toMatchObject({ saves: 1 })
  })

  test('an adjustment sent again with replace exists once and is booked once', async () => {
    const netSuite = await running()
    const path = 'inventoryadjustment/eid:a-1?replace=inventory'
    const first = await put(netSuite, path, adjustment(3))
    const second = await put(netSuite, path, adjustment(3))
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await onHand(netSuite, 'aggregateitemlocation', 'location = 1')).toEqual(['7'])
    const record = netSuite.warehouse.records.get('inventoryadjustment/a-1')
    expect(record).toMatchObject({ saves: 2 })
    expect(record?.lines).toHaveLength(1)
  })

  test('an adjustment sent again without replace is booked twice', async () => {
    const netSuite = await running()
    for (const parameters of ['', '?replace=item']) {
      await put(netSuite, `inventoryadjustment/eid:a-1${parameters}`, adjustment(3))
    }
    expect(await onHand(netSuite, 'aggregateitemlocation', 'location = 1')).toEqual(['10'])
    expect(netSuite.warehouse.records.get('inventoryadjustment/a-1')?.lines).toHaveLength(2)
  })

  test('an adjustment with another external id is another record', async () => {
    const netSuite = await running()
    const locations = await Promise.all(
      ['a-1', 'a-2'].map(async (eid) => {
        const response = await put(netSuite, `inventoryadjustment/eid:${eid}`, adjustment(1))
        return response.headers.get('location')
      }),
    )
    expect(new Set(locations).size).toBe(2)
    expect(netSuite.warehouse.records.size).toBe(2)
  })

  test.each([
    ['no account', { ...adjustment(1), account: undefined }, 'USER_ERROR', 'account'],
    ['no such location', { ...adjustment(1), adjLocation: 99 }, 'INVALID_CONTENT', 'adjLocation'],
    ['no lines', { ...adjustment(1), inventory: {} }, 'USER_ERROR', 'inventory'],
    ['no such item', adjustment(1, { item: 99 }), 'INVALID_CONTENT', 'inventory.items[0].item'],
    [
      'no difference',
      adjustment(1, { adjustQtyBy: 0 }),
      'INVALID_CONTENT',
      'inventory.items[0].adjustQtyBy',
    ],
    [
      'no bins where the location uses them',
      adjustment(1, { inventoryDetail: undefined }),
      'USER_ERROR',
      'inventory.items[0].inventoryDetail',
    ],
    [
      'bins that do not add up',
      adjustment(1, { adjustQtyBy: 2 }),
      'USER_ERROR',
      'inventory.items[0].inventoryDetail',
    ],
    [
      'a bin of another location',
      adjustment(1, { location: 2 }),
      'INVALID_CONTENT',
      'inventory.items[0].inventoryDetail.inventoryAssignment.items[0].binNumber',
    ],
    [
      'a detail of another quantity',
      adjustment(1, {
        inventoryDetail: {
          quantity: 2,
          inventoryAssignment: { items: [{ binNumber: 1, quantity: 1 }] },
        },
      }),
      'USER_ERROR',
      'inventory.items[0].inventoryDetail',
    ],
    [
      'a reference as its units',
      adjustment(1, { units: { id: '41' } }),
      'INVALID_CONTENT',
      'inventory.items[0].units',
    ],
    ['no JSON', undefined, 'USER_ERROR', 'account'],
  ])('an adjustment with %s is refused and books nothing', async (_, body, code, path) => {
    const netSuite = await running()
    const response = await put(netSuite, 'inventoryadjustment/eid:a-1', body)
    expect(await response.json()).toMatchObject({
      status: 400,
      'o:errorDetails': [{ 'o:errorCode': code, 'o:errorPath': path }],
    })
    expect(netSuite.warehouse.records.size).toBe(0)
    expect(await onHand(netSuite, 'aggregateitemlocation', 'location = 1')).toEqual(['4'])
  })

  test('an adjustment needs no bins in a location without bins', async () => {
    const netSuite = await running()
    netSuite.warehouse.change('location', 1, { usebins: 'F' })
    const body = adjustment(3, { inventoryDetail: undefined })
    expect((await put(netSuite, 'inventoryadjustment/eid:a-1', body)).status).toBe(204)
    expect(await onHand(netSuite, 'inventorybalance', 'binnumber IS NULL')).toEqual(['3'])
  })
})

describe('a bin transfer', () => {
  test("a bin transfer moves stock between bins and leaves the location's stock unchanged", async () => {
    const netSuite = await running()
    const { warehouse } = netSuite
    warehouse.add('inventorybalance', { item: 5, location: 1, binnumber: 1, quantityonhand: 4 })
    expect((await put(netSuite, 'bintransfer/eid:t-1', transfer(3))).status).toBe(204)
    expect(await onHand(netSuite, 'inventorybalance', 'binnumber = 1')).toEqual(['1'])
    expect(await onHand(netSuite, 'inventorybalance', 'binnumber = 10')).toEqual(['3'])
    expect(await onHand(netSuite, 'aggregateitemlocation', 'location = 1')).toEqual(['4'])
  })

  test.each([
    ['no bin to go to', { toBinNumber: undefined }, 'toBinNumber'],
    ['a bin of another location', { toBinNumber: 2 }, 'toBinNumber'],
    ['nothing to move', { quantity: 0 }, 'quantity'],
  ])('a bin transfer with %s is refused', async (_, changes, name) => {
    const netSuite = await running()
    const response = await put(netSuite, 'bintransfer/eid:t-1', transfer(3, changes))
    const path = `inventory.items[0].inventoryDetail.inventoryAssignment.items[0].${name}`
    expect(await response.json()).toMatchObject({
      'o:errorDetails': [{ 'o:errorCode': 'INVALID_CONTENT', 'o:errorPath': path }],
    })
    expect(netSuite.warehouse.records.size).toBe(0)
  })

  test.each([
    ['no quantity on its line', { quantity: undefined }, 'quantity'],
    ['another quantity on its line', { quantity: 2 }, 'inventoryDetail'],
    ['no inventory detail', { inventoryDetail: undefined }, 'inventoryDetail'],
  ])('a bin transfer with %s is refused', async (_, line, name) => {
    const netSuite = await running()
    const response = await put(netSuite, 'bintransfer/eid:t-1', transfer(3, {}, line))
    const path = `inventory.items[0].${name}`
    expect(await response.json()).toMatchObject({
      'o:errorDetails': [{ 'o:errorCode': 'USER_ERROR', 'o:errorPath': path }],
    })
    expect(netSuite.warehouse.records.size).toBe(0)
  })

  test('a bin transfer has a memo of at most 40 characters', async () => {
    const netSuite = await running()
    const body = (length: number) => ({ ...transfer(3), memo: 'x'.repeat(length) })
    expect((await put(netSuite, 'bintransfer/eid:t-1', body(40))).status).toBe(204)
    const response = await put(netSuite, 'bintransfer/eid:t-2', body(41))
    expect(await response.json()).toMatchObject({
      'o:errorDetails': [{ detail: expect.stringContaining('maximum number ( 40 )') }],
    })
  })

  test('stock that is moved with its status gets the default status, unless the record says the new one', async () => {
    const netSuite = await running({ warehouse: unitsWarehouse() })
    for (const [eid, more] of [
      ['t-1', {}],
      ['t-2', { toInventoryStatus: 2 }],
    ] as const)
      await put(netSuite, `bintransfer/eid:${eid}`, transfer(1, { inventoryStatus: 2, ...more }))
    const moves = [...netSuite.warehouse.records.values()].map(({ lines }) =>
      lines.flatMap((line) => line.moves.map(({ status }) => status)),
    )
    expect(moves).toEqual([
      [2, 1],
      [2, 2],
    ])
  })
})

describe('a property that a record does not have', () => {
  test('the units of a bin transfer are ignored, so that it moves stock units', async () => {
    const netSuite = await running({ warehouse: unitsWarehouse() })
    netSuite.warehouse.change('item', 5, { stockunit: CASE })
    await put(netSuite, 'bintransfer/eid:t-1', transfer(5, {}, { units: String(EACH) }))
    expect(await onHand(netSuite, 'inventorybalance', 'binnumber = 10')).toEqual(['60'])
  })

  test.each([
    ['a line', transfer(5, {}, { units: '41' }), 'inventory.items[0].units'],
    ['a record', { ...transfer(5), transferLocation: 2 }, 'transferLocation'],
    [
      'an assignment',
      transfer(5, { bin: 1 }),
      'inventory.items[0].inventoryDetail.inventoryAssignment.items[0].bin',
    ],
  ])('one of %s is refused if the request wants an error', async (_, body, path) => {
    const netSuite = await running()
    const response = await put(netSuite, 'bintransfer/eid:t-1', body, STRICT)
    expect(await response.json()).toMatchObject({
      status: 400,
      'o:errorDetails': [{ 'o:errorCode': 'INVALID_CONTENT', 'o:errorPath': path }],
    })
    expect(netSuite.warehouse.records.size).toBe(0)
  })

  test('the inventory detail is one in an account with basic bins', async () => {
    const netSuite = await running()
    netSuite.faults.lacking.add('inventoryDetail')
    const response = await put(netSuite, 'bintransfer/eid:t-1', transfer(5), STRICT)
    expect(await response.json()).toMatchObject({
      'o:errorDetails': [{ 'o:errorPath': 'inventory.items[0].inventoryDetail' }],
    })
  })
})

test('a record is a transaction that queries find by its external id, even if a script fails after it was saved', async () => {
  const netSuite = await running()
  netSuite.faults.next({ kind: 'script-after-save' })
  const response = await put(netSuite, 'bintransfer/eid:t-1', transfer(3))
  expect(await response.json()).toMatchObject({
    status: 400,
    'o:errorDetails': [{ 'o:errorCode': 'USER_ERROR' }],
  })
  const select = `SELECT id, type FROM transaction WHERE externalid = 't-1'`
  const [record] = netSuite.warehouse.records.values()
  expect((await query(netSuite, select)).items).toMatchObject([
    { id: String(record?.id), type: 'BinTrnfr' },
  ])
})
