// Lots, serial numbers, statuses and units: checked at the device, and booked in the inventory detail.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { bookingChoices } from '#server/db/schema/floor.ts'
import { anAccount } from '#test/server/erp/booking/model/numbered-account.ts'
import { sendRecord } from '#test/support/floor.ts'
import type { Answered } from '#test/support/server/clients/call.ts'
import { bookingApp, type BookingApp } from '#test/support/server/booking-app.ts'

let app: BookingApp
beforeAll(async () => {
  app = await bookingApp(anAccount(), { location: 'Main' })
})
afterAll(() => app.close())
beforeEach(() => app.warehouse.records.clear())

function adjust(line: Row): Promise<Answered> {
  return app.send('binAdjustmentRecords', {
    item_data: [{ quantity: 1, bin_number: 'A', ...line }],
  })
}

const numberOf = (id: number | undefined) =>
  app.warehouse.find('inventorynumber', id ?? 0)?.inventorynumber

describe('a lot', () => {
  test('a lot that comes into the stock is made by its number, with its expiration date', async () => {
    const expiration_date = '2027-01-31'
    await adjust({ item_number: 'GLUE', quantity: 4, lot_number: 'L-NEW', expiration_date })
    const [move, ...others] = app.moves()
    expect(others).toEqual([])
    expect(move).toMatchObject({ item: 6, bin: 10, quantity: 4, expires: expiration_date })
    expect(numberOf(move?.number)).toBe('L-NEW')
  })

  test('a lot that leaves the stock is the one that NetSuite has', async () => {
    await adjust({ item_number: 'GLUE', quantity: -2, lot_number: "L'1" })
    expect(app.moves()).toMatchObject([{ item: 6, number: 61, quantity: -2 }])
  })

  test('a lot moves with a transfer', async () => {
    const item = { itemName: 'GLUE', quantity: 2, binNumber: 'B', lot_number: "L'1" }
    await app.send('binTransfer', { bin_data: [{ binName: 'A', itemData: [item] }] })
    expect(app.moves()).toMatchObject([
      { bin: 10, number: 61, quantity: -2 },
      { bin: 11, number: 61, quantity: 2 },
    ])
  })

  test('a lot moves with a transfer to a location without bins', async () => {
    const item = { itemName: 'GLUE', quantity: 2, lot_number: "L'1", location: 'Floor' }
    await app.send('binTransfer', {
      bin_data: [{ binName: 'A', location: 'Main', itemData: [item] }],
    })
    expect(app.moves()).toMatchObject([
      { location: 1, bin: 10, number: 61, quantity: -2 },
      { location: 2, bin: null, number: 61, quantity: 2 },
    ])
  })
})

describe('serial numbers', () => {
  test('each piece is booked with its serial number', async () => {
    await adjust({ item_number: 'DRILL', quantity: 2, serial_numbers: ['S-8', 'S-9'] })
    expect(app.moves().map(({ number, quantity }) => [numberOf(number), quantity])).toEqual([
      ['S-8', 1],
      ['S-9', 1],
    ])
  })

  test('pieces that leave are those that NetSuite has', async () => {
    await adjust({ item_number: 'DRILL', quantity: -2, serial_numbers: ['S-2', 'S-1'] })
    expect(app.moves()).toMatchObject([
      { number: 72, quantity: -1 },
      { number: 71, quantity: -1 },
    ])
  })
})

describe('a status', () => {
  test.each([
    ['by its name', { inventory_status: 'damaged' }],
    ['by its id', { inventory_status_id: 2 }],
  ])('a status is booked %s, although it was never synced', async (_, status) => {
    await app.context.db.delete(bookingChoices)
    await adjust({ item_number: 'BOLT', ...status })
    expect(app.moves()).toMatchObject([{ item: 5, status: 2 }])
  })
})

