import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { listKey } from '#contract/lists.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, aTransfer, sendRecord } from '#test/support/floor.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

let app: ErpApp
afterEach(() => app.close())

async function open(): Promise<void> {
  const warehouse = smallWarehouse()
  warehouse.load('inventorystatus', [
    { id: 1, name: 'Good' },
    { id: 2, name: 'Damaged' },
  ])
  warehouse.load('inventorynumber', [{ id: 9, inventorynumber: 'LOT-9', item: 6 }])
  const good = { inventorystatus: 1, quantityavailable: 2 }
  warehouse.add('inventorybalance', {
    item: 5,
    location: 1,
    binnumber: 1,
    quantityonhand: 4,
    ...good,
  })
  warehouse.add('inventorybalance', { item: 5, location: 1, quantityonhand: 3, ...good })
  const lot = { inventorynumber: 9, inventorystatus: 2, quantityonhand: -1 }
  warehouse.add('inventorybalance', { item: 6, location: 2, binnumber: 2, ...lot })
  app = await erpApp({ warehouse })
}

async function listed(query = ''): Promise<Row[]> {
  const endpoint = listEndpoint('binStock')
  const { body, status } = await call(
    app.app,
    { ...endpoint, path: `${endpoint.path}${query}` },
    { token: app.token },
  )
  expect(status).toBe(200)
  return (body['data'] as Row[]).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

const idOf = (row: Row): string => listKey('binStock', row) ?? ''

/** How much of an item lies in a bin, as the server says. */
async function onHand(item: number, bin: number): Promise<unknown> {
  return (await listed()).find(
    ({ item_id, bin_id }) => item_id === String(item) && bin_id === String(bin),
  )
}

const asked = () =>
  app.netsuite.requests.log.filter(({ query }) => query?.includes('inventorybalance'))

describe('stock by bin', () => {
  beforeEach(open)

  test('a pull brings every balance, also without bin, lot or status', async () => {
    expect((await app.pull('binStock')).body).toMatchObject({ added: 3, total: 3, refused: 0 })
    expect(await listed()).toMatchObject([
      { item_id: '5', bin_id: null, bin_number: null, on_hand: 3 },
      {
        item_id: '5',
        item_name: 'BOLT',
        location_id: '1',
        location: 'WH 1',
        bin_id: '1',
        bin_number: 'A-01',
        inventory_number: null,
        status: 'Good',
        on_hand: 4,
        available: 2,
      },
      {
        item_id: '6',
        inventory_number_id: '9',
        inventory_number: 'LOT-9',
        status: 'Damaged',
        on_hand: -1,
      },
    ])
  })

  test('an account without lots and statuses gives its balances without them', async () => {
    for (const column of ['inventorynumber', 'inventorystatus'])
      app.netsuite.faults.hidden.add(`inventorybalance.${column}`)
    expect((await app.pull('binStock')).body).toMatchObject({ added: 3, refused: 0 })
    expect((await listed()).map(idOf)).toEqual(['5|1|-|-|-', '5|1|1|-|-', '6|2|2|-|-'])
  })

  test('only what differs is told to a client that has the list', async () => {
    await app.pull('binStock')
    const { seq, epoch } = await stateOf(app.context.db, 'binStock')
    const row = app.warehouse.find('inventorybalance', { item: 5, location: 1, binnumber: 1 })
    app.warehouse.change('inventorybalance', row ?? {}, { quantityonhand: 9 })
    await app.pull('binStock')
    expect(await listed(`?since=${String(seq)}&epoch=${epoch}`)).toMatchObject([{ on_hand: 9 }])
  })
})

describe('after a booking', () => {
  beforeEach(async () => {
    await open()
    for (const list of ['locations', 'bins', 'items', 'binStock'] as const) await app.pull(list)
    app.netsuite.requests.reset()
  })

  /** Books a record, and reads what it changed. */
  async function booked(kind: 'binAdjustmentRecords' | 'binTransfer', body: Row): Promise<void> {
    const scanner = await aScanner(app)
    expect((await sendRecord(app, scanner, kind, body)).status).toBe(201)
    await app.erp.poll()
    app.clock.advance(15_000)
    await app.erp.stock.poll()
  }

  test('its balances are read again with one request, and carry the time', async () => {
    await booked('binAdjustmentRecords', anAdjustment('c-1'))
    expect(asked()).toHaveLength(1)
    expect(await onHand(5, 1)).toMatchObject({
      on_hand: 7,
      as_of: new Date(app.clock.now()).toISOString(),
    })
    await app.erp.stock.poll()
    expect(asked()).toHaveLength(1)
  })

  test('a transfer moves the balance of both bins', async () => {
    await booked('binTransfer', aTransfer('c-2'))
    const here = await listed()
    const truth = app.warehouse.rows('inventorybalance').filter(({ item }) => item === 5)
    expect(here.filter(({ item_id }) => item_id === '5')).toHaveLength(truth.length)
    for (const { binnumber, quantityonhand } of truth)
      expect(here).toContainEqual(
        expect.objectContaining({
          item_id: '5',
          bin_id: binnumber === null ? null : String(binnumber),
          on_hand: quantityonhand,
        }),
      )
  })

  test('a balance that NetSuite no longer has is gone', async () => {
    app.warehouse.remove('inventorybalance', { item: 5, location: 1, binnumber: null })
    await booked('binAdjustmentRecords', anAdjustment('c-3'))
    expect((await listed()).map(idOf)).toEqual(['5|1|1|-|1', '6|2|2|9|2'])
  })

  test('what could not be read stays due', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: 'inventorybalance' })
    await booked('binAdjustmentRecords', anAdjustment('c-4'))
    expect(await onHand(5, 1)).toMatchObject({ on_hand: 4 })
    await app.erp.stock.poll()
    expect(await onHand(5, 1)).toMatchObject({ on_hand: 7 })
  })

  test('a pull that began before the booking does not bring the older balance back for good', async () => {
    // The first page has the item, and the pull waits for the second one.
    for (let binnumber = 100; binnumber < 1_200; binnumber += 1)
      app.warehouse.add('inventorybalance', { item: 6, location: 2, binnumber })
    const release = app.netsuite.faults.hold({ match: / > \d/, times: 1 })
    const pulling = app.pull('binStock')
    await expect.poll(() => app.netsuite.faults.pending()).toBe(0)
    await booked('binAdjustmentRecords', anAdjustment('c-5'))
    release()
    expect((await pulling).body).toMatchObject({ refused: 0 })
    expect(await onHand(5, 1)).toMatchObject({ on_hand: 4 })
    app.clock.advance(15_000)
    await app.erp.stock.poll()
    expect(await onHand(5, 1)).toMatchObject({ on_hand: 7 })
  })
})
