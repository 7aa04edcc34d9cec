import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { ErpResponse } from '#contract/records/erp-response.ts'
import { outcomeOf } from '#console/rows/reports.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { startSession } from '#server/auth/sessions.ts'
import { LEASE_MS } from '#server/erp/booking/booking-deps.ts'
import type { Semaphore } from '#server/erp/transport/semaphore.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { audit, settings } from '#server/db/schema/operations.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { call } from '#test/support/server/clients/call.ts'
import { configure, erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { anAdjustment, aScanner, aTransfer, listed, sendRecord } from '#test/support/floor.ts'
import { anAdmin } from '#test/support/people.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.requests.reset()
  scanner = await aScanner(app)
})
afterEach(() => app.close())

/** Sends a record and waits for its booking; returns its id. */
async function sent(kind: FloorCollection, body: Row): Promise<string> {
  const answer = await sendRecord(app, scanner, kind, body)
  expect(answer.status).toBe(201)
  await app.erp.poll()
  return String(answer.body['id'])
}

async function responseOf(kind: FloorCollection, id: string): Promise<ErpResponse | null> {
  const rows = await listed(app, await rootSession(), kind)
  const stored = rows.find((row) => row['id'] === id)?.['netsuite_response']
  return stored ? ErpResponse.parse(stored) : null
}

const ackOf = async (kind: FloorCollection, id: string) =>
  (await responseOf(kind, id))?.netsuite_acknowledgment

const bookings = () => [...app.warehouse.records.values()]
const puts = () => app.netsuite.requests.log.filter(({ method }) => method === 'PUT')
/** Refreshed, because some of these tests span days. */
const rootSession = () => startSession(app.context.db, 'root', 'full', app.clock.now())
const retry = async (kind: FloorCollection, id: string, token?: string) =>
  call(app.app, endpoints.retryBooking, {
    token: token ?? (await rootSession()),
    params: { collection: kind, id },
  })
const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]
const onHand = (binnumber: number) =>
  app.warehouse
    .rows('inventorybalance')
    .filter((row) => row.item === 5 && row.binnumber === binnumber)
    .reduce((sum, { quantityonhand }) => sum + Number(quantityonhand), 0)

/** An adjustment of another stock for each of four numbers, so that none waits for another. */
function ofOtherStock(nth: number): Row {
  const item_number = nth % 2 === 0 ? 'BOLT' : 'NUT'
  const bin_number = nth % 4 < 2 ? 'A-01' : 'B-01'
  const line = { item_number, bin_number, quantity: 3, location: 'WH 1' }
  return { client_id: `c-${nth}`, item_data: [line] }
}

describe('an adjustment', () => {
  test('an adjustment is booked by its external id, and the acknowledgment is stored with the record', async () => {
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    expect(puts()).toMatchObject([
      {
        path: `/services/rest/record/v1/inventoryadjustment/eid:dockside-${id}?replace=inventory`,
        status: 204,
      },
    ])
    const [booking] = bookings()
    expect(onHand(1)).toBe(3)
    const response = await responseOf('binAdjustmentRecords', id)
    expect(ErpResponse.safeParse(response).success).toBe(true)
    expect(response).toMatchObject({
      message: 'Processed by NetSuite',
      operation_time: new Date(app.clock.now()).toISOString(),
      netsuite_acknowledgment: {
        message: 'Booked',
        success: true,
        inventoryAdjustmentId: String(booking?.id),
        itemDetails: [
          {
            item: 'BOLT',
            item_internal_id: '5',
            location: 'WH 1',
            bin_number: 'A-01',
            bin_internal_id: '1',
            quantity: 3,
          },
        ],
      },
    })
    expect(outcomeOf({ netsuite_response: response })).toBe('succeeded')
  })

  test.each<[string, Row]>([
    ['its quantity is a text', { quantity: '-2' }],
    ['the item is named by its UPC code', { item_number: '012345678905' }],
    ['names are written in other letters', { item_number: 'bolt', bin_number: 'a-01' }],
    ['the location is an id', { location: null, location_id: 1 }],
    ['the location is that of the person', { location: null, bin_number: 'B-01' }],
    ['the device knows the ids', { item_internal_id: 5, bin_id: '1', location_id: 1 }],
    ['the UPC code lacks its zeros', { item_number: 12345678905 }],
    ['the UPC code is a GTIN of 14 digits', { item_number: '00012345678905' }],
  ])('an adjustment is understood where %s', async (_, changes) => {
    const body = anAdjustment('c-1')
    const [line] = body['item_data'] as Row[]
    const id = await sent('binAdjustmentRecords', { ...body, item_data: [{ ...line, ...changes }] })
    expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
    expect(bookings()[0]?.lines).toMatchObject([{ item: 5 }])
  })

  test('an adjustment may list its items under its bins', async () => {
    const { bin_data } = aTransfer('c-1')
    await sent('binAdjustmentRecords', { client_id: 'c-1', bin_data })
    expect(onHand(10)).toBe(2)
  })
})

