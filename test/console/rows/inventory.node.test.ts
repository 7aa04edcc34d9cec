import { describe, expect, test } from 'vitest'
import type { InventoryRow } from '#contract/records/erp.ts'
import {
  aggregateInventory,
  locationsIn,
  quantityAt,
  type InventoryItem,
} from '#console/rows/inventory.ts'
import { quantityOf } from '#console/rows/quantities.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'

const widget = { item: 'W-1', internal_id: 7, item_name: 'Widget' }

describe('inventory', () => {
  test('inventory has one row per item and internal id, with a quantity for each location', () => {
    const rows: InventoryRow[] = [
      { ...widget, location: 'Main', available_quantity: 3.5 },
      { item: 'W-2', internal_id: 8, location: 'Main', available_quantity: 1 },
      { ...widget, location: 'Dock', available_quantity: '2' },
      { ...widget, location: 'Main', available_quantity: 4 },
      { ...widget, internal_id: 9, location: 'Main', available_quantity: 100 },
    ]
    const items = runSync(aggregateInventory(rows))
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
    expect(lying(items[0])).toEqual({ Main: 7.5, Dock: 2 })
  })

  test('the sums of decimals are exact, so that files show and filters find what adds up', () => {
    const at = (location: string, available_quantity: number) => ({
      ...widget,
      location,
      available_quantity,
    })
    const rows = [at('Main', 0.1), at('Main', 0.2), at('Dock', 1.1), at('Yard', -1.4)]
    const [item] = runSync(aggregateInventory(rows))
    expect(lying(item)).toEqual({ Main: 0.3, Dock: 1.1, Yard: -1.4 })
    expect(item?.total_quantity).toBe(0)
  })

  test('an id as a number and the same id as a text are one item', () => {
    const rows = [
      { ...widget, internal_id: 7, location: 'Main', available_quantity: 1 },
      { ...widget, internal_id: '7', location: 'Dock', available_quantity: 1 },
    ]
    expect(runSync(aggregateInventory(rows))).toHaveLength(1)
  })

  test('items whose texts join to the same text stay separate', () => {
    const rows = [
      { item: 'A', internal_id: '1,2' },
      { item: 'A,1', internal_id: '2' },
      { item: 'A","1', internal_id: '2' },
    ]
    expect(runSync(aggregateInventory(rows))).toHaveLength(3)
  })

  test('a location without a name is named by its id', () => {
    const [item] = runSync(
      aggregateInventory([{ ...widget, location_id: 12, available_quantity: 5 }]),
    )
    expect(lying(item)).toEqual({ 12: 5 })
  })

  test('a row without a readable quantity counts as a location without one', () => {
    const [item] = runSync(
      aggregateInventory([{ ...widget, location: 'Main', available_quantity: 'few' }]),
    )
    expect(item).toMatchObject({ total_quantity: 0, locations_count: 1 })
  })

  test('the result is the same built at once and in chunks, for any rows', () => {
    const random = createRandom(11)
    for (let round = 0; round < 50; round += 1) {
      const rows = Array.from({ length: between(random, 0, 400) }, () => randomRow(random))
      const work = aggregateInventory(rows)
      let rests = 0
      let step = work.next()
      for (; !step.done; step = work.next()) rests += 1
      expect(rests).toBeGreaterThanOrEqual(Math.floor(rows.length / 128))
      expect(step.value).toEqual(naiveItems(rows))
    }
  })

  test('no rows make an empty inventory', () => {
    expect(runSync(aggregateInventory([]))).toEqual([])
  })

  test('locations are in natural order', () => {
    const items = runSync(
      aggregateInventory([
        { ...widget, location: 'Dock 10', available_quantity: 1 },
        { ...widget, location: 'Dock 9', available_quantity: 1 },
        { item: 'W-2', location: 'Annex', available_quantity: 1 },
        { item: 'W-3', location: 'Dock 9', available_quantity: 1 },
      ]),
    )
    expect(locationsIn(items).map(({ title }) => title)).toEqual(['Annex', 'Dock 9', 'Dock 10'])
  })

  test('two location ids with one name stay separate and are labelled with their ids', () => {
    const items = runSync(
      aggregateInventory([
        { ...widget, location: 'Main', location_id: 2, available_quantity: 20 },
        { ...widget, location: 'Main', location_id: 1, available_quantity: 1 },
        { ...widget, location: 'Main', location_id: '2', available_quantity: 2 },
        { ...widget, location: 'Main', available_quantity: 300 },
        { ...widget, location: 'Dock', location_id: 3, available_quantity: 4_000 },
        { item: 'W-2', location: 'Dock', available_quantity: 5 },
      ]),
    )
    expect(items.map(lying)).toEqual([
      { Main: 300, 'Main (1)': 1, 'Main (2)': 22, Dock: 4_000 },
      { Dock: 5 },
    ])
    const places = locationsIn(items)
    expect(places.map(({ title }) => title)).toEqual(['Dock', 'Main', 'Main (1)', 'Main (2)'])
    expect(new Set(places.map(({ id }) => id)).size).toBe(4)
  })

  test('an id without a name means the location that has this id elsewhere', () => {
    const items = runSync(
      aggregateInventory([
        { ...widget, location_id: 7, available_quantity: 1 },
        { ...widget, location: 'Main', location_id: '7', available_quantity: 2 },
        { ...widget, location: 'Dock', location_id: 8, available_quantity: 4 },
        { ...widget, location: 'Quay', location_id: 8, available_quantity: 8 },
        { ...widget, location_id: 8, available_quantity: 16 },
      ]),
    )
    expect(items.map(lying)).toEqual([{ Main: 3, Dock: 4, Quay: 8, 8: 16 }])
  })

  test('each location has a column, even if it is named like part of a row or of an object', () => {
    const names = [
      'details',
      'item',
      '__proto__',
      'constructor',
      'total_quantity',
      '',
      'id:1',
      'x (1)',
    ]
    const items = runSync(
      aggregateInventory(
        names.map((location, nth) => ({ ...widget, location, available_quantity: nth })),
      ),
    )
    expect(items).toMatchObject([{ ...widget, internal_id: '7', total_quantity: 28 }])
    const places = locationsIn(items)
    expect(places.map(({ title }) => title).sort()).toEqual([...names].sort())
    expect(new Set(places.map(({ id }) => id)).size).toBe(names.length)
    for (const place of places)
      expect(items[0] && quantityAt(items[0], place)).toBe(names.indexOf(place.title))
  })
})

