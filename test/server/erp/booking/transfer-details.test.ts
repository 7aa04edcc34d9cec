// What a transfer says about the stock that it moves: unit, status, lots and serial numbers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { startSession } from '#server/auth/sessions.ts'
import { anAccount } from '#test/server/erp/booking/model/numbered-account.ts'
import { listed } from '#test/support/floor.ts'
import type { Answered } from '#test/support/server/clients/call.ts'
import { bookingApp, type BookingApp } from '#test/support/server/booking-app.ts'

let app: BookingApp
beforeAll(async () => {
  app = await bookingApp(anAccount(), { location: 'Main' })
})
afterAll(() => app.close())
beforeEach(() => app.warehouse.records.clear())

/** From bin A. */
function transfer(item: Row): Promise<Answered> {
  const entry = { binName: 'A', location: 'Main', itemData: [{ binNumber: 'B', ...item }] }
  return app.send('binTransfer', { bin_data: [entry] })
}

test.each([
  ['to another bin', {}],
  ['to another location', { location: 'Yard', binNumber: 'Y' }],
])('stock keeps its status when it moves %s', async (_, target) => {
  await transfer({ itemName: 'BOLT', quantity: 2, inventory_status: 'Damaged', ...target })
  expect(app.moves()).toMatchObject([
    { quantity: -2, status: 2 },
    { quantity: 2, status: 2 },
  ])
})

test.each([
  [2, 'Case', 24],
  [6, 'Each', 6],
  [3, 'EA', 3],
  [1, undefined, 12],
])(
  'what is stocked in cases moves between bins by %s %s, which are %s pieces',
  async (quantity, unit, pieces) => {
    const { body } = await transfer({ itemName: 'BULK', quantity, unit })
    expect(app.moves().map((move) => move.quantity)).toEqual([-pieces, pieces])
    const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
    const row = (await listed(app, root, 'binTransfer')).find(({ id }) => id === body['id'])
    expect(row?.['netsuite_response']).toMatchObject({
      netsuite_acknowledgment: {
        success: true,
        itemDetails: [{ quantity: unit === undefined ? quantity : pieces }],
      },
    })
  },
)

test('five pieces of what is stocked in cases move to another location', async () => {
  const target = { location: 'Yard', binNumber: 'Y' }
  await transfer({ itemName: 'BULK', quantity: 5, unit: 'Each', ...target })
  expect(app.moves().map(({ quantity }) => quantity)).toEqual([-5, 5])
})

test('five pieces that are no exact part of a case are refused at the device', async () => {
  const { body, status } = await transfer({ itemName: 'BULK', quantity: 5, unit: 'Each' })
  expect(status).toBe(422)
  expect(JSON.stringify(body['detail'])).toContain(
    'NetSuite moves item BULK between bins in the unit Case, and 5 Each cannot be expressed in it exactly.',
  )
  expect(app.warehouse.records.size).toBe(0)
})

test('three tenths of a bag of what is stocked by the ton move between bins exactly', async () => {
  await transfer({ itemName: 'SAND', quantity: 0.3, unit: 'Bag' })
  const [, to] = app.moves()
  expect(to?.quantity).toBeCloseTo(0.3 * 25, 9)
})

test('each serial number moves between bins as one piece', async () => {
  app.warehouse.change('item', 7, { stockunit: 42 })
  await app.pull('items')
  const serial_numbers = ['S-1', 'S-2']
  await transfer({ itemName: 'DRILL', quantity: 2, unit: 'Each', serial_numbers })
  const lines = [...app.warehouse.records.values()].flatMap((record) => record.lines)
  expect(lines).toHaveLength(1)
  expect(app.moves().map(({ number }) => number)).toEqual([71, 71, 72, 72])
  app.warehouse.change('item', 7, { stockunit: 41 })
  await app.pull('items')
})