describe('a transfer', () => {
  test('a transfer is booked from the bin of its entry to the bin of its items', async () => {
    const id = await sent('binTransfer', aTransfer('c-1'))
    const path = `/services/rest/record/v1/bintransfer/eid:dockside-${id}?replace=inventory`
    expect(puts()).toMatchObject([{ path, status: 204 }])
    expect([onHand(1), onHand(10)]).toEqual([-2, 2])
    expect(await ackOf('binTransfer', id)).toMatchObject({
      success: true,
      binTransferId: String(bookings()[0]?.id),
      itemDetails: [{ bin_number: 'A-01', to_bin_number: 'B-01', quantity: 2 }],
    })
  })
})

test.each(['binCountRecords', 'inboundDataRecords'] as const)(
  '%s are not booked and have no answer',
  async (kind) => {
    const id = await sent(kind, { client_id: 'c-1' })
    expect(puts()).toEqual([])
    expect(outcomeOf({ netsuite_response: await responseOf(kind, id) })).toBe('none')
    expect(await retry(kind, id)).toMatchObject({ status: 404 })
  },
)

describe('a booking that fails', () => {
  test.each<[string, FloorCollection, Row, RegExp]>([
    ['without items', 'binAdjustmentRecords', { item_data: [], bin_data: [] }, /has no items/],
    [
      'with an unknown item',
      'binAdjustmentRecords',
      { item_data: [{ item_number: 'GEAR', quantity: 1, bin_number: 'A-01', location: 'WH 1' }] },
      /Item GEAR isn't in the NetSuite data/,
    ],
    [
      'with a bin of another location',
      'binAdjustmentRecords',
      { item_data: [{ item_number: 'BOLT', quantity: 1, bin_number: 'B-01', location: 'WH 2' }] },
      /bin B-01 is not in the location WH 2. Sync bins, then try again/,
    ],
  ])(
    'a booking that fails %s is stored with its reason, and sends nothing',
    async (_, kind, changes, why) => {
      const body = kind === 'binTransfer' ? aTransfer('c-1') : anAdjustment('c-1')
      const id = await sent(kind, { ...body, ...changes })
      const response = await responseOf(kind, id)
      expect(outcomeOf({ netsuite_response: response })).toBe('failed')
      expect(response?.netsuite_acknowledgment?.message).toMatch(why)
      app.clock.advance(DAY_MS)
      await app.erp.poll()
      expect(puts()).toEqual([])
      expect(bookings()).toEqual([])
    },
  )

  test.each<[FaultKind, RegExp]>([
    ['cut', /isn't responding/],
    ['cut-before', /isn't responding/],
    ['concurrency-429', /is busy/],
    ['concurrency-400', /is busy/],
    ['invalid-login-401', /refused the login/],
    ['server-500', /internal error \(status 500\)/],
    ['bad-gateway-502-html', /internal error \(status 502\)/],
    ['unavailable-503', /internal error \(status 503\)/],
  ])(
    'a booking that fails because of %s is stored with its reason, and booked once a little later',
    async (kind, why) => {
      app.netsuite.faults.next({ kind, match: 'inventoryadjustment' })
      const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
      const failed = await responseOf('binAdjustmentRecords', id)
      expect(failed?.message).toMatch(/Retrying automatically/)
      expect(failed?.netsuite_acknowledgment).toMatchObject({
        success: false,
        message: expect.stringMatching(why),
      })
      await app.erp.poll()
      expect(puts()).toHaveLength(1)
      app.clock.advance(MINUTE_MS)
      await app.erp.poll()
      expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
      expect(bookings()).toMatchObject([{ lines: [{ item: 5 }] }])
      expect(onHand(1)).toBe(3)
    },
  )

  test.each<FaultKind>(['lock'])('by %s waits for a person', async (kind) => {
    app.netsuite.faults.next({ kind, match: 'inventoryadjustment' })
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    app.clock.advance(DAY_MS)
    await app.erp.poll()
    expect(puts()).toHaveLength(1)
    expect((await retry('binAdjustmentRecords', id)).body).toMatchObject({ outcome: 'succeeded' })
  })

  test('a booking is retried with increasing waits, and eventually given up', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: 'inventoryadjustment', times: 100 })
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    const waits: number[] = []
    for (let nextAt = (await stateOf(id))?.nextAt; nextAt; nextAt = (await stateOf(id))?.nextAt) {
      waits.push(nextAt.getTime() - app.clock.now())
      app.clock.advance(nextAt.getTime() - app.clock.now())
      await app.erp.poll()
    }
    expect(puts()).toHaveLength(20)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(20_000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(2 * 60 * MINUTE_MS)
    expect((await responseOf('binAdjustmentRecords', id))?.message).toBe(
      'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
    )
  })

  test('a failed booking delays the others only until the next round', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: 'inventoryadjustment', times: 2 })
    const ids: string[] = []
    for (const nth of [1, 2, 3, 4]) {
      const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', ofOtherStock(nth))
      ids.push(String(body['id']))
    }
    await app.erp.poll()
    app.clock.advance(MINUTE_MS)
    await app.erp.poll()
    for (const id of ids)
      expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
    expect(bookings()).toHaveLength(4)
  })
})

