// Units and statuses follow the account: they are read again after a sync of items, and when a record needs it.
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { problemText } from '#contract/problem.ts'
import { bookingChoices } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { addUnit, CASE, EACH, PALLET, unitsWarehouse } from '#test/netsuite/support/units.ts'
import type { Answered } from '#test/support/server/clients/call.ts'
import { bookingApp, type BookingApp } from '#test/support/server/booking-app.ts'

const UNITS = 'unitstypeuom'

let app: BookingApp
beforeEach(async () => {
  app = await bookingApp(unitsWarehouse())
})
afterEach(() => app.close())

function send(line: Row): Promise<Answered> {
  app.clock.advance(1_000)
  const place = { item_number: 'BOLT', bin_number: 'A-01', location: 'WH 1', quantity: 1 }
  return app.send('binAdjustmentRecords', { item_data: [{ ...place, ...line }] })
}

const anyOf = (kind: 'unit' | 'status', id: number) =>
  and(eq(bookingChoices.kind, kind), eq(bookingChoices.id, String(id)))

const quantities = () => app.moves().map(({ quantity }) => quantity)
const asked = (table: string) => app.netsuite.requests.byName[table] ?? 0

describe('after a sync of items', () => {
  test('a unit that has another size in NetSuite is booked in that size', async () => {
    await send({ unit: 'Case' })
    app.warehouse.change(UNITS, CASE, { conversionrate: 24 })
    await app.pull('items')
    await send({ unit: 'Case' })
    expect(quantities()).toEqual([12, 24])
  })

  test('a unit and a status that are new in NetSuite are admitted at the device and booked', async () => {
    await send({ unit: 'Case', inventory_status: 'Good' })
    addUnit(app.warehouse, PALLET, 'Pallet', 144)
    app.warehouse.add('inventorystatus', { id: 3, name: 'Held' })
    for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
    expect(await send({ unit: 'Pallet', inventory_status: 'Held' })).toMatchObject({ status: 201 })
    expect(quantities()).toEqual([12, 144])
  })

  test('an account whose records name neither is not asked for them', async () => {
    await send({})
    await app.pull('items')
    expect([asked(UNITS), asked('inventorystatus')]).toEqual([0, 0])
  })

  test('each list that the account has costs one request', async () => {
    await send({ unit: 'Case' })
    app.netsuite.requests.reset()
    await app.pull('items')
    await app.pull('bins')
    expect([asked(UNITS), asked('inventorystatus')]).toEqual([1, 1])
  })

  test('a list that NetSuite does not give is asked once, fails no sync and stays as it was', async () => {
    await send({ unit: 'Case' })
    app.netsuite.requests.reset()
    app.netsuite.faults.next({ kind: 'unavailable-503', match: UNITS, retryAfterS: 300 })
    expect(await app.pull('items')).toMatchObject({ status: 200 })
    expect([asked(UNITS), app.waits]).toEqual([1, []])
    await send({ unit: 'Case' })
    expect(quantities()).toEqual([12, 12])
  })

  test.each<[string, () => void]>([
    ['empty', () => app.warehouse.load(UNITS, [])],
    ['hidden from the role', () => app.netsuite.faults.hidden.add(UNITS)],
  ])('a list that is suddenly %s is not believed', async (_, change) => {
    await send({ unit: 'Case' })
    change()
    expect(await app.pull('items')).toMatchObject({ status: 200 })
    expect(await send({ unit: 'Case' })).toMatchObject({ status: 201 })
  })
})

describe('a list that was read before the last sync of items', () => {
  beforeEach(async () => {
    await send({ unit: 'Case', inventory_status: 'Good' })
    for (const match of [UNITS, 'inventorystatus'])
      app.netsuite.faults.next({ kind: 'unavailable-503', match })
    await app.pull('items')
    app.netsuite.faults.clear()
    app.warehouse.records.clear()
  })

  test('it refuses nothing at the device, and is read again for the booking', async () => {
    addUnit(app.warehouse, PALLET, 'Pallet', 144)
    app.warehouse.change('inventorystatus', 2, { name: 'Broken' })
    const line = { unit: 'Pallet', inventory_status: 'Broken', inventory_status_id: 2 }
    expect(await send(line)).toMatchObject({ status: 201 })
    expect(quantities()).toEqual([144])
  })

  test('it is read again before one of its units is converted, because that may have another size', async () => {
    app.warehouse.change(UNITS, CASE, { conversionrate: 24 })
    await send({ unit: 'Case' })
    expect(quantities()).toEqual([24])
  })

  test('it is not read again for a record that names neither', async () => {
    app.netsuite.requests.reset()
    await send({})
    expect([asked(UNITS), quantities()]).toEqual([0, [1]])
  })

  test('what NetSuite does not have either is refused by the booking, and then at the device', async () => {
    expect(await send({ unit: 'Barrel' })).toMatchObject({ status: 201 })
    expect(app.logged().at(-1)).toMatchObject({
      why: 'Item BOLT has no unit Barrel. Its units are Each, Case.',
      nextAt: null,
    })
    expect(await send({ unit: 'Barrel' })).toMatchObject({ status: 422 })
    expect(quantities()).toEqual([])
  })
})

test('a refusal names the units and statuses in the same order each time', async () => {
  await send({ unit: 'Case', inventory_status: 'Good' })
  // A row that is written again moves behind the others in the table.
  for (const which of [anyOf('unit', EACH), anyOf('status', 1)])
    await app.context.db
      .update(bookingChoices)
      .set({ body: sql`${bookingChoices.body}` })
      .where(which)
  expect(problemText((await send({ unit: 'Barrel' })).body)).toBe(
    'Item BOLT has no unit Barrel. Its units are Each, Case.',
  )
  expect(problemText((await send({ inventory_status: 'Lost' })).body)).toBe(
    'NetSuite has no inventory status Lost. It has Good, Damaged.',
  )
})

describe('an answer that ends early', () => {
  const early: FaultKind = 'early-end'

  test('half a list is not taken for the whole one, although none was known before', async () => {
    app.netsuite.faults.next({ kind: early, match: UNITS })
    await send({ unit: 'Case' })
    expect(quantities()).toEqual([12])
  })

  test('half a list does not replace a longer one after a sync', async () => {
    await send({ unit: 'Case' })
    app.netsuite.faults.next({ kind: early, match: UNITS })
    await app.pull('items')
    expect(await send({ unit: 'Case' })).toMatchObject({ status: 201 })
    expect(quantities()).toEqual([12, 12])
  })

  test('a unit that NetSuite no longer has is forgotten', async () => {
    await send({ unit: 'Case' })
    app.warehouse.remove(UNITS, CASE)
    await app.pull('items')
    expect(await send({ unit: 'Case' })).toMatchObject({ status: 422 })
  })
})
