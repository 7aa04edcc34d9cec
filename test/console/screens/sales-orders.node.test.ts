import { describe, expect, test } from 'vitest'
import { salesOrders } from '#console/screens/sales-orders.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'

describe('an order', () => {
  const line = { internal_id: 41, name: 'Harbour Goods', transaction_id: 'SO41', status: 'Open' }
  const { table } = salesOrders
  const linesOf = (row: object): ShapedTable => {
    const { details } = salesOrders
    if (!details || !('content' in details)) throw new Error('orders have lines')
    return details.content(row)
  }

  test('an order that ships from two locations is two rows, each with its own lines', () => {
    const { rows, keyOf } = table([
      { ...line, location: 'Main', line_id: 1 },
      { ...line, location: 'Dock', line_id: 2 },
      { ...line, location: 'Main', line_id: 3 },
    ])
    expect(new Set(rows.map(keyOf)).size).toBe(2)
    const inside = rows.map((row) => linesOf(row).rows.length)
    expect(inside).toEqual([2, 1])
  })

  test('the details of an order show the fields of its lines first, one row a line', () => {
    const lines = [1, 2, 3].map((line_id) => ({ ...line, line_id, item: `W-${String(line_id)}` }))
    const [order] = table(lines).rows
    const content = order && linesOf(order)
    expect(content?.columns.map(({ title }) => title).slice(0, 4)).toEqual([
      'Line ID',
      'Item',
      'Created At',
      'Updated At',
    ])
    expect(content?.rows).toEqual(lines)
  })

  test('the details of an order round, right-align and sort quantities as numbers', () => {
    const [order] = table([
      { ...line, line_id: 1, quantity: 2.5, quantity_shipped: '1.20' },
      { ...line, line_id: 2, quantity: '1,200', quantity_shipped: null },
    ]).rows
    const { columns, rows } = linesOf(order ?? {})
    const found = columns.filter(({ id }) => id.startsWith('quantity'))
    expect(found.map(({ title, kind }) => [title, kind])).toEqual([
      ['Quantity', 'quantity'],
      ['Quantity Shipped', 'quantity'],
    ])
    expect(rows.map((row) => found.map(({ text }) => text(row)))).toEqual([
      ['3', '1'],
      ['1200', '-'],
    ])
    expect(rows.map((row) => found.map(({ value }) => value(row)))).toEqual([
      [2.5, 1.2],
      [1200, null],
    ])
  })
})