describe('NetSuite without an answer', () => {
  test('the wait is not shorter than NetSuite asked for', async () => {
    const match = 'inventoryadjustment'
    app.netsuite.faults.next({ kind: 'unavailable-503', match, retryAfterS: 600 })
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    const wait = Number((await stateOf(id))?.nextAt) - app.clock.now()
    expect(wait).toBe(600_000)
  })

  test('a server that restarts continues where the old one stopped', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: 'inventoryadjustment' })
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    await app.erp.close()
    app.clock.advance(MINUTE_MS)
    const restarted = app.otherErp()
    await restarted.resume()
    await restarted.poll()
    expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
    await restarted.close()
  })

  test('a server that is stopped during a booking loses no attempt, and books once', async () => {
    const release = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
    await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
    await app.erp.close()
    release()
    const id = String(body['id'])
    expect(await stateOf(id)).toMatchObject({ lease: null, attempts: 0, booking: 'waiting' })
    const restarted = app.otherErp()
    await restarted.poll()
    expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
    expect(onHand(1)).toBe(3)
    await restarted.close()
  })

  test('a server that is stopped takes no more bookings for permits it was waiting for', async () => {
    await app.erp.close()
    let giveTurn = (): void => undefined
    const turn = new Promise<void>((resolve) => {
      giveTurn = resolve
    })
    const before = [Promise.resolve(), turn]
    const requests: Semaphore = {
      withPermit: async (work) => {
        await before.shift()
        return work()
      },
    }
    const stopped = app.otherErp({ requests })
    const release = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
    const id = String(body['id'])
    void stopped.poll()
    await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
    const closing = stopped.close()
    await expect.poll(async () => (await stateOf(id))?.lease).toBeNull()
    giveTurn()
    await closing
    expect(await stateOf(id)).toMatchObject({ lease: null, attempts: 0, booking: 'waiting' })
    release()
  })

  test('a booking whose process dies before storing the result is finished by another process, once', async () => {
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    const died = { booking: 'waiting', lease: 'of the dead', attempts: 1 } as const
    const leasedUntil = new Date(app.clock.now() + LEASE_MS)
    const nextAt = new Date(app.clock.now())
    await app.context.db.update(floorRecords).set({ ...died, leasedUntil, nextAt })
    app.clock.advance(LEASE_MS)
    await app.erp.poll()
    expect(puts()).toHaveLength(1)
    app.clock.advance(1)
    await app.erp.poll()
    expect(puts()).toHaveLength(2)
    expect(await stateOf(id)).toMatchObject({ booking: 'booked', lease: null })
    expect(bookings()).toMatchObject([{ saves: 2, lines: [{ item: 5 }] }])
    expect(onHand(1)).toBe(3)
  })

  test('the only server of a database does not wait for its own old leases', async () => {
    await sent('binAdjustmentRecords', anAdjustment('c-1'))
    const at = new Date(app.clock.now())
    const leasedUntil = new Date(app.clock.now() + LEASE_MS)
    const died = { booking: 'waiting', lease: 'mine', leasedUntil, nextAt: at } as const
    await app.context.db.update(floorRecords).set(died)
    const alone = app.otherErp({ isAlone: true })
    await alone.resume()
    await alone.poll()
    expect(puts()).toHaveLength(2)
    await alone.close()
  })

  test('two processes never book the same record at the same time', async () => {
    const other = app.otherErp()
    const release = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    for (let nth = 0; nth < 6; nth += 1)
      await sendRecord(app, scanner, 'binAdjustmentRecords', ofOtherStock(nth))
    const all = Promise.all([app.erp.poll(), other.poll()])
    await expect.poll(() => app.netsuite.requests.underWay).toBe(2)
    release()
    await all
    await app.erp.poll()
    expect(puts()).toHaveLength(6)
    expect(new Set(puts().map(({ path }) => path)).size).toBe(6)
    expect(bookings().map(({ saves }) => saves)).toEqual([1, 1, 1, 1, 1, 1])
    await other.close()
  })
})

