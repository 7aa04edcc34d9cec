import { expect, test } from 'vitest'
import { ORDER_FIELDS, type SalesOrder } from '#console/rows/sales-orders.ts'
import { keyBy } from '#console/table/shaped-table.ts'
import { addressOfName, rowNamed } from '#console/list/row-named.ts'
import { items } from '#console/screens/items.tsx'

const keyOf = keyBy(ORDER_FIELDS)
const screen = {
  openedBy: ['internal_id'],
  identity: ORDER_FIELDS,
  lastingId: 'internal_id',
} as const

function order(status: string, location: string, internal_id: number | null = 7): SalesOrder {
  return { name: 'Acme', status, location, internal_id, details: [] }
}

test('an order is found by its id when its status has changed since', () => {
  const rows = [order('Billed', 'Main', 8), order('Billed', 'Main')]
  expect(rowNamed({ rows, keyOf }, screen, keyOf(order('Pending', 'Main')))).toBe(rows[1])
})

test('of the rows of one order, the one at the location of the address is meant', () => {
  const rows = [order('Billed', 'Main'), order('Billed', 'Annex')]
  expect(rowNamed({ rows, keyOf }, screen, keyOf(order('Pending', 'Annex')))).toBe(rows[1])
})

test('a name in an address is never an id, although another row has this id', () => {
  const rows = [
    { id: '4711', name: 'WIDGET', upc_code: '012345678905' },
    { id: '88', name: '4711', upc_code: null },
  ]
  const found = (name: string) => rowNamed({ rows, keyOf: keyBy(['id']) }, items, name)
  expect(found('4711')).toBe(rows[0])
  expect(found(addressOfName('4711'))).toBe(rows[1])
  expect(found(addressOfName('widget'))).toBe(rows[0])
  expect(found(addressOfName('0012345678905'))).toBe(rows[0])
  expect(found(addressOfName('88'))).toBeUndefined()
})

test('an order without an id is not taken for another one without an id', () => {
  const rows = [order('Billed', 'Main', null)]
  expect(rowNamed({ rows, keyOf }, screen, keyOf(order('Pending', 'Main', null)))).toBeUndefined()
})
