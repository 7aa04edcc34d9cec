import { expect, test } from 'vitest'
import type { CollectionName, Row } from '#contract/collections.ts'
import { factOf } from '#console/screens/dashboard/cards/card-facts.ts'

/** The fact of a list with these rows. */
function told(collection: CollectionName, rows: readonly Row[]): string | null {
  const fact = factOf(collection)
  const tally = fact?.start()
  rows.forEach((row) => tally?.add(row))
  return fact && tally ? fact.words(tally.total()) : null
}

test('an item has none available when the quantities of all its locations add up to nothing', () => {
  const rows = [
    { item: 'A', internal_id: '1', location: 'WH 1', available_quantity: 0 },
    { item: 'A', internal_id: '1', location: 'WH 2', available_quantity: 4 },
    { item: 'B', internal_id: '2', location: 'WH 1', available_quantity: 3 },
    { item: 'B', internal_id: '2', location: 'WH 2', available_quantity: -3 },
    { item: 'C', internal_id: '3', location: 'WH 1', available_quantity: '0' },
  ]
  expect(told('inventory', rows)).toBe('2 with none available')
})

test('an item without a number for its quantity has none available, like in the list', () => {
  expect(told('inventory', [{ item: 'A', internal_id: '1', location: 'WH 1' }])).toBe(
    '1 with none available',
  )
})

test('an item whose decimals add up to nothing has none available, like in the list', () => {
  const rows = [0.1, 0.2, -0.3].map((available_quantity, nth) => ({
    item: 'A',
    internal_id: '1',
    location: `WH ${String(nth)}`,
    available_quantity,
  }))
  expect(told('inventory', rows)).toBe('1 with none available')
})

test('items are counted that have no UPC, however it is written', () => {
  const rows = [{ id: 1, upc_code: '036000093179' }, { id: 2, upc_code: ' ' }, { id: 3 }]
  expect(told('items', rows)).toBe('2 without UPC')
  expect(told('items', [{ id: 1, upcCode: '036000093179' }])).toBeNull()
})

test('inactive bins are counted', () => {
  const rows = [{ id: 1, inactive_bin: true }, { id: 2, inactive_bin: false }, { id: 3 }]
  expect(told('bins', rows)).toBe('1 inactive')
})

test('an order in several rows is one open order', () => {
  const rows = [
    { id: 1, status: 'Pending Fulfillment', item: 'A' },
    { id: 1, status: 'Pending Fulfillment', item: 'B' },
    { id: 2, status: 'Billed' },
    { id: 3, status: 'Closed' },
    { id: 4, status: 'Cancelled' },
    { id: 5, status: 'Partially Fulfilled' },
    { id: 6, status: null },
  ]
  expect(told('salesOrders', rows)).toBe('2 open')
})

test('a shipment is open until it has arrived or is closed', () => {
  const rows = [
    { id: 1, status: 'In Transit' },
    { id: 2, status: 'Received' },
    { id: 3, status: 'Partially Received' },
    { id: 4, status: 'Closed' },
  ]
  expect(told('inboundShipments', rows)).toBe('2 open')
})

test('a list where nothing stands out has no fact, and admins and records never have one', () => {
  expect(told('bins', [{ id: 1 }])).toBeNull()
  expect(factOf('admins')).toBeNull()
  expect(factOf('binCountRecords')).toBeNull()
})
