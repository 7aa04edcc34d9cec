import { describe, expect, test } from 'vitest'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { createRandom } from '#test/netsuite/random.ts'
import { createSuiteQl } from '#test/netsuite/suiteql/run.ts'
import { runOn } from '#test/netsuite/support/small-account.ts'
import { isTableName, shapeOf, tables } from '#test/netsuite/tables.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

const NOW = Date.UTC(2026, 10, 5, 12)
const now = () => NOW
const tableNames = Object.keys(tables).filter(isTableName)
const warehouse = makeWarehouse({ now })

/** The CPU time of this process, which does not depend on what else runs on the machine. */
function costOf<T>(make: () => T): { readonly made: T; readonly cpu: number } {
  const before = process.cpuUsage()
  const made = make()
  const { user, system } = process.cpuUsage(before)
  return { made, cpu: user + system }
}

function everything(of: Warehouse): string {
  return JSON.stringify(tableNames.map((name) => of.rows(name)))
}

describe('without sizes', () => {
  test('the warehouse has the sizes of a small company', () => {
    const count = (name: (typeof tableNames)[number]): number => warehouse.rows(name).length
    expect(count('location')).toBe(12)
    expect(count('bin')).toBe(800)
    expect(count('item')).toBe(1500)
    expect(count('aggregateitemlocation')).toBe(5000)
    expect(count('inboundshipment')).toBe(60)
    expect(warehouse.rows('transaction').filter(({ type }) => type === 'SalesOrd')).toHaveLength(
      300,
    )
    const lines = runOn(warehouse)(`SELECT COUNT(*) AS n FROM transaction t
      JOIN transactionline l ON l.transaction = t.id
      WHERE t.type = 'SalesOrd' AND l.mainline = 'F' AND l.taxline = 'F'`)
    expect(Number(lines[0]?.['n'])).toBeGreaterThan(800)
    expect(Number(lines[0]?.['n'])).toBeLessThan(1000)
  })

  test('the same seed and clock make the same warehouse, and another seed makes another one', () => {
    expect(everything(makeWarehouse({ now }))).toBe(everything(warehouse))
    expect(everything(makeWarehouse({ now, seed: 2 }))).not.toBe(everything(warehouse))
  })

  test('every row has exactly the columns of its table', () => {
    for (const name of tableNames) {
      const columns = Object.keys(shapeOf(name).columns).toSorted()
      for (const row of warehouse.rows(name)) expect(Object.keys(row).toSorted()).toEqual(columns)
    }
  })

  test('every reference points to a row', () => {
    for (const name of tableNames) {
      const references = Object.entries(shapeOf(name).columns).flatMap(([column, { shows }]) =>
        shows !== undefined && shows !== 'transactionstatus' && isTableName(shows)
          ? [{ column, shows }]
          : [],
      )
      for (const row of warehouse.table(name).rows) {
        for (const { column, shows } of references) {
          const value = row[column] ?? null
          const target = warehouse.table(shows)
          expect(value === null || target.get([value]) !== undefined, `${name}.${column}`).toBe(
            true,
          )
        }
      }
    }
  })

  test('the stock per bin adds up to the stock per location and per item', () => {
    const perLocation = new Map<string, number>()
    for (const row of warehouse.rows('inventorybalance')) {
      const key = `${row.item} ${row.location}`
      perLocation.set(key, (perLocation.get(key) ?? 0) + (row.quantityonhand ?? 0))
    }
    const perItem = new Map<number, number>()
    for (const row of warehouse.rows('aggregateitemlocation')) {
      expect(row.quantityonhand).toBe(perLocation.get(`${row.item} ${row.location}`))
      perItem.set(row.item, (perItem.get(row.item) ?? 0) + (row.quantityonhand ?? 0))
    }
    for (const item of warehouse.rows('item')) {
      expect(item.totalquantityonhand).toBe(perItem.get(item.id) ?? 0)
    }
  })

  test('the warehouse has the edge cases that connectors trip over', () => {
    const numbers = new Set(warehouse.rows('bin').map((bin) => bin.binnumber))
    expect(numbers.size).toBeLessThan(800)
    const stock = warehouse.rows('inventorybalance')
    expect(stock.some((row) => row.binnumber === null)).toBe(true)
    expect(stock.some((row) => row.inventorynumber !== null)).toBe(true)
    expect(stock.some((row) => (row.quantityonhand ?? 0) < 0)).toBe(true)
    expect(stock.some((row) => row.quantityonhand === 0)).toBe(true)
    const places = stock.map((row) => [row.item, row.location, row.binnumber, row.inventorynumber])
    expect(new Set(places.map(String)).size).toBeLessThan(stock.length)
    expect(warehouse.rows('item').some((item) => item.isinactive === 'T')).toBe(true)
    expect(warehouse.rows('item').some((item) => item.upccode === null)).toBe(true)
    expect(warehouse.rows('transaction').some(({ type }) => type === 'PurchOrd')).toBe(true)
  })

  test('UPC codes have twelve digits, the last of which is the check digit', () => {
    for (const { upccode } of warehouse.rows('item')) {
      if (upccode === null) continue
      expect(upccode).toMatch(/^\d{12}$/)
      const weighted = upccode.split('').map((digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1))
      expect(weighted.reduce((sum, value) => sum + value) % 10).toBe(0)
    }
  })

  test('only expected dates are in the future', () => {
    for (const name of tableNames) {
      const columns = Object.keys(shapeOf(name).columns).filter((column) =>
        ['lastmodifieddate', 'createddate', 'trandate', 'shipmentcreateddate'].includes(column),
      )
      for (const row of warehouse.table(name).rows) {
        for (const column of columns) expect(Number(row[column])).toBeLessThanOrEqual(NOW)
      }
    }
  })
})

