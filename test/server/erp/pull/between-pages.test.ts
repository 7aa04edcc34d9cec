/**
 * Rows that are added, changed or deleted while a collection is read are right after the next pull (issue
 * 9).
 */
import { afterEach, expect, test } from 'vitest'
import { type PulledCollection, pulledCollections, type Row } from '#contract/collections.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { createWarehouse, type Warehouse } from '#test/netsuite/warehouse.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const MINUTE_MS = 60_000
const START = Date.UTC(2026, 4, 1)
/** A little over one page. */
const ROWS = 1_010
/** NetSuite refuses logins of clocks that differ by more than five minutes. */
const SKEW_MS = 4 * MINUTE_MS

/** The rows of a collection, by numbers. */
interface Rows {
  readonly add: (nth: number, value: number, modified?: { lastmodifieddate: number }) => unknown
  readonly change: (nth: number, value: number) => unknown
  readonly remove: (nth: number) => unknown
  /** Number and value of a row of the list. */
  readonly read: (row: Row) => [nth: unknown, value: unknown]
}

const AREAS: Record<PulledCollection, (warehouse: Warehouse) => Rows> = {
  locations: (warehouse) => ({
    add: (id, value) => warehouse.add('location', { id, name: String(value) }),
    change: (id, value) => warehouse.change('location', id, { name: String(value) }),
    remove: (id) => warehouse.remove('location', id),
    read: ({ id, name }) => [id, name],
  }),
  bins: (warehouse) => ({
    add: (id, value) => warehouse.add('bin', { id, binnumber: `B-${id}`, memo: String(value) }),
    change: (id, value) => warehouse.change('bin', id, { memo: String(value) }),
    remove: (id) => warehouse.remove('bin', id),
    read: ({ id, memo }) => [id, memo],
  }),
  items: (warehouse) => ({
    add: (id, value, more) => warehouse.add('item', { id, itemid: String(value), ...more }),
    change: (id, value) => warehouse.change('item', id, { itemid: String(value) }),
    remove: (id) => warehouse.remove('item', id),
    read: ({ id, name }) => [id, name],
  }),
  inventory: (warehouse) => {
    const table = 'aggregateitemlocation'
    const at = (item: number) => ({ item, location: 1 })
    return {
      add: (item, value) => warehouse.add(table, { ...at(item), quantityavailable: value }),
      change: (item, value) => warehouse.change(table, at(item), { quantityavailable: value }),
      remove: (item) => warehouse.remove(table, at(item)),
      read: (row) => [row['item_id'], row['available_quantity']],
    }
  },
  salesOrders: (warehouse) => {
    const table = 'transactionline'
    const line = (transaction: number) => ({ transaction, id: 1 })
    return {
      add: (id, value, more) => {
        const numbers = { linesequencenumber: 1, uniquekey: id }
        warehouse.add('transaction', { id, type: 'SalesOrd' })
        warehouse.add(table, { ...line(id), ...numbers, quantity: -value })
        if (more) warehouse.change('transaction', id, more)
      },
      change: (id, value) => warehouse.change(table, line(id), { quantity: -value }),
      remove: (id) => warehouse.remove('transaction', id),
      read: (row) => [row['internal_id'], row['quantity']],
    }
  },
  inboundShipments: (warehouse) => ({
    add: (id, value, more) =>
      warehouse.add('inboundshipment', { id, shipmentnumber: String(value), ...more }),
    change: (id, value) =>
      warehouse.change('inboundshipment', id, { shipmentnumber: String(value) }),
    remove: (id) => warehouse.remove('inboundshipment', id),
    read: (row) => [row['id'], row['shipment_number']],
  }),
}

/** NetSuite reports when these were changed, so the second pull reads only changes. */
const DATED: readonly PulledCollection[] = ['items', 'salesOrders', 'inboundShipments']

let app: ErpApp
afterEach(() => app.close())

test.each([
  ...pulledCollections.map((area) => [area, -SKEW_MS] as const),
  ['items', SKEW_MS] as const,
])(
  'rows of %s are right after the next pull, with the clock of NetSuite %i ms ahead of ours',
  async (area, skewMs) => {
    let now = () => START
    const warehouse = createWarehouse(() => now())
    const rows = AREAS[area](warehouse)
    const wanted = new Map<string, string>()
    const known =
      <T extends unknown[]>(work: (nth: number, value: number, ...more: T) => unknown) =>
      (nth: number, value: number, ...more: T) => {
        work(nth, value, ...more)
        wanted.set(String(nth), String(value))
      }
    const [add, change] = [known(rows.add), known(rows.change)]
    const remove = (nth: number) => {
      rows.remove(nth)
      wanted.delete(String(nth))
    }
    // Two have a change time in the future, by the clock of NetSuite.
    const inFuture = { lastmodifieddate: START + 365 * 24 * 60 * MINUTE_MS }
    for (let nth = 1; nth <= ROWS; nth += 1) add(nth, 1, nth < 3 ? inFuture : undefined)
    app = await erpApp({ warehouse })
    now = () => app.clock.now() + skewMs

    const release = app.netsuite.faults.hold({ match: / > \d/, times: 1 })
    const first = app.pull(area)
    await expect.poll(app.netsuite.faults.pending).toBe(0)
    // Among rows that were read already, and among those that follow.
    for (const nth of [2, 10, ROWS]) change(nth, 2)
    for (const nth of [1, 11, ROWS - 1]) remove(nth)
    add(ROWS + 1, 3)
    release()
    expect((await first).body).toMatchObject({ result: 'success' })

    app.netsuite.requests.reset()
    expect((await app.pull(area)).body).toMatchObject({ result: 'success' })
    const asked = app.netsuite.requests.log.map(({ query }) => query ?? '')
    const isWhole = !asked.some((query) => query.includes('lastmodifieddate >='))
    expect(isWhole).toBe(!DATED.includes(area))
    const { json } = await listRecords(app.context.db, area)
    const found = (JSON.parse(json) as Row[]).map((row) => rows.read(row).map(String))
    expect(found).toHaveLength(wanted.size)
    expect(new Map(found as [string, string][])).toEqual(wanted)
  },
)
