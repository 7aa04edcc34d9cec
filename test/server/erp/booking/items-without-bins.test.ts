// In a location with bins, an item may be kept in none: NetSuite refuses a bin of it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { anAccount } from '#test/server/erp/booking/model/numbered-account.ts'
import { bookingApp, type BookingApp } from '#test/support/server/booking-app.ts'

const BOLT = 5
const GLUE = 6

let app: BookingApp
beforeAll(async () => {
  const warehouse = anAccount()
  for (const item of [BOLT, GLUE]) warehouse.change('item', item, { usebins: 'F' })
  warehouse.change('item', 8, { usebins: 'T' })
  app = await bookingApp(warehouse, { location: 'Main' })
})
afterAll(() => app.close())
beforeEach(() => app.warehouse.records.clear())

const adjust = (line: Row) =>
  app.send('binAdjustmentRecords', { item_data: [{ item_number: 'BOLT', quantity: 1, ...line }] })
const transfer = (item: Row) =>
  app.send('binTransfer', { bin_data: [{ binName: 'A', location: 'Main', itemData: [item] }] })

test.each([
  ['no bin', {}],
  ['a bin', { bin_number: 'A' }],
])(
  'an item that is kept in no bins is booked at its location by a line with %s',
  async (_, bin) => {
    await adjust(bin)
    expect(app.moves()).toEqual([{ item: BOLT, location: 1, bin: null, quantity: 1 }])
    const stored = await app.context.db.select().from(floorRecords)
    expect(stored.map(({ stockKeys }) => stockKeys)).toContainEqual([`${BOLT}@l1`])
  },
)

test('its lot is booked without a bin', async () => {
  await adjust({ item_number: 'GLUE', quantity: -1, lot_number: "L'1", bin_number: 'A' })
  expect(app.moves()).toMatchObject([{ item: GLUE, bin: null, number: 61, quantity: -1 }])
})

test('it moves to another location without bins', async () => {
  await transfer({ itemName: 'BOLT', quantity: 2, location: 'Yard', binNumber: 'Y' })
  expect(app.moves()).toMatchObject([
    { location: 1, bin: null, quantity: -2 },
    { location: 3, bin: null, quantity: 2 },
  ])
})

test('it cannot move between bins', async () => {
  const { body, status } = await transfer({ itemName: 'BOLT', quantity: 2, binNumber: 'B' })
  expect(status).toBe(422)
  expect(JSON.stringify(body['detail'])).toContain(
    'Item BOLT is kept in no bins in NetSuite, so it cannot move between them.',
  )
})

test('an item that is kept in bins still needs one', async () => {
  const { body, status } = await adjust({ item_number: 'BULK' })
  expect(status).toBe(422)
  expect(JSON.stringify(body['detail'])).toContain(
    'The location Main works with bins: the record must name the bin.',
  )
})

test('where the account does not tell, the location decides', async () => {
  app.netsuite.faults.hidden.add('item.usebins')
  app.warehouse.change('item', BOLT, { usebins: null })
  await app.pull('items')
  const { status } = await adjust({})
  expect(status).toBe(422)
  await adjust({ bin_number: 'A' })
  expect(app.moves()).toMatchObject([{ item: BOLT, bin: 10, quantity: 1 }])
})
