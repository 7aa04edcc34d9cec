import { describe, expect, test } from 'vitest'
import { runSync } from '#console/rows/chunked-task.ts'
import { balancesOf } from '#console/rows/related/balances.ts'
import { itemsOf, openLines } from '#console/rows/related/order-lines.ts'
import { recordsAbout } from '#console/rows/related/records-about.ts'

describe('balances', () => {
  const at = (item: string, bin: string | null, on_hand: number) => ({
    item_id: item,
    location_id: '1',
    bin_id: bin,
    on_hand,
    available: on_hand,
  })

  test('balances are listed fullest first, with totals and without empty ones', () => {
    const rows = [
      at('1', 'a', 2),
      at('2', 'a', 9),
      at('1', 'b', 0),
      at('1', null, 5),
      at('1', 'c', -1),
    ]
    const found = runSync(balancesOf(rows, 'item_id', '1'))
    expect(found.rows.map(({ bin_id }) => bin_id)).toEqual([null, 'a', 'c'])
    expect(found).toMatchObject({ filled: 3, empty: 1, onHand: 6, items: 1 })
    expect(runSync(balancesOf(rows, 'bin_id', 'a'))).toMatchObject({ onHand: 11, items: 2 })
  })

  test('the totals of decimals are exact, so that they round like those of the lists', () => {
    const rows = [at('1', 'a', 4.35), at('1', 'b', 0.1), at('1', 'c', 0.05)]
    const { onHand, available } = runSync(balancesOf(rows, 'item_id', '1'))
    expect([onHand, available]).toEqual([4.5, 4.5])
  })
})

describe('open order lines', () => {
  const line = {
    internal_id: '100',
    line_id: '1',
    transaction_id: 'SO1',
    item_id: '7',
    item: 'BOLT',
  }
  const found = (row: object) =>
    runSync(openLines([{ ...line, ...row }], () => true, 10)).lines.length

  test.each([
    ['Pending Fulfillment', 5, 0, 1],
    ['Partially Fulfilled', 5, 2, 1],
    ['Partially Fulfilled', 5, 5, 0],
    ['Pending Billing/Partially Fulfilled', 5, 1, 1],
    ['Billed', 5, 0, 0],
    ['Closed', 5, 0, 0],
    ['Cancelled', 5, 0, 0],
  ])(
    'of an order that is %s, with %i ordered and %i shipped: %i',
    (status, quantity, quantity_shipped, count) => {
      expect(found({ status, quantity, quantity_shipped })).toBe(count)
    },
  )

  test('an order names each of its items once', () => {
    expect(itemsOf([line, { ...line, line_id: '2' }, { id: 1 }])).toEqual([
      { item: 'BOLT', itemId: '7' },
    ])
  })
})

describe('records', () => {
  const count = (id: number, fields: object) => ({
    id,
    created_at: `2026-11-0${String(id)}T08:00:00Z`,
    ...fields,
  })
  const items = (item: object) => ({ bin_data: [{ item_data: [item] }] })
  const ids = (rows: object[], about: Parameters<typeof recordsAbout>[2]) =>
    runSync(recordsAbout(rows as never[], 'count', about, 3)).records.map(({ report }) => report.id)

  test('of an item are found by its id, and by its name only where they do not say the id', () => {
    const rows = [
      count(1, items({ item_internal_id: '7', item_name: 'BOLT', quantity: 1 })),
      count(2, items({ item_name: 'bolt', quantity: 1 })),
      count(3, items({ item_internal_id: '8', item_name: 'BOLT', quantity: 1 })),
    ]
    expect(ids(rows, { kind: 'item', id: '7', names: ['BOLT'] })).toEqual([2, 1])
  })

  test('of an item are found by its UPC code as scanned, with the zeros that longer forms add', () => {
    const rows = [count(1, items({ item_number: '0012345678905', quantity: 1 }))]
    expect(ids(rows, { kind: 'item', id: '7', names: ['BOLT', '012345678905'] })).toEqual([1])
  })

  test('of a record with lines about several bins, each bin has its own', () => {
    const item_data = [
      { item_name: 'BOLT', quantity: 3, bin_number: 'A-01' },
      { item_name: 'BOLT', quantity: 5, bin_number: 'B-01' },
      { item_name: 'NUT', quantity: 7, bin_number: 'A-01', location: 'Annex' },
      { item_name: 'NUT', quantity: 9 },
    ]
    const rows = [count(1, { bin_id: '30', bin_name: 'A-01', item_data })]
    const quantities = (id: string, number: string, location: string) => {
      const about = { kind: 'bin', id, names: [number], location } as const
      const { records } = runSync(recordsAbout(rows as never[], 'count', about, 3))
      return records.map(({ lines }) => lines.map(({ quantity }) => quantity))
    }
    expect(quantities('30', 'A-01', 'Main')).toEqual([[3, 9]])
    expect(quantities('31', 'B-01', 'Main')).toEqual([[5]])
    expect(quantities('32', 'A-01', 'Annex')).toEqual([[7]])
    expect(quantities('33', 'A-01', 'Yard')).toEqual([])
  })

  test('of a bin are found by its id, because locations share bin numbers', () => {
    const rows = [
      count(1, { bin_id: '30', bin_name: 'A-01' }),
      count(2, { bin_id: '31', bin_name: 'A-01' }),
      count(3, { bin_name: 'A-01' }),
    ]
    expect(ids(rows, { kind: 'bin', id: '30', names: ['A-01'] })).toEqual([3, 1])
  })
})
