// Bookings wait for what is not their own fault, in the order in which their records were made.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ADJUSTMENT = 'inventoryadjustment'

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  app.netsuite.requests.reset()
  scanner = await aScanner(app)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

interface Stock {
  readonly item?: string
  readonly bin?: string
  readonly quantity?: number
  /** ISO 8601; default now. */
  readonly at?: string
}

let sent = 0

/** Sends an adjustment; returns its id. */
async function send({
  item = 'BOLT',
  bin = 'A-01',
  quantity = 1,
  at,
}: Stock = {}): Promise<string> {
  app.clock.advance(1_000)
  const line = { item_number: item, bin_number: bin, quantity, location: 'WH 1' }
  const made = at === undefined ? {} : { created_at: at }
  const body: Row = { client_id: `c-${(sent += 1)}`, ...made, item_data: [line] }
  const answer = await sendRecord(app, scanner, 'binAdjustmentRecords', body)
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}

const root = () => startSession(app.context.db, 'root', 'full', app.clock.now())

async function responseOf(id: string): Promise<Row | undefined> {
  const rows = await listed(app, await root(), 'binAdjustmentRecords')
  return rows.find((row) => row['id'] === id)?.['netsuite_response'] as Row | undefined
}

const reasonOf = async (id: string) =>
  ((await responseOf(id))?.['netsuite_acknowledgment'] as Row | undefined)?.['message']

/** Our ids in the order in which NetSuite saved them. */
const saved = () => [...app.warehouse.records.values()].map(({ externalId }) => externalId.slice(9))
const puts = () => app.netsuite.requests.log.filter(({ method }) => method === 'PUT')
const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

/** Attempts under way end first: their leases would be over after a jump, and another worker would take their records. */
async function pass(ms: number, everyMs = MINUTE_MS): Promise<void> {
  await app.erp.poll()
  for (let left = ms; left > 0; left -= everyMs) {
    app.clock.advance(Math.min(everyMs, left))
    await app.erp.poll()
  }
}

describe('a fault of the account', () => {
  test.each<[FaultKind, RegExp]>([
    ['invalid-login-401', /refused the login/],
    ['permission-403', /Give the access token's role this permission/],
    ['concurrency-429', /is busy/],
    ['unavailable-503', /status 503/],
    ['cut-before', /isn't responding/],
  ])(
    'through %s for half a day, records use up no attempts, and go on by themselves',
    async (kind, why) => {
      app.netsuite.faults.next({ kind, match: ADJUSTMENT, times: 100_000 })
      const ids = [await send(), await send({ item: 'NUT' })]
      await pass(DAY_MS / 2, 30 * MINUTE_MS)
      expect(saved()).toEqual([])
      expect(await reasonOf(ids[0] ?? '')).toMatch(why)
      expect((await responseOf(ids[0] ?? ''))?.['message']).toMatch(/Retrying automatically/)
      expect(await stateOf(ids[0] ?? '')).toMatchObject({ attempts: 0 })
      app.netsuite.faults.clear()
      await pass(HOUR_MS, 10 * MINUTE_MS)
      expect(saved().toSorted()).toEqual(ids.toSorted())
    },
  )

  test('a dead account is asked about every ten minutes, however many records wait', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', match: ADJUSTMENT, times: 100_000 })
    for (const item of ['BOLT', 'NUT'])
      for (const bin of ['A-01', 'B-01'])
        for (let nth = 0; nth < 5; nth += 1) await send({ item, bin })
    await pass(2 * HOUR_MS, 10 * MINUTE_MS)
    app.netsuite.requests.reset()
    await pass(HOUR_MS)
    expect(puts().length).toBeLessThanOrEqual(8)
    app.netsuite.faults.clear()
    await pass(20 * MINUTE_MS)
    expect(saved()).toHaveLength(20)
  })

  test('a record that NetSuite never answers does not keep the others from being booked', async () => {
    const first = await send()
    const never = new RegExp(`eid:dockside-${first}`)
    app.netsuite.faults.next({ kind: 'cut-before', match: never, times: 100_000 })
    await app.erp.poll()
    const others = [await send({ item: 'NUT' }), await send({ bin: 'B-01' })]
    await pass(HOUR_MS)
    expect(saved().toSorted()).toEqual(others.toSorted())
    expect(await stateOf(first)).toMatchObject({ waitsFor: 'account' })
  })

  test('nor does it after a fault that all records have met', async () => {
    app.netsuite.faults.next({ kind: 'unavailable-503', match: ADJUSTMENT, times: 100_000 })
    const [first, ...others] = [
      await send(),
      await send({ item: 'NUT' }),
      await send({ bin: 'B-01' }),
    ]
    await pass(2 * HOUR_MS)
    app.netsuite.faults.clear()
    const never = new RegExp(`eid:dockside-${first ?? ''}`)
    app.netsuite.faults.next({ kind: 'cut-before', match: never, times: 100_000 })
    await pass(HOUR_MS)
    expect(saved().toSorted()).toEqual(others.toSorted())
  })

  test('a record that met it comes before those that were made after it was due again', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', match: ADJUSTMENT, times: 1 })
    const first = await send()
    await app.erp.poll()
    expect(await stateOf(first)).toMatchObject({ waitsFor: 'account' })
    app.clock.advance(2 * MINUTE_MS)
    const others = [await send({ item: 'NUT' }), await send({ bin: 'B-01' })]
    await app.erp.poll()
    expect(saved()).toEqual([first, ...others])
  })

  test('a sync that works shows that the account is mended', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', match: ADJUSTMENT, times: 100_000 })
    const id = await send()
    await pass(2 * HOUR_MS, 10 * MINUTE_MS)
    app.netsuite.faults.clear()
    await app.pull('items')
    await app.erp.poll()
    expect(saved()).toEqual([id])
  })
})

