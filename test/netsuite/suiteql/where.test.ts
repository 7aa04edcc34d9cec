import { describe, expect, test } from 'vitest'
import { runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'

const run = runOn(smallWarehouse())

describe('conditions', () => {
  test.each([
    ['id = 10', ['10']],
    ["id = '10'", ['10']],
    ['id <> 10', ['1', '2']],
    ['id != 10', ['1', '2']],
    ['id > 2', ['10']],
    ['id >= 2', ['2', '10']],
    ['id < 2', ['1']],
    ['id <= 2', ['1', '2']],
    ['2 < id', ['10']],
    ['id > -1', ['1', '2', '10']],
    ['id IN (1, 10, 99)', ['1', '10']],
    ["id IN ('1', '2')", ['1', '2']],
    ['id NOT IN (1, 10)', ['2']],
    ['id NOT IN (2)', ['1', '10']],
    ["binnumber IN ('B-01')", ['10']],
    ["binnumber > 'A-01'", ['10']],
    ["memo = 'O''Hara''s shelf'", ['1']],
    ['memo IS NULL', ['2', '10']],
    ['memo IS NOT NULL', ['1']],
    ['sequencenumber > 0', ['10']],
    ['sequencenumber <> 4', ['10']],
    ['sequencenumber NOT IN (4)', ['10']],
    ["location = 1 AND isinactive = 'F'", ['1', '10']],
    ["isinactive = 'T' OR id = 10", ['2', '10']],
    ["location = 1 AND id = 10 OR isinactive = 'T'", ['2', '10']],
    ["location = 1 AND (id = 10 OR isinactive = 'T')", ['10']],
    ['location = id', ['1', '2']],
    ["BUILTIN.DF(location) = 'WH 2'", ['2']],
    ["location IN (SELECT id FROM location WHERE name <> 'WH 1')", ['2']],
    ["location NOT IN (SELECT id FROM location WHERE name = 'WH 2')", ['1', '10']],
    ["location IN (SELECT id FROM location WHERE name = 'elsewhere')", []],
    ['sequencenumber + 1 = 4', ['10']],
    ['sequencenumber - 1 - 1 = 1', ['10']],
    ['id > 3 - 2', ['2', '10']],
  ])('WHERE %s selects the matching rows', (condition, ids) => {
    expect(run(`SELECT id FROM bin WHERE ${condition} ORDER BY id`).map(({ id }) => id)).toEqual(
      ids,
    )
  })

  test.each([
    ['item > 5 OR (item = 5 AND location > 1)', ['5 2', '6 1', '6 10']],
    ['item > 6 OR (item = 6 AND location > 1)', ['6 10']],
    ['location = 1 AND item > 5', ['6 1']],
    ['item IN (6, 7) AND location < 10', ['6 1']],
    ['quantityonhand < 0', ['6 10']],
  ])('a keyset page selects the rows of %s', (condition, keys) => {
    const query = `SELECT item, location FROM aggregateitemlocation WHERE ${condition} ORDER BY item, location`
    expect(run(query).map(({ item, location }) => `${item} ${location}`)).toEqual(keys)
  })

  test('a list of more than 1000 values is refused', () => {
    const list = (length: number): string => Array.from({ length }, (_, id) => id).join()
    expect(run(`SELECT id FROM bin WHERE id IN (${list(1000)})`)).toHaveLength(3)
    expect(() => run(`SELECT id FROM bin WHERE id IN (${list(1001)})`)).toThrow('1000')
  })
})

describe('joins', () => {
  test('JOIN pairs the rows with equal values', () => {
    const query = `SELECT t.tranid, l.uniquekey, BUILTIN.DF(l.item) AS item, -l.quantity AS quantity
      FROM transaction t JOIN transactionline l ON l.transaction = t.id
      WHERE t.type = 'SalesOrd' AND l.mainline = 'F' AND l.taxline = 'F'
      ORDER BY t.id, l.linesequencenumber`
    expect(run(query)).toEqual([
      { tranid: 'SO1', uniquekey: '2', item: 'NUT', quantity: '12' },
      { tranid: 'SO1', uniquekey: '3', item: 'BOLT', quantity: '4' },
    ])
  })

  test('LEFT JOIN includes rows without a match', () => {
    const query = `SELECT t.tranid, a.city FROM transaction t
      LEFT OUTER JOIN transactionshippingaddress a ON (t.shippingaddress = a.nkey) ORDER BY t.id`
    expect(run(query)).toEqual([{ tranid: 'SO1', city: 'Portland' }, { tranid: 'SO2' }])
    expect(run(query.replace('LEFT OUTER', 'INNER'))).toEqual([{ tranid: 'SO1', city: 'Portland' }])
  })

  test('joins can be chained', () => {
    const query = `SELECT i.itemid FROM transaction t
      JOIN transactionline l ON l.transaction = t.id JOIN item i ON i.id = l.item
      ORDER BY t.id, l.id`
    expect(run(query)).toEqual([{ itemid: 'NUT' }, { itemid: 'BOLT' }])
  })
})
