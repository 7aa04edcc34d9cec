import { describe, expect, test } from 'vitest'
import { collectionNames, type CollectionName, type Row } from '#contract/collections.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { headOf, parseHead, type Head } from '#console/data/device/snapshot-format.ts'
import { aggregateInventory } from '#console/rows/inventory.ts'
import { readReports } from '#console/rows/reports.ts'
import { groupSalesOrders } from '#console/rows/sales-orders.ts'
import { runSync } from '#console/rows/chunked-task.ts'

const LARGEST_PAGE = Math.max(...PAGE_SIZES)
const ITEMS = 1_500
const MANY = ITEMS * 4
const TIMES = { etag: null, asOf: null, fetchedAt: 1 }

/** The rows of an item and of an order are spread over four quarters of the list. */
const scattered = Array.from({ length: MANY }, (_, nth): Row => {
  const item = nth % ITEMS
  const location = `WH ${String(Math.floor(nth / ITEMS))}`
  return { item: `W-${String(item)}`, internal_id: item, location, available_quantity: 1 }
})

const headFor = (name: CollectionName, rows: readonly Row[]): Head =>
  runSync(headOf(name, { ...TIMES, rows: [...rows] }))
const firstOf = <T>(rows: readonly T[]): readonly T[] => rows.slice(0, LARGEST_PAGE)

describe('the head of a long list', () => {
  test('the head holds the largest first page and the number of rows', () => {
    const { rows, lines, of } = headFor('items', scattered)
    expect(rows).toEqual(firstOf(scattered))
    expect(lines).toEqual({ here: LARGEST_PAGE, of: MANY })
    expect(of).toBe(MANY)
  })

  test('the head makes the same first items of an inventory as all of its rows', () => {
    const { rows, lines } = headFor('inventory', scattered)
    const items = runSync(aggregateInventory(rows))
    expect(items).toEqual(firstOf(runSync(aggregateInventory(scattered))))
    expect(items[0]).toMatchObject({ total_quantity: 4, locations_count: 4 })
    expect(lines).toEqual({ here: LARGEST_PAGE, of: ITEMS })
  })

  test('the head holds the first items in natural order, whatever the order of the list', () => {
    const { rows, sortedBy } = headFor('inventory', scattered.toReversed())
    const items = runSync(aggregateInventory(rows)).map(({ item }) => item)
    const counted = Array.from({ length: LARGEST_PAGE }, (_, nth) => `W-${String(nth)}`)
    expect(new Set(items)).toEqual(new Set(counted))
    expect(sortedBy).toBe('item')
  })

  test('the head makes the same first sales orders as all lines', () => {
    const lines = Array.from({ length: MANY }, (_, nth) => ({
      internal_id: nth % ITEMS,
      name: 'Harbour Goods',
      line_id: nth,
    }))
    const head = headFor('salesOrders', lines)
    const orders = runSync(groupSalesOrders(head.rows))
    expect(orders).toEqual(firstOf(runSync(groupSalesOrders(lines))))
    expect(head.lines).toEqual({ here: LARGEST_PAGE, of: ITEMS })
  })

  test.each(['binCountRecords', 'binAdjustmentRecords', 'binTransfer'] as const)(
    'the head makes the same first rows of %s as all records: the newest, in any order of the list',
    (name) => {
      const records = Array.from({ length: MANY }, (_, id) => {
        const minute = (id * 7_919) % MANY
        return id % 9 === 0 ? { id } : { id, created_at: new Date(minute * 60_000).toISOString() }
      })
      const idsOf = (rows: readonly Row[]) =>
        runSync(readReports(rows, 'count')).map(({ id }) => id)
      const { rows, lines } = headFor(name, records)
      expect(idsOf(rows)).toEqual(firstOf(idsOf(records)))
      expect(lines).toEqual({ here: LARGEST_PAGE, of: MANY })
    },
  )

  test('the head leaves out a group that is too large rather than a part of it', () => {
    const few = scattered.map((row, nth) => ({ ...row, item: 'W', internal_id: nth % 5 }))
    const { rows, lines } = headFor('inventory', few)
    expect(lines).toEqual({ here: 1, of: 5 })
    expect(rows).toHaveLength(MANY / 5)
    const one = headFor(
      'inventory',
      scattered.map((row) => ({ ...row, item: 'W', internal_id: 1 })),
    )
    expect(one).toMatchObject({ rows: [], lines: { here: 0, of: 1 }, of: MANY })
  })

  test.each(collectionNames)('the head of %s is read as it was written', (name) => {
    for (const rows of [scattered, scattered.slice(0, 3)]) {
      const head = headFor(name, rows)
      expect(parseHead(name, JSON.parse(JSON.stringify(head)))).toEqual(head)
    }
  })

  test('a head by an older console has row counts only if each record is a row of the screen', () => {
    const older = { ...TIMES, rows: scattered.slice(0, 1_000), of: MANY }
    expect(parseHead('items', older)?.lines).toEqual({ here: 1_000, of: MANY })
    expect(parseHead('inventory', older)).toEqual(older)
    expect(parseHead('salesOrders', older)).toEqual(older)
  })
})