describe('the order of records', () => {
  test('a later record of the same item and bin does not overtake one that waits', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT })
    const first = await send()
    await app.erp.poll()
    const second = await send()
    const other = await send({ item: 'NUT' })
    await app.erp.poll()
    expect(saved()).toEqual([other])
    await pass(2 * MINUTE_MS)
    expect(saved()).toEqual([other, first, second])
  })

  test('records are booked in the order in which they were made, not in which they arrived', async () => {
    const release = app.netsuite.faults.hold({ match: ADJUSTMENT })
    const blocker = await send({ at: '2026-05-11T06:00:00Z' })
    void app.erp.poll()
    await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
    const late = await send({ at: '2026-05-11T09:00:00Z' })
    const early = await send({ at: '2026-05-11T08:00:00Z' })
    release()
    await app.erp.poll()
    expect(saved()).toEqual([blocker, early, late])
  })

  test('the same stock is the same under any of its names', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT })
    const first = await send()
    await app.erp.poll()
    const second = await send({ item: '012345678905' })
    await app.erp.poll()
    expect(saved()).toEqual([])
    await pass(2 * MINUTE_MS)
    expect(saved()).toEqual([first, second])
  })

  test('a record that waits for a person holds up none', async () => {
    app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
    await send()
    await app.erp.poll()
    const second = await send()
    await app.erp.poll()
    expect(saved()).toEqual([second])
  })

  test('a person who retries a record learns that an earlier one goes first', async () => {
    app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT })
    const first = await send()
    await app.erp.poll()
    const second = await send()
    await app.erp.poll()
    const retried = await call(app.app, endpoints.retryBooking, {
      token: await root(),
      params: { collection: 'binAdjustmentRecords', id: second },
    })
    expect(retried.body).toEqual({
      outcome: 'failed',
      message: `An earlier record of the same item and bin is booked first: ${first}.`,
    })
    expect(saved()).toEqual([])
  })

  test('of several earlier records that were made at the same time, it is the one that is booked first', async () => {
    const at = '2026-05-11T06:00:00Z'
    app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT, times: 100 })
    const first = await send({ at })
    await app.erp.poll()
    await send({ at })
    // Another attempt at the first moves its row behind the second in the table.
    await pass(2 * MINUTE_MS)
    const third = await send({ at })
    const retried = await call(app.app, endpoints.retryBooking, {
      token: await root(),
      params: { collection: 'binAdjustmentRecords', id: third },
    })
    expect(retried.body).toMatchObject({
      message: `An earlier record of the same item and bin is booked first: ${first}.`,
    })
  })

  test('a refused record that a person retries is booked by itself after the earlier one', async () => {
    const refused = await send({ at: '2026-05-11T08:00:00Z' })
    app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT })
    await app.erp.poll()
    app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT })
    const earlier = await send({ at: '2026-05-11T06:00:00Z' })
    await app.erp.poll()
    const retried = await call(app.app, endpoints.retryBooking, {
      token: await root(),
      params: { collection: 'binAdjustmentRecords', id: refused },
    })
    expect(retried.body).toMatchObject({ message: expect.stringContaining(`first: ${earlier}.`) })
    // Whoever reads it must not book it by hand meanwhile.
    expect((await responseOf(refused))?.['message']).toMatch(/Retrying automatically/)
    await pass(2 * MINUTE_MS)
    expect(saved()).toEqual([earlier, refused])
  })
})

