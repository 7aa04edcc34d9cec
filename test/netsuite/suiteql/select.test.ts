import { describe, expect, test } from 'vitest'
import { runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'

const run = runOn(smallWarehouse())

describe('the select list', () => {
  test('values are texts, null values are left out, and column names are in lower case', () => {
    expect(run('SELECT ID, UpcCode, totalQuantityOnHand AS OnHand FROM item ORDER BY id')).toEqual([
      { id: '5', upccode: '012345678905', onhand: '7' },
      { id: '6' },
    ])
  })

  test('an expression is named by its position', () => {
    expect(run('SELECT id, -sequencenumber FROM bin WHERE id = 10')).toEqual([
      { id: '10', expr2: '-3' },
    ])
  })

  test('an alias needs no AS', () => {
    expect(run('SELECT b.binnumber name FROM bin b WHERE b.id = 1')).toEqual([{ name: 'A-01' }])
  })

  test('a minus negates a quantity and never gives minus zero', () => {
    const query =
      'SELECT -quantityonhand AS turned FROM aggregateitemlocation ORDER BY item, location'
    expect(run(query)).toEqual([
      { turned: '-4' },
      { turned: '-3' },
      { turned: '0' },
      { turned: '2.5' },
    ])
  })

  test('COUNT(*) counts the rows', () => {
    expect(run('SELECT COUNT(*) AS n FROM bin WHERE location = 1')).toEqual([{ n: '2' }])
    expect(
      run('SELECT COUNT(*) FROM transaction t JOIN transactionline l ON l.transaction = t.id'),
    ).toEqual([{ expr1: '3' }])
  })
})

describe('BUILTIN.DF', () => {
  test.each([
    ['location', 'bin', { df: 'WH 1' }],
    ['binnumber', 'bin', { df: 'A-01' }],
    ['item', 'aggregateitemlocation', { df: 'BOLT' }],
    ['status', 'transaction', { df: 'Sales Order : Pending Fulfillment' }],
    ['entity', 'transaction', { df: 'Alder Supply LLC' }],
  ])('BUILTIN.DF of %s in %s shows a text', (column, table, item) => {
    const key = table === 'aggregateitemlocation' ? 'item, location' : 'id'
    const query = `SELECT BUILTIN.DF(${column}) AS df FROM ${table} ORDER BY ${key} FETCH FIRST 1 ROWS ONLY`
    expect(run(query)).toEqual([item])
  })

  test('BUILTIN.DF of an empty reference is left out', () => {
    expect(
      run('SELECT id, BUILTIN.DF(shippingaddress) AS df FROM transaction WHERE id = 101'),
    ).toEqual([{ id: '101' }])
  })
})