/** The quantity per location, by column title. */
function lying(item: InventoryItem | undefined): Record<string, number> {
  return Object.fromEntries(
    item?.places.map(({ title }, nth) => [title, item.quantities[nth] ?? 0]) ?? [],
  )
}

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
  test.each(cases)('the quantity of %o is %o', (row, quantity) => {
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

/** A simple implementation that looks at all rows for each item. */
function naiveItems(rows: readonly InventoryRow[]) {
  const text = (value: string | number | boolean | null | undefined) =>
    value === null || value === undefined ? '' : String(value)
  const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
  const keyOf = (row: InventoryRow) => JSON.stringify([text(row.item), text(row.internal_id)])
  const nameOf = ({ location, location_id }: InventoryRow): string => {
    const namesakes = rows.filter((row) => text(row.location_id) === text(location_id))
    const names = distinct(namesakes.map((row) => text(row.location)).filter(Boolean))
    return text(location) || (names.length === 1 ? (names[0] ?? '') : text(location_id))
  }
  const named = rows.map((row) => ({ name: nameOf(row), id: text(row.location_id) }))
  const titleOf = (row: InventoryRow): string => {
    const { name, id } = named[rows.indexOf(row)] ?? { name: '', id: '' }
    const ids = named.filter((other) => other.name === name && other.id !== '')
    return id !== '' && distinct(ids.map((other) => other.id)).length > 1 ? `${name} (${id})` : name
  }
  return distinct(rows.map(keyOf)).map((key) => {
    const details = rows.filter((row) => keyOf(row) === key)
    const titles = distinct(details.map(titleOf))
    const quantities = titles.map((title) =>
      details.reduce((sum, row) => sum + (titleOf(row) === title ? (quantityOf(row) ?? 0) : 0), 0),
    )
    return {
      item: text(details[0]?.item),
      internal_id: text(details[0]?.internal_id),
      item_name: 'Widget',
      total_quantity: quantities.reduce((sum, quantity) => sum + quantity, 0),
      locations_count: titles.length,
      places: titles.map((title) => expect.objectContaining({ title })),
      quantities,
      details,
    }
  })
}