describe('a reason of NetSuite that the database cannot store as it is', () => {
  test.each([
    ['whose limit would cut an emoji in half', `${'x'.repeat(299)}\u{1F4E6} box`, 'x'.repeat(299)],
    ['with half a character in it', 'Locked by \uD83D.', 'Locked by \uFFFD.'],
    ['with a NUL in it', 'Locked\0.', 'Locked\uFFFD.'],
  ])('one %s is shown, and the record is sent once', async (_, detail, shown) => {
    app.netsuite.faults.next({ kind: 'lock', match: ADJUSTMENT, times: 100, detail })
    const id = await send()
    await pass(HOUR_MS, 10 * MINUTE_MS)
    expect(await reasonOf(id)).toBe(`NetSuite refused the record: ${shown}`)
    expect(puts()).toHaveLength(1)
  })
})

describe('a record that names what was not pulled yet', () => {
  test('it is booked by itself after the sync that brings it', async () => {
    app.warehouse.add('item', { id: 7, itemid: 'GEAR' })
    const id = await send({ item: 'GEAR' })
    await app.erp.poll()
    expect(await responseOf(id)).toMatchObject({
      message: 'Not booked in NetSuite yet. Retrying after the next sync.',
      netsuite_acknowledgment: {
        message: "Item GEAR isn't in the NetSuite data. Sync items, then try again.",
      },
    })
    await app.pull('bins')
    await app.erp.poll()
    expect(saved()).toEqual([])
    await app.pull('items')
    await app.erp.poll()
    expect(saved()).toEqual([id])
  })

  test('after a sync without it, it waits for a person, and holds up no other record', async () => {
    const known = { bin_number: 'A-01', quantity: 1, location: 'WH 1' }
    const item_data = ['BOLT', 'TYPO'].map((item_number) => ({ ...known, item_number }))
    const answer = await sendRecord(app, scanner, 'binAdjustmentRecords', {
      client_id: 't',
      item_data,
    })
    const first = String(answer.body['id'])
    const second = await send()
    await app.erp.poll()
    expect(saved()).toEqual([])
    await app.pull('items')
    await app.erp.poll()
    expect(saved()).toEqual([second])
    expect(await responseOf(first)).toMatchObject({
      message: 'Not booked in NetSuite',
      netsuite_acknowledgment: { message: expect.stringMatching(/^Item TYPO isn't in the/) },
    })
    app.warehouse.add('item', { id: 8, itemid: 'TYPO' })
    await app.pull('items')
    await app.erp.poll()
    expect(saved()).toEqual([second, first])
  })

  test('several of them keep their order, also when one has the id and one the number', async () => {
    app.warehouse.add('item', { id: 7, itemid: 'GEAR', upccode: '099999999999' })
    const ids = [await send({ item: 'GEAR' }), await send({ item: '99999999999' })]
    await app.erp.poll()
    app.clock.advance(HOUR_MS)
    ids.push(await send({ item: 'GEAR' }))
    await app.pull('items')
    await app.erp.poll()
    expect(saved()).toEqual(ids)
  })

  test('it is tried again at once if the sync brought it while the attempt was failing', async () => {
    const { db } = app.context
    const id = await send({ item: 'GEAR' })
    await app.erp.poll()
    app.warehouse.add('item', { id: 7, itemid: 'GEAR' })
    const transaction = db.transaction.bind(db)
    let isPulled = false
    vi.spyOn(db, 'transaction').mockImplementation(async (...args) => {
      // The attempt has not found the item, and is about to say so.
      if (!isPulled && (await stateOf(id))?.lease) {
        isPulled = true
        await app.pull('items')
      }
      return transaction(...args)
    })
    // One worker alone: a second one would also wait here for the pull, which then gets no permit.
    await app.erp.book({ collection: 'binAdjustmentRecords', id })
    expect(isPulled).toBe(true)
    await app.erp.poll()
    expect(saved()).toEqual([id])
  })
})

test('a record whose attempts all ended with the server waits for a person with this reason', async () => {
  app.netsuite.faults.next({ kind: 'server-500', match: ADJUSTMENT })
  const id = await send()
  await app.erp.poll()
  await app.context.db.update(floorRecords).set({ attempts: 20 })
  await pass(5 * MINUTE_MS)
  expect(puts()).toHaveLength(1)
  expect(await reasonOf(id)).toMatch(/This server stopped or failed during every attempt/)
  expect(await stateOf(id)).toMatchObject({ booking: 'failed', nextAt: null })
})

describe('the day of a booking', () => {
  const days = () => [...app.warehouse.records.values()].map(({ day }) => day)

  test('it is the day on which the device made the record, however late it is booked', async () => {
    await send({ at: '2026-05-01T23:59:00Z' })
    await app.erp.poll()
    expect(days()).toEqual(['2026-05-01'])
  })

  test('a closed period is a cause of its own, holds up no other day, and is waited for', async () => {
    const april = [Date.UTC(2026, 3, 1), Date.UTC(2026, 3, 30)] as const
    const period = { id: 4, periodname: 'Apr 2026', startdate: april[0], enddate: april[1] }
    app.warehouse.add('accountingperiod', { ...period, closed: 'T' })
    const old = await send({ at: '2026-04-30T12:00:00Z' })
    const fresh = await send({ item: 'NUT' })
    await app.erp.poll()
    expect(saved()).toEqual([fresh])
    expect(await reasonOf(old)).toBe(
      'The accounting period of 2026-04-30 is closed in NetSuite. The record is booked once it is open.',
    )
    await pass(3 * DAY_MS, HOUR_MS)
    expect(await stateOf(old)).toMatchObject({ attempts: 0, waitsFor: 'period' })
    app.warehouse.change('accountingperiod', 4, { closed: 'F' })
    await pass(HOUR_MS)
    expect(saved()).toEqual([fresh, old])
    expect(days()).toEqual(['2026-05-11', '2026-04-30'])
  })
})

test('a record that was sent as one kind of record is never sent as another', async () => {
  const entry = { binName: 'A-01', location: 'WH 1', toLocation: 'WH 1' }
  const item = { itemName: 'BOLT', quantity: 1, binNumber: 'B-01' }
  app.netsuite.faults.next({ kind: 'cut', match: 'bintransfer' })
  const body = { client_id: 'c', bin_data: [{ ...entry, itemData: [item] }] }
  const answer = await sendRecord(app, scanner, 'binTransfer', body)
  await app.erp.poll()
  app.warehouse.change('bin', 10, { location: 2 })
  await app.pull('bins')
  await pass(DAY_MS, HOUR_MS)
  expect(app.warehouse.records.size).toBe(1)
  const row = (await listed(app, await root(), 'binTransfer')).find(
    ({ id }) => id === answer.body['id'],
  )
  expect(row?.['netsuite_response']).toMatchObject({ netsuite_acknowledgment: { success: false } })
})

test('a record waits for the next sync if a resumed sync read its data before the record arrived', async () => {
  for (let id = 2_000; id < 3_000; id += 1)
    app.warehouse.add('bin', { id, binnumber: `Z-${id}`, location: 1 })
  const stopped = app.otherErp()
  const release = app.netsuite.faults.hold({ match: /FROM bin WHERE \(id > /, times: 1 })
  const pulled = stopped.pull('bins', 'ada')
  await expect.poll(app.netsuite.faults.pending).toBe(0)
  app.warehouse.change('bin', 10, { binnumber: 'C-01' })
  const id = await send({ bin: 'C-01' })
  await app.erp.poll()
  await Promise.allSettled([pulled, stopped.close()])
  release()
  await app.pull('bins')
  await app.erp.poll()
  expect(await stateOf(id)).toMatchObject({ waitsFor: 'sync', nextAt: expect.any(Date) })
  expect((await responseOf(id))?.['message']).toMatch(/Retrying after the next sync/)
  await app.pull('bins')
  await app.erp.poll()
  expect(saved()).toEqual([id])
})