describe('the requests of one account', () => {
  test('bookings, pulls and connection tests of two processes send at most two requests at once', async () => {
    const [one, other] = [app.otherErp(), app.otherErp()]
    const { netsuite } = app
    netsuite.requests.reset()
    const release = netsuite.faults.hold()
    for (let nth = 0; nth < 6; nth += 1)
      await sendRecord(app, scanner, 'binAdjustmentRecords', ofOtherStock(nth))
    const token = await rootSession()
    const body = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, '']))
    const all = [
      one.poll(),
      other.poll(),
      call(app.app, ownEndpoints.testErpSettings, { token, body }),
      one.pull('bins', 'root'),
      other.pull('items', 'root'),
      one.pull('locations', 'root'),
    ]
    await expect.poll(() => netsuite.requests.underWay).toBe(2)
    netsuite.faults.latencyMs = 5
    release()
    const [, , tested] = await Promise.all(all)
    await app.erp.poll()
    expect(tested).toMatchObject({ status: 200 })
    expect(puts()).toHaveLength(6)
    expect(netsuite.requests.peak).toBe(2)
    await Promise.all([one.close(), other.close()])
  })
})

describe('a connection test while both permits are taken', () => {
  test('a connection test is refused with 503 if no permit becomes free, sends nothing, and works later', async () => {
    const patience = new AbortController()
    const patienceOf = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
    const places = new AbortController()
    const taken = Array.from({ length: PULLS_AT_ONCE }, () => {
      const leaving = new Promise((leave) => places.signal.addEventListener('abort', leave))
      return app.erp.withPermit(() => leaving, AbortSignal.any([]))
    })
    const token = await rootSession()
    const body = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, '']))
    const testing = () => call(app.app, ownEndpoints.testErpSettings, { token, body })
    app.netsuite.requests.reset()
    const tested = testing()
    await expect.poll(() => patienceOf.mock.calls).toHaveLength(1)
    patience.abort()
    expect(await tested).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: { detail: refusals.erpPlacesTaken, code: 'erp-places-taken' },
    })
    expect(app.netsuite.requests.total).toBe(0)
    patienceOf.mockRestore()
    places.abort()
    await Promise.all(taken)
    expect((await testing()).status).toBe(200)
  })
})