describe('a unit', () => {
  test.each([
    ['Case', 24],
    ['cases', 24],
    ['CS', 24],
    ['each', 2],
  ])('2 %s are booked as %d base units', async (unit, quantity) => {
    await adjust({ item_number: 'BOLT', quantity: 2, unit })
    expect(app.moves()).toMatchObject([{ item: 5, quantity }])
  })

  test('a half case is six pieces, each with its serial number', async () => {
    const serial_numbers = ['1', '2', '3', '4', '5', '6']
    await adjust({ item_number: 'DRILL', quantity: 0.5, unit: 'Case', serial_numbers })
    expect(app.moves()).toHaveLength(6)
  })

  test('what is stocked in cases is booked in the unit that the device means', async () => {
    await adjust({ item_number: 'BULK', quantity: 2, unit: 'Case' })
    await adjust({ item_number: 'BULK', quantity: 5, unit: 'Each' })
    await adjust({ item_number: 'BULK', quantity: 1 })
    expect(app.moves().map(({ quantity }) => quantity)).toEqual([24, 5, 12])
  })
})

describe('what cannot be booked is refused at the device', () => {
  test.each<[string, Row, RegExp]>([
    ['a lot item without a lot', { item_number: 'GLUE' }, /GLUE needs a lot number/],
    ['a serial item without serials', { item_number: 'DRILL' }, /there are 0 for 1/],
    [
      'too few serials',
      { item_number: 'DRILL', quantity: -3, serial_numbers: ['S-1', 'S-2'] },
      /there are 2 for 3/,
    ],
    [
      'a serial number twice',
      { item_number: 'DRILL', quantity: 2, serial_numbers: ['S-1', 's-1'] },
      /is in the line twice/,
    ],
    ['a lot of a plain item', { item_number: 'BOLT', lot_number: 'X' }, /BOLT has no lots/],
    [
      'serials of a plain item',
      { item_number: 'BOLT', serial_numbers: ['X'] },
      /BOLT has no serial numbers/,
    ],
    ['an unknown unit', { item_number: 'BOLT', unit: 'Pallet' }, /no unit Pallet.*Each, Case/],
    [
      'a unit of an item without',
      { item_number: 'GLUE', lot_number: 'X', unit: 'Case' },
      /no units/,
    ],
    [
      'two statuses',
      { item_number: 'BOLT', inventory_status: 'Good', inventory_status_id: 'Damaged' },
      /names two statuses: Good and Damaged/,
    ],
    [
      'an unknown status',
      { item_number: 'BOLT', inventory_status: 'Lost' },
      /no inventory status Lost. It has Good, Damaged/,
    ],
    ['an inactive item', { item_number: 'GONE' }, /Item GONE is inactive/],
    ['an inactive bin', { item_number: 'BOLT', bin_number: 'OLD' }, /bin OLD of Main is inactive/],
    ['no bin where there are bins', { item_number: 'BOLT', bin_number: null }, /must name the bin/],
    ['no quantity', { item_number: 'BOLT', quantity: 0 }, /no quantity/],
    [
      'an impossible day',
      { item_number: 'GLUE', lot_number: 'X', expiration_date: '2026-02-30' },
      /must be a day/,
    ],
  ])('%s', async (_, line, why) => {
    await adjust({ item_number: 'BOLT', unit: 'Case', inventory_status: 'Good' })
    app.warehouse.records.clear()
    const answer = await adjust(line)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body['detail'])).toMatch(why)
    expect(app.warehouse.records.size).toBe(0)
  })

  test('a record that was stored is not refused when it is sent again', async () => {
    const body = {
      client_id: 'again',
      item_data: [{ item_number: 'BOLT', quantity: 1, bin_number: 'A' }],
    }
    expect((await sendRecord(app, app.scanner, 'binAdjustmentRecords', body)).status).toBe(201)
    app.warehouse.change('item', 5, { isinactive: 'T' })
    await app.pull('items')
    expect((await sendRecord(app, app.scanner, 'binAdjustmentRecords', body)).status).toBe(200)
    app.warehouse.change('item', 5, { isinactive: 'F' })
    await app.pull('items')
  })
})

test('a lot that NetSuite does not have waits for a person with its reason', async () => {
  await adjust({ item_number: 'GLUE', quantity: -1, lot_number: 'NONE' })
  expect(app.warehouse.records.size).toBe(0)
  expect(app.logged().at(-1)).toMatchObject({
    why: 'NetSuite has no lot or serial number NONE of item GLUE.',
  })
})
