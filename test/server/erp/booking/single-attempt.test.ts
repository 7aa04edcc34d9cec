// What a booking asks of NetSuite is asked once: the pause of bookings waits, not the permit and not a person.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { unitsWarehouse } from '#test/netsuite/support/units.ts'
import { aScanner, sendRecord } from '#test/support/floor.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const FIVE_MINUTES_S = 300

let app: ErpApp
let scanner: string
beforeEach(async () => {
  const warehouse = unitsWarehouse()
  warehouse.add('item', { id: 7, itemid: 'GLUE', islotitem: 'T' })
  warehouse.add('inventorynumber', { id: 61, item: 7, inventorynumber: 'L-1' })
  app = await erpApp({ warehouse })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.requests.reset()
  scanner = await aScanner(app)
})
afterEach(() => app.close())

async function send(more: Row): Promise<string> {
  const line = { item_number: 'BOLT', bin_number: 'A-01', location: 'WH 1', quantity: 1, ...more }
  const body = { client_id: 'c-1', item_data: [line] }
  const answer = await sendRecord(app, scanner, 'binAdjustmentRecords', body)
  await app.erp.poll()
  return String(answer.body['id'])
}

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

const QUERIES: [string, string, Row][] = [
  ['the time zone', 'dual', {}],
  ['the units', 'unitstypeuom', { unit: 'Case' }],
  ['a lot', 'inventorynumber', { item_number: 'GLUE', lot_number: 'L-1', quantity: -1 }],
]

describe('an account that is busy', () => {
  test.each(QUERIES)(
    'it is asked once about %s, and all bookings pause',
    async (_, match, line) => {
      const busy = { kind: 'unavailable-503', match, retryAfterS: FIVE_MINUTES_S } as const
      app.netsuite.faults.next({ ...busy, times: 100 })
      const id = await send(line)
      expect([app.netsuite.requests.byName[match], app.waits]).toEqual([1, []])
      const until = new Date(app.clock.now() + FIVE_MINUTES_S * 1_000)
      expect(await stateOf(id)).toMatchObject({ waitsFor: 'account', nextAt: until, attempts: 0 })
      expect(app.erp.budget().pausedUntil).toEqual(until)
      app.netsuite.faults.clear()
      app.clock.advance(FIVE_MINUTES_S * 1_000)
      await app.erp.poll()
      expect(await stateOf(id)).toMatchObject({ booking: 'booked' })
    },
  )

  test('a person who retries a record is answered at once', async () => {
    const busy = { kind: 'unavailable-503', match: 'dual', retryAfterS: FIVE_MINUTES_S } as const
    app.netsuite.faults.next({ ...busy, times: 100 })
    const id = await send({})
    const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
    const params = { collection: 'binAdjustmentRecords', id }
    const retried = await call(app.app, endpoints.retryBooking, { token, params })
    expect(retried.body).toMatchObject({ outcome: 'failed' })
    expect([app.netsuite.requests.byName['dual'], app.waits]).toEqual([2, []])
  })
})

test.each(QUERIES)(
  'a connection that breaks while %s is asked is tried once more, without a pause',
  async (_, match, line) => {
    app.netsuite.faults.next({ kind: 'cut', match })
    const id = await send(line)
    expect(app.waits).toEqual([])
    expect(await stateOf(id)).toMatchObject({ booking: 'booked' })
  },
)
