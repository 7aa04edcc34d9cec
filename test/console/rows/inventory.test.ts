// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { InventoryRow } from '#contract/records/erp.ts'
import { aggregateInventory, locationNames } from '#console/rows/inventory.ts'
import { quantityOf } from '#console/rows/quantities.ts'
import { atOnce } from '#console/rows/work.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'

const widget = { item: 'W-1', internal_id: 7, item_name: 'Widget' }

describe('inventory', () => {
  test('is one row for each item and internal id, with a quantity for each location', () => {
    const rows: InventoryRow[] = [
      { ...widget, location: 'Main', available_quantity: 3.5 },
      { item: 'W-2', internal_id: 8, location: 'Main', available_quantity: 1 },
      { ...widget, location: 'Dock', available_quantity: '2' },
      { ...widget, location: 'Main', available_quantity: 4 },
      { ...widget, internal_id: 9, location: 'Main', available_quantity: 100 },
    ]
    const items = atOnce(aggregateInventory(rows))
    expect(items.map(({ item, internal_id }) => [item, internal_id])).toEqual([
      ['W-1', '7'],
      ['W-2', '8'],
      ['W-1', '9'],
    ])
    expect(items[0]).toMatchObject({
      item_name: 'Widget',
      total_quantity: 9.5,
      locations_count: 2,
      details: [rows[0], rows[2], rows[3]],
    })
    expect([...(items[0]?.quantities ?? [])]).toEqual([
      ['Main', 7.5],
      ['Dock', 2],
    ])
  })

  test('joins an id that comes as number here and as text there', () => {
    const rows = [
      { ...widget, internal_id: 7, location: 'Main', available_quantity: 1 },
      { ...widget, internal_id: '7', location: 'Dock', available_quantity: 1 },
    ]
    expect(atOnce(aggregateInventory(rows))).toHaveLength(1)
  })

  test('keeps items apart whose texts run into each other', () => {
    const rows = [
      { item: 'A', internal_id: '1,2' },
      { item: 'A,1', internal_id: '2' },
      { item: 'A","1', internal_id: '2' },
    ]
    expect(atOnce(aggregateInventory(rows))).toHaveLength(3)
  })

  test('names a location by its id where it has no name', () => {
    const [item] = atOnce(
      aggregateInventory([{ ...widget, location_id: 12, available_quantity: 5 }]),
    )
    expect([...(item?.quantities ?? [])]).toEqual([['12', 5]])
  })

  test('counts a row without a readable quantity as a place with none', () => {
    const [item] = atOnce(
      aggregateInventory([{ ...widget, location: 'Main', available_quantity: 'few' }]),
    )
    expect(item).toMatchObject({ total_quantity: 0, locations_count: 1 })
  })

  test('is the same made at once and a little at a time, whatever the rows', () => {
    const random = createRandom(11)
    for (let round = 0; round < 50; round += 1) {
      const rows = Array.from({ length: between(random, 0, 2_000) }, () => randomRow(random))
      const work = aggregateInventory(rows)
      let rests = 0
      let step = work.next()
      for (; !step.done; step = work.next()) rests += 1
      expect(rests).toBeGreaterThanOrEqual(Math.floor(rows.length / 128))
      expect(step.value).toEqual(naiveItems(rows))
    }
  })

  test('of nothing is nothing', () => {
    expect(atOnce(aggregateInventory([]))).toEqual([])
  })

  test('has its locations in the order a person counts in', () => {
    const items = atOnce(
      aggregateInventory([
        { ...widget, location: 'Dock 10', available_quantity: 1 },
        { ...widget, location: 'Dock 9', available_quantity: 1 },
        { item: 'W-2', location: 'Annex', available_quantity: 1 },
        { item: 'W-3', location: 'Dock 9', available_quantity: 1 },
      ]),
    )
    expect(locationNames(items)).toEqual(['Annex', 'Dock 9', 'Dock 10'])
  })
})

describe('the quantity of a row', () => {
  const cases: readonly [row: InventoryRow, quantity: number | null][] = [
    [{ available_quantity: 1, quantity_available: 2, available: 3, total_available: 4 }, 1],
    [{ quantity_available: 2, available: 3, total_available: 4 }, 2],
    [{ available: 3, total_available: 4 }, 3],
    [{ total_available: 4 }, 4],
    [{ available_quantity: null, available: '5.5' }, 5.5],
    [{ available_quantity: '', total_available: 0 }, 0],
    [{ available_quantity: 'n/a', quantity_available: -2 }, -2],
    [{}, null],
  ]
  test.each(cases)('%o is %o', (row, quantity) => {
    expect(quantityOf(row)).toBe(quantity)
  })
})

function randomRow(random: Random): InventoryRow {
  return {
    item: pick(random, ['A', 'B', 'C', '', null, '1']),
    internal_id: pick(random, [1, '1', 2, '', null]),
    item_name: 'Widget',
    location: pick(random, ['Main', 'Dock', '', null, '7']),
    location_id: pick(random, [7, '8', null]),
    available_quantity: pick(random, [between(random, -5, 50), '2', 'few', null]),
    total_available: pick(random, [3, null]),
  }
}

/** The same by looking at all rows for each item. */
function naiveItems(rows: readonly InventoryRow[]) {
  const text = (value: string | number | boolean | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const keyOf = (row: InventoryRow) => JSON.stringify([text(row.item), text(row.internal_id)])
  return [...new Set(rows.map(keyOf))].map((key) => {
    const details = rows.filter((row) => keyOf(row) === key)
    const places = details.map((row) => text(row.location) || text(row.location_id))
    const quantities = new Map(
      [...new Set(places)].map((place) => [
        place,
        details.reduce(
          (sum, row, nth) => sum + (places[nth] === place ? (quantityOf(row) ?? 0) : 0),
          0,
        ),
      ]),
    )
    return {
      item: text(details[0]?.item),
      internal_id: text(details[0]?.internal_id),
      item_name: 'Widget',
      total_quantity: [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0),
      locations_count: quantities.size,
      quantities,
      details,
    }
  })
}
