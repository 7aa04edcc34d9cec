/** NetSuite may end an answer early. A balance that is missing from a reading after a booking may still be there. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { markStaleStock, staleItems } from '#server/db/mirror/stale-stock.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const BINS = [1, 2, 3, 4, 5, 6] as const

let app: ErpApp

beforeEach(async () => {
  const warehouse = smallWarehouse()
  for (const binnumber of BINS)
    warehouse.add('inventorybalance', { item: 5, location: 1, binnumber, quantityonhand: 4 })
  warehouse.add('inventorybalance', { item: 6, location: 1, binnumber: 1, quantityonhand: 9 })
  app = await erpApp({ warehouse })
  await app.pull('binStock')
  app.netsuite.requests.reset()
})

afterEach(() => app.close())

/** The bins of an item, as the server lists them. */
async function binsOf(item: number): Promise<number[]> {
  const rows = JSON.parse((await listRecords(app.context.db, 'binStock')).json) as Row[]
  return rows
    .filter(({ item_id }) => item_id === String(item))
    .map(({ bin_id }) => Number(bin_id))
    .toSorted((a, b) => a - b)
}

/** As after a booking of these items. */
async function reread(...items: number[]): Promise<void> {
  await markStaleStock(app.context.db, items.map(String), new Date(app.clock.now()))
  app.clock.advance(15_000)
  await app.erp.stock.poll()
}

const due = () => staleItems(app.context.db, 10, app.clock.now())
const asked = () => app.netsuite.requests.byName['inventorybalance'] ?? 0
const endEarly = (match: string | RegExp = 'inventorybalance', times = 1) =>
  app.netsuite.faults.next({ kind: 'early-end', match, times })
/** A request for what comes after a key. */
const BEHIND = / > \d/
const move = (item: number, binnumber: number) =>
  app.warehouse.remove('inventorybalance', { item, location: 1, binnumber })

describe('an answer that ends early', () => {
  test('deletes no balance: the rest is asked for', async () => {
    endEarly()
    await reread(5)
    expect(await binsOf(5)).toEqual([...BINS])
    expect(await due()).toEqual([])
    expect(asked()).toBe(2)
  })

  test('deletes no balance of the items behind it', async () => {
    endEarly()
    await reread(5, 6)
    expect([await binsOf(5), await binsOf(6)]).toEqual([[...BINS], [1]])
    expect(await due()).toEqual([])
  })

  test('leaves the item due if what comes after it ends early too', async () => {
    // Three of six bins, one of the other three, one of the last two, and none of the last one.
    endEarly()
    endEarly(BEHIND, 3)
    await reread(5)
    expect(await binsOf(5)).toEqual([...BINS])
    expect(await due()).toEqual(['5'])
    app.netsuite.faults.clear()
    await app.erp.stock.poll()
    expect(await binsOf(5)).toEqual([...BINS])
    expect(await due()).toEqual([])
  })

  test('deletes nothing of an item whose only balance it left out', async () => {
    endEarly()
    await reread(6)
    expect(await binsOf(6)).toEqual([1])
    expect(await due()).toEqual(['6'])
    await app.erp.stock.poll()
    expect([await binsOf(6), await due()]).toEqual([[1], []])
  })

  test('deletes no balance of an item that has more than a page of them', async () => {
    for (let binnumber = 7; binnumber <= 1_200; binnumber += 1)
      app.warehouse.add('inventorybalance', { item: 5, location: 1, binnumber })
    await app.pull('binStock')
    move(5, 7)
    endEarly(BEHIND)
    await reread(5, 6)
    expect(await binsOf(5)).toHaveLength(1_199)
    expect([await binsOf(6), await due()]).toEqual([[1], []])
  })

  test('keeps only the items due that are in doubt', async () => {
    move(5, 3)
    endEarly()
    endEarly(BEHIND, 5)
    await reread(5, 6)
    expect([await binsOf(5), await binsOf(6), await due()]).toEqual([[1, 2, 4, 5, 6], [1], ['6']])
    app.netsuite.faults.clear()
    await app.erp.stock.poll()
    expect([await binsOf(6), await due()]).toEqual([[1], []])
  })
})

describe('a balance that NetSuite no longer has', () => {
  test.each([1, 3, 6])('is gone once two readings say so: in bin %i', async (bin) => {
    move(5, bin)
    await reread(5, 6)
    expect(await binsOf(5)).toEqual(BINS.filter((one) => one !== bin))
    expect(await binsOf(6)).toEqual([1])
    expect(await due()).toEqual([])
    // What was read, what comes after it, and the second reading.
    expect(asked()).toBe(3)
  })

  test('is gone with its item', async () => {
    move(6, 1)
    await reread(6)
    expect(await binsOf(6)).toEqual([])
    expect(await due()).toEqual([])
  })
})