describe('the queries of the design run on it', () => {
  const run = runOn(warehouse)
  test.each([
    [
      'items in pages of 1000',
      1000,
      `SELECT id, itemid, displayname, upccode, itemtype, isinactive,
              TO_CHAR(lastmodifieddate,'YYYY-MM-DD HH24:MI:SS') AS modified
       FROM item WHERE lastmodifieddate >= TO_DATE('2025-01-01 00:00:00','YYYY-MM-DD HH24:MI:SS')
       ORDER BY id`,
    ],
    [
      'bins',
      800,
      `SELECT id, binnumber, location, BUILTIN.DF(location) AS locationname, memo, isinactive
       FROM bin ORDER BY id`,
    ],
    [
      'stock per location',
      1000,
      `SELECT item, BUILTIN.DF(item) AS itemname, location, BUILTIN.DF(location) AS locationname,
              quantityonhand, quantityavailable
       FROM aggregateitemlocation
       WHERE item > 1005 OR (item = 1005 AND location > 3)
       ORDER BY item, location FETCH NEXT 1000 ROWS ONLY`,
    ],
    [
      'sales orders with lines',
      900,
      `SELECT t.id, t.tranid, t.otherrefnum, t.status, BUILTIN.DF(t.status) AS statusname,
              tl.uniquekey, tl.linesequencenumber, tl.item, BUILTIN.DF(tl.item) AS itemname,
              -tl.quantity AS quantity, tl.location, BUILTIN.DF(tl.location) AS locationname
       FROM transaction t JOIN transactionline tl ON tl.transaction = t.id
       WHERE t.type = 'SalesOrd' AND tl.mainline = 'F' AND tl.taxline = 'F'
         AND t.lastmodifieddate >= TO_DATE('2025-01-01 00:00:00','YYYY-MM-DD HH24:MI:SS')
       ORDER BY t.id, tl.linesequencenumber`,
    ],
    [
      'inbound shipment headers',
      60,
      `SELECT id, shipmentnumber, shipmentstatus, expecteddeliverydate, actualdeliverydate,
              externaldocumentnumber, shipmentcreateddate, lastmodifieddate
       FROM inboundshipment ORDER BY id`,
    ],
  ])('the warehouse answers the query for %s', (_, about, query) => {
    const { length } = run(query)
    expect(length).toBeGreaterThanOrEqual(about * 0.9)
    expect(length).toBeLessThanOrEqual(about * 1.1)
  })
})

describe('with 250,000 rows of stock', () => {
  const small = costOf(() => makeWarehouse({ now, inventory: 25_000 }))
  const { made: large, cpu } = costOf(() => makeWarehouse({ now, inventory: 250_000 }))

  test('the generator takes ten times as long as for 25,000 rows, not a hundred times', () => {
    expect(large.rows('aggregateitemlocation')).toHaveLength(250_000)
    expect(cpu / small.cpu).toBeLessThan(40)
  })

  test('a keyset pull reads each row once, and no page scans the table', () => {
    let looked = 0
    const rows = new Proxy(large.table('aggregateitemlocation').rows, {
      get: (all, place): unknown => {
        if (place !== 'length') looked += 1
        return Reflect.get(all, place)
      },
    })
    const watched: Warehouse = { ...large, table: (name) => ({ ...large.table(name), rows }) }
    const account = { warehouse: watched, now, utcOffsetMinutes: 0, hidden: new Set<string>() }
    const suiteQl = createSuiteQl(account, createRandom(1))
    const expected = large.rows('aggregateitemlocation').map((row) => `${row.item} ${row.location}`)
    const seen: string[] = []
    let [item, location] = ['0', '0']
    for (;;) {
      const { items } = suiteQl(
        `SELECT item, location, quantityonhand FROM aggregateitemlocation
         WHERE item > ${item} OR (item = ${item} AND location > ${location})
         ORDER BY item, location FETCH NEXT 1000 ROWS ONLY`,
        1000,
        0,
      )
      const last = items.at(-1)
      if (!last) break
      for (const row of items) seen.push(`${row['item']} ${row['location']}`)
      item = String(last['item'])
      location = String(last['location'])
    }
    expect(seen).toEqual(expected)
    // If each page scanned the table, the 250 pages would look at thirty million rows.
    expect(looked).toBeLessThan(2 * expected.length)
  })

  test('the generator refuses more rows than there are pairs of item and location', () => {
    expect(() => makeWarehouse({ inventory: 101, items: 10, locations: 10 })).toThrow(RangeError)
  })
})
