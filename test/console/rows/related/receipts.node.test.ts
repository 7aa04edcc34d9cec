/** What was received of a shipment or an item, as its page tells it. */
import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { type InboundRow, receivedIn, receivedQuantityOf } from '#console/rows/inbound.ts'
import { ofItem, ofShipment, receiptsAbout } from '#console/rows/related/receipts-about.ts'

const receipt = (id: number, data: object, ...items: object[]): Row => ({
  id,
  created_at: `2026-11-0${String(id)}T08:00:00Z`,
  inbound_data: { ...data, itemData: items },
})
const found = (rows: readonly Row[], isOf: (row: InboundRow) => boolean) =>
  runSync(receiptsAbout(rows, isOf, 10)).receipts
const ids = (rows: readonly Row[], isOf: (row: InboundRow) => boolean) =>
  found(rows, isOf).map(({ id }) => id)

describe('the receipts of a shipment', () => {
  const rows = [
    receipt(1, { inboundShipmentId: '5' }, { itemName: 'BOLT' }),
    receipt(2, { inboundShipmentId: 'SHIP5' }, { itemName: 'BOLT' }),
    receipt(3, {}, { itemName: 'BOLT' }),
    receipt(4, { inboundShipmentId: '' }, { itemName: 'BOLT' }),
  ]

  test('name its id or its number', () => {
    expect(ids(rows, ofShipment('5', 'SHIP5'))).toEqual([2, 1])
  })

  test('are none of those that name no shipment, if it has no number', () => {
    expect(ids(rows, ofShipment('5', ''))).toEqual([1])
    expect(ids(rows, ofShipment('', ''))).toEqual([])
  })
})

describe('the receipts of an item', () => {
  const rows = [
    receipt(1, {}, { itemId: '7', itemName: 'BOLT' }),
    receipt(2, {}, { itemName: 'BOLT' }),
    receipt(3, {}, { itemId: '8', itemName: 'BOLT' }),
    receipt(4, {}),
    receipt(5, {}, { upcCode: '4006381333931' }),
  ]

  test('receipts match an item by id, or by name if they carry no id', () => {
    expect(ids(rows, ofItem('7', 'BOLT'))).toEqual([2, 1])
  })

  test('are none of those that name no item, if it has no name', () => {
    expect(ids(rows, ofItem('7', ''))).toEqual([1])
  })
})

test.each([
  [{ enteredQuantity: 5, quantityReceived: 20 }, 20],
  [{ enteredQuantity: 5, quantityReceived: '20' }, 20],
  [{ enteredQuantity: 5 }, 5],
  [{ enteredQuantity: 5, quantityReceived: 'many' }, 5],
  [{}, null],
])('a receipt with %o has received %s, on its own page and on others', (quantities, received) => {
  const [row] = found([receipt(1, {}, { itemName: 'BOLT', ...quantities })], () => true)
  if (!row) throw new Error('no row')
  expect(receivedQuantityOf(row)).toBe(received)
  expect(receivedIn(row).map(({ quantity }) => quantity)).toEqual([received])
})
