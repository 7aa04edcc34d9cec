import { describe, expect, test } from 'vitest'
import type { SalesOrderRow } from '#contract/records/erp.ts'
import { groupSalesOrders } from '#console/rows/sales-orders.ts'
import { runSync } from '#console/rows/chunked-task.ts'

describe('sales orders', () => {
  const order: SalesOrderRow = {
    name: 'Harbour Goods',
    status: 'Pending Fulfillment',
    location: 'Main',
    ponumber: 'PO-1',
    ship_from: 'Main',
    internal_id: 41,
    reference_1: 'R',
    transaction_id: 'SO41',
    shipping_address: '1 Pier Road',
  }

  test('sales orders are grouped from their lines, in order of first appearance', () => {
    const lines: SalesOrderRow[] = [
      { ...order, line_id: 1, item: 'W-1' },
      { ...order, internal_id: 42, line_id: 1 },
      { ...order, line_id: 2, item: 'W-2' },
    ]
    const orders = runSync(groupSalesOrders(lines))
    expect(orders.map(({ internal_id, details }) => [internal_id, details.length])).toEqual([
      [41, 2],
      [42, 1],
    ])
    expect(orders[0]).toEqual({ ...order, details: [lines[0], lines[2]] })
  })

  test.each(Object.keys(order))('orders are different if their %s differs', (field) => {
    expect(runSync(groupSalesOrders([order, { ...order, [field]: 'other' }]))).toHaveLength(2)
  })

  test('orders are the same if only their lines or times differ, or a field is missing or null', () => {
    const lines = [
      { ...order, ponumber: null, created_at: '2026-05-11' },
      { ...order, ponumber: undefined, created_at: '2026-05-12', quantity: 3 },
    ]
    expect(runSync(groupSalesOrders(lines))).toHaveLength(1)
  })

  test('lines that read the same are one order, whether ids are numbers or texts and what is missing is null or empty', () => {
    const lines = [
      { ...order, ponumber: null },
      { ...order, internal_id: '41', ponumber: '' },
    ]
    expect(runSync(groupSalesOrders(lines))).toEqual([{ ...lines[0], details: lines }])
  })

  test('no lines make no orders', () => {
    expect(runSync(groupSalesOrders([]))).toEqual([])
  })
})