describe('without a NetSuite configuration', () => {
  test('a record waits without an answer, and is booked after the configuration', async () => {
    await app.context.db.delete(settings)
    const id = await sent('binAdjustmentRecords', anAdjustment('c-1'))
    expect(await responseOf('binAdjustmentRecords', id)).toBeNull()
    expect(await retry('binAdjustmentRecords', id)).toMatchObject({
      status: 502,
      body: { detail: expect.stringMatching(/is not configured/) },
    })
    await configure(app.context, app.netsuite)
    await app.erp.poll()
    expect(await ackOf('binAdjustmentRecords', id)).toMatchObject({ success: true })
  })

  test('an adjustment without an account reports what NetSuite says', async () => {
    const bare = app.otherErp({ adjustmentAccount: null })
    await app.erp.close()
    const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
    await bare.poll()
    const ack = await ackOf('binAdjustmentRecords', String(body['id']))
    expect(ack?.message).toBe('NetSuite refused the record: Please enter an account. (account)')
    await bare.close()
  })
})

describe("'Try again'", () => {
  const refused = async () => {
    app.netsuite.faults.next({ kind: 'lock', match: 'inventoryadjustment' })
    return sent('binAdjustmentRecords', anAdjustment('c-1'))
  }

  test('a retry books the record and is audited, and a second one books nothing twice', async () => {
    const id = await refused()
    const answers = [
      await retry('binAdjustmentRecords', id),
      await retry('binAdjustmentRecords', id),
    ]
    expect(answers.map(({ status, body }) => [status, body['outcome'], body['message']])).toEqual([
      [200, 'succeeded', 'Booked'],
      [200, 'succeeded', 'Booked already'],
    ])
    expect(puts()).toHaveLength(2)
    expect(onHand(1)).toBe(3)
    const trail = await app.context.db
      .select()
      .from(audit)
      .where(eq(audit.action, 'booking-retried'))
    expect(trail).toMatchObject([
      { actor: 'root', target: `binAdjustmentRecords/${id}`, detail: { outcome: 'succeeded' } },
      { actor: 'root' },
    ])
  })

  test('a retry that NetSuite refuses again shows the reason', async () => {
    const id = await refused()
    app.netsuite.faults.next({ kind: 'lock', match: 'inventoryadjustment' })
    expect((await retry('binAdjustmentRecords', id)).body).toEqual({
      outcome: 'failed',
      message:
        'NetSuite refused the record: This record has been locked by a user defined workflow.',
    })
  })

  test('a retry is refused while another booking of the record is running', async () => {
    const id = await refused()
    const release = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    const first = retry('binAdjustmentRecords', id)
    await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
    expect(await retry('binAdjustmentRecords', id)).toMatchObject({ status: 409 })
    release()
    expect(await first).toMatchObject({ status: 200 })
  })

  test('only super admins may retry, and only records that the app has sent', async () => {
    const id = await refused()
    const ada = await anAdmin(app.context, { features: ['binAdjustment'] })
    expect((await retry('binAdjustmentRecords', id, await ada.session())).status).toBe(403)
    expect((await retry('binAdjustmentRecords', 'unknown')).status).toBe(404)
    expect((await retry('binTransfer', id)).status).toBe(404)
  })
})
