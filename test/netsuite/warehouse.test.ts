import { describe, expect, test } from 'vitest'
import { isTableName, shapeOf, tables } from '#test/netsuite/tables.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'

const DAY_MS = 86_400_000
const NOON = 20_000 * DAY_MS + DAY_MS / 2

function aWarehouse() {
  let time = NOON
  const warehouse = createWarehouse(() => time)
  return { warehouse, later: (ms: number) => (time += ms) }
}

describe('adding', () => {
  test('a new row gets a number and defaults for missing values', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('bin', { id: 7, binnumber: 'A-01', location: 1 })
    expect(warehouse.add('bin', { binnumber: 'A-02', location: 1 })).toEqual({
      id: 8,
      binnumber: 'A-02',
      location: 1,
      memo: null,
      isinactive: 'F',
      sequencenumber: null,
      custrecord_bin_orientation: null,
      custrecord_aisle_no: null,
      custrecord_bin: null,
      custrecord_inventory_counted: 'F',
      custrecord_room: null,
      custrecord_wh: null,
      custrecord_zone: null,
      custrecord_capacity: null,
      custrecord_checked: null,
      custrecord_keeper: null,
    })
  })

  test('rows are in the order of the key, missing values last', () => {
    const { warehouse } = aWarehouse()
    for (const [item, location, binnumber] of [
      [2, 1, null],
      [1, 2, 5],
      [2, 1, 3],
      [1, 1, 9],
    ] as const) {
      warehouse.add('inventorybalance', { item, location, binnumber })
    }
    const keys = warehouse
      .rows('inventorybalance')
      .map((row) => [row.item, row.location, row.binnumber])
    expect(keys).toEqual([
      [1, 1, 9],
      [1, 2, 5],
      [2, 1, 3],
      [2, 1, null],
    ])
  })

  test('a second row with the same key and a row with an unknown column are refused', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('item', { id: 5 })
    expect(() => warehouse.add('item', { id: 5 })).toThrow('there is a row 5 already')
    const wrong: object = { colour: 'red' }
    expect(() => warehouse.add('item', wrong)).toThrow('item has no column colour')
  })

  test('a row without the number of its parent is refused', () => {
    const { warehouse } = aWarehouse()
    expect(() => warehouse.add('transactionline', {})).toThrow('needs transaction')
  })
})

describe('changing', () => {
  test('a change dates the row and leaves the object returned earlier unchanged', () => {
    const { warehouse, later } = aWarehouse()
    const before = warehouse.add('item', { id: 5, displayname: 'old' })
    later(1000)
    const after = warehouse.change('item', 5, { displayname: 'new' })
    expect(before).toMatchObject({ displayname: 'old', lastmodifieddate: NOON })
    expect(after).toMatchObject({ displayname: 'new', lastmodifieddate: NOON + 1000 })
    expect(warehouse.find('item', 5)).toBe(after)
  })

  test('a change of stock per location records a day, not a time', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('aggregateitemlocation', { item: 1, location: 2 })
    const row = warehouse.change(
      'aggregateitemlocation',
      { item: 1, location: 2 },
      { quantityonhand: 3 },
    )
    expect(row).toMatchObject({ quantityonhand: 3, lastmodifieddate: NOON - DAY_MS / 2 })
  })

  test('a change of a line dates its order', () => {
    const { warehouse, later } = aWarehouse()
    warehouse.add('transaction', { id: 1, type: 'SalesOrd' })
    later(1000)
    const line = warehouse.add('transactionline', { transaction: 1 })
    expect(warehouse.find('transaction', 1)?.lastmodifieddate).toBe(NOON + 1000)
    later(1000)
    warehouse.change('transactionline', line.uniquekey, { quantity: -2 })
    expect(warehouse.find('transaction', 1)?.lastmodifieddate).toBe(NOON + 2000)
  })

  test('a row whose key changes moves', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('item', { id: 1 })
    warehouse.add('item', { id: 2 })
    warehouse.change('item', 1, { id: 3 })
    expect(warehouse.rows('item').map(({ id }) => id)).toEqual([2, 3])
  })

  test('a change of a missing row is an error that names it', () => {
    const { warehouse } = aWarehouse()
    expect(() => warehouse.change('bin', 9, {})).toThrow('bin has no row 9')
  })
})

describe('removing', () => {
  test('removing a record removes its lines, and only the record is in deletedrecord', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('transaction', { id: 1, type: 'SalesOrd' })
    warehouse.add('transaction', { id: 2, type: 'SalesOrd' })
    for (const transaction of [1, 1, 2]) warehouse.add('transactionline', { transaction })
    warehouse.remove('transaction', 1)
    expect(warehouse.rows('transactionline').map((line) => line.transaction)).toEqual([2])
    expect(warehouse.rows('deletedrecord')).toEqual([
      { deleteddate: NOON, type: 'salesorder', recordid: 1 },
    ])
  })

  test('a record that is added and removed again at the same time is in deletedrecord once', () => {
    const { warehouse } = aWarehouse()
    for (const _ of [1, 2]) {
      warehouse.add('bin', { id: 7 })
      warehouse.remove('bin', 7)
    }
    expect(warehouse.rows('deletedrecord')).toHaveLength(1)
  })

  test('a removed link row is not in deletedrecord', () => {
    const { warehouse } = aWarehouse()
    warehouse.add('aggregateitemlocation', { item: 1, location: 2 })
    warehouse.remove('aggregateitemlocation', { item: 1, location: 2 })
    expect(warehouse.rows('aggregateitemlocation')).toEqual([])
    expect(warehouse.rows('deletedrecord')).toEqual([])
  })
})

test('every change raises the version, and reading does not', () => {
  const { warehouse } = aWarehouse()
  const versions = [
    () => warehouse.add('bin', { id: 1 }),
    () => warehouse.change('bin', 1, { memo: 'x' }),
    () => warehouse.rows('bin'),
    () => warehouse.remove('bin', 1),
    () => warehouse.load('bin', []),
  ].map((act) => {
    act()
    return warehouse.version
  })
  expect(versions).toEqual([1, 2, 2, 3, 4])
})

test('references and parents name existing tables', () => {
  const named = Object.keys(tables)
    .filter(isTableName)
    .flatMap((table) => {
      const { columns, parent } = shapeOf(table)
      return [parent?.table, ...Object.values(columns).map((column) => column.shows)]
    })
    .filter((name) => name !== undefined)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !isTableName(name))).toEqual([])
})
