import { describe, expect, test } from 'vitest'
import { createRandom } from '#test/netsuite/random.ts'
import { createSuiteQl } from '#test/netsuite/suiteql/run.ts'
import { MOMENT, runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'

const run = runOn(smallWarehouse())

describe('ORDER BY', () => {
  test.each([
    ['id', ['1', '2', '10']],
    ['id ASC', ['1', '2', '10']],
    ['id DESC', ['10', '2', '1']],
    ['binnumber, id', ['1', '2', '10']],
    ['binnumber DESC, id DESC', ['10', '2', '1']],
    ['location, id DESC', ['10', '1', '2']],
    ['memo, id', ['1', '2', '10']],
    ['memo DESC, id', ['2', '10', '1']],
    ['BUILTIN.DF(location) DESC, id', ['2', '1', '10']],
  ])('ORDER BY %s sorts the rows', (order, ids) => {
    expect(run(`SELECT id FROM bin ORDER BY ${order}`).map(({ id }) => id)).toEqual(ids)
  })

  test('an alias of the select list takes precedence over a column of the same name', () => {
    const query = 'SELECT id, -sequencenumber AS id FROM bin WHERE id = 10 ORDER BY id'
    expect(run(query)).toEqual([{ id: '-3' }])
    const turned = 'SELECT item, -item AS location FROM aggregateitemlocation WHERE location = 1'
    expect(run(`${turned} ORDER BY location`).map(({ item }) => item)).toEqual(['6', '5'])
  })
})

test.each(['FETCH FIRST 2 ROWS ONLY', 'FETCH NEXT 2 ROWS ONLY', 'fetch next 2 row only'])(
  '%s limits the answer',
  (fetch) => {
    expect(run(`SELECT id FROM bin ORDER BY id ${fetch}`)).toEqual([{ id: '1' }, { id: '2' }])
    expect(run(`SELECT id FROM bin ORDER BY location, id ${fetch}`)).toEqual([
      { id: '1' },
      { id: '10' },
    ])
  },
)

describe('an ambiguous order changes from query to query', () => {
  const warehouse = createWarehouse(() => MOMENT)
  for (let id = 0; id < 60; id += 1) {
    warehouse.add('item', { id: id + 1, itemtype: id % 2 === 0 ? 'InvtPart' : 'Assembly' })
    warehouse.add('aggregateitemlocation', { item: Math.floor(id / 6) + 1, location: (id % 6) + 1 })
    const stock = { item: Math.floor(id / 6) + 1, location: 1, inventorystatus: (id % 6) + 1 }
    warehouse.add('inventorybalance', stock)
    warehouse.add('transaction', { id: id + 1, shippingaddress: id + 1 })
    warehouse.add('transactionshippingaddress', { nkey: id + 1 })
    warehouse.add('transactionline', { transaction: id + 1, id: 0, uniquekey: 2 * id + 1 })
    warehouse.add('transactionline', { transaction: id + 1, id: 1, uniquekey: 2 * id + 2 })
  }
  const account = { warehouse, now: () => MOMENT, utcOffsetMinutes: 0, hidden: new Set<string>() }
  const suiteQl = createSuiteQl(account, createRandom(1))
  const lines = 'transaction t JOIN transactionline l ON l.transaction = t.id'
  const addresses =
    'transaction t LEFT JOIN transactionshippingaddress a ON a.nkey = t.shippingaddress'

  test.each([
    ['id FROM item', false],
    ['id FROM item ORDER BY itemtype', false],
    ['id FROM item ORDER BY lastmodifieddate', false],
    ['id FROM item ORDER BY id', true],
    ['id FROM item ORDER BY itemtype DESC, id', true],
    ['item, location FROM aggregateitemlocation ORDER BY item', false],
    ['item, location FROM aggregateitemlocation ORDER BY location', false],
    ['item, location FROM aggregateitemlocation ORDER BY location, item', true],
    ['item, location FROM aggregateitemlocation WHERE location = 2 ORDER BY item', true],
    ['item, location FROM aggregateitemlocation WHERE location > 2 ORDER BY item', false],
    ['item, location FROM aggregateitemlocation WHERE item > 2 ORDER BY location', false],
    [
      'inventorystatus FROM inventorybalance ORDER BY item, location, binnumber, inventorynumber',
      false,
    ],
    ['t.id, l.id AS line FROM ' + lines + ' ORDER BY t.id', false],
    ['t.id, l.id AS line FROM ' + lines + ' ORDER BY t.id, l.linesequencenumber', true],
    ['t.id, l.id AS line FROM ' + lines + ' ORDER BY l.uniquekey', true],
    ['t.id FROM ' + addresses + ' ORDER BY t.id', true],
  ])('the order of %s is stable: %s', (select, isStable) => {
    const answers = [0, 1, 2].map(() => JSON.stringify(suiteQl(`SELECT ${select}`, 1000, 0).items))
    expect(new Set(answers).size).toBe(isStable ? 1 : 3)
  })
})
