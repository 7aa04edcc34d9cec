/** A record that a person has resolved by hand is not booked as well, whatever recovers and whoever tries. */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { startSession } from '#server/auth/sessions.ts'
import { endAttempt, release } from '#server/db/mirror/floor-records.ts'
import { startRetry as startRetryIn } from '#server/db/mirror/cases/start-retry.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import {
  act,
  ADJUSTMENTS,
  casesOf,
  ofUnknownItem,
  refOf,
  retryOf,
  startRetry,
} from '#test/server/routes/exceptions/support.ts'

const DAY_MS = 24 * 3_600_000

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app)
})
afterEach(() => app.close())

async function send(body: Row): Promise<string> {
  const answer = await sendRecord(app, scanner, ADJUSTMENTS, body)
  expect(answer.status).toBe(201)
  return String(answer.body['id'])
}

async function refused(clientId = 'c-1'): Promise<string> {
  const id = await send(ofUnknownItem(clientId))
  await app.erp.poll()
  return id
}

/** Refreshed, because some of these tests span days. */
const rootSession = () => startSession(app.context.db, 'root', 'full', app.clock.now())

const caseOf = async (id: string) => {
  const found = (await casesOf(app, await rootSession())).find(({ record_id }) => record_id === id)
  if (!found) throw new Error('there is no case')
  return found
}

const resolve = async (id: string, how = 'booked-by-hand') => {
  const erp_number = how === 'booked-by-hand' ? 'IA-77' : undefined
  const keys = [refOf(await caseOf(id))]
  const { body } = await act(app, app.token, { action: 'resolve', how, erp_number, keys })
  return body['results']
}

const stateOf = async (id: string) =>
  (await app.context.db.select().from(floorRecords).where(eq(floorRecords.id, id)))[0]

/** The item that the records name comes with the next sync, which makes due what waited for it. */
async function mend(): Promise<void> {
  app.warehouse.add('item', { ...app.warehouse.rows('item')[0], id: 77, itemid: 'WIDGET' })
  await app.pull('items')
  await app.erp.poll()
}

const BY_HAND = {
  state: 'resolved',
  resolved_how: 'booked-by-hand',
  resolved_by: 'root',
  erp_number: 'IA-77',
}

describe('a record that a person has resolved by hand', () => {
  test.each(['booked-by-hand', 'not-needed', 'wrong-record'])(
    'a record resolved as %s is not booked when what it waited for comes, nor a day later',
    async (how) => {
      const id = await refused()
      expect(await resolve(id, how)).toMatchObject([{ result: 'done' }])
      expect(await stateOf(id)).toMatchObject({ nextAt: null, waitsFor: null })
      await mend()
      app.clock.advance(2 * DAY_MS)
      await app.erp.poll()
      expect(app.warehouse.records.size).toBe(0)
      expect(await caseOf(id)).toMatchObject({ state: 'resolved', resolved_how: how })
    },
  )

  test('a whole cause that is resolved by hand is booked no more, and leaves no record out', async () => {
    const ids = [await refused('c-1'), await refused('c-2')]
    const action = { action: 'resolve', how: 'not-needed', cause: 'item-unknown' }
    expect((await act(app, app.token, action)).body['results']).toMatchObject([
      { result: 'done' },
      { result: 'done' },
    ])
    await mend()
    expect(app.warehouse.records.size).toBe(0)
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ nextAt: null, waitsFor: null })
  })

  test('a record that has no answer yet is out of the line of its stock, and the next one is booked', async () => {
    app.netsuite.faults.next({ kind: 'permission-403', match: 'inventoryadjustment' })
    const id = await send(anAdjustment('c-1'))
    await app.erp.poll()
    await resolve(id, 'wrong-record')
    await send(anAdjustment('c-2', 1))
    await app.erp.poll()
    const [booked] = app.warehouse.records.values()
    expect(app.warehouse.records.size).toBe(1)
    expect(booked?.lines).toMatchObject([{ moves: [{ quantity: 1 }] }])
  })

  test('nothing that recovers makes it due again, even if it waits for that', async () => {
    const id = await refused()
    await resolve(id)
    const { db } = app.context
    await db.update(floorRecords).set({ waitsFor: 'sync' })
    expect(await release(db, ['sync'], new Date(app.clock.now()))).toBe(0)
    expect(await stateOf(id)).toMatchObject({ nextAt: null })
  })

  test('an attempt that outlived its lease and fails does not make it due again', async () => {
    const id = await refused()
    const past = new Date(app.clock.now() - 1)
    const { db } = app.context
    await db.update(floorRecords).set({ lease: 'late', leasedUntil: past })
    expect(await resolve(id)).toMatchObject([{ result: 'done' }])
    const outcome = { booking: 'failed', nextAt: past, waitsFor: 'account' } as const
    const key = { collection: ADJUSTMENTS, id }
    expect(await db.transaction((tx) => endAttempt(tx, key, 'late', outcome))).toBe(true)
    expect(await stateOf(id)).toMatchObject({ nextAt: null, waitsFor: null, lease: null })
  })
})

describe('trying it again', () => {
  test('a record resolved by hand is not tried again, alone or among others, until it is reopened', async () => {
    const id = await refused('c-1')
    const other = await refused('c-2')
    const before = refOf(await caseOf(id))
    await resolve(id)
    const alone = await startRetry(app, app.token, { keys: [before] })
    expect([alone.status, alone.body['detail']]).toEqual([409, refusals.nothingToRetry])
    const params = { collection: ADJUSTMENTS, id }
    const one = await call(app.app, endpoints.retryBooking, { token: app.token, params })
    expect([one.status, one.body['detail']]).toEqual([409, refusals.resolvedByHand])
    const both = await startRetry(app, app.token, { keys: [before, refOf(await caseOf(other))] })
    expect(both.body).toMatchObject({ total: 1 })
    await app.erp.poll()
    expect(await caseOf(id)).toMatchObject({ ...BY_HAND, failures: 1 })
  })

  test('a reopened record waits for a person to try it again, and is booked then', async () => {
    const id = await refused()
    await resolve(id)
    await act(app, app.token, { action: 'reopen', keys: [refOf(await caseOf(id))] })
    expect(await caseOf(id)).toMatchObject({ state: 'new', erp_number: null })
    await mend()
    expect(app.warehouse.records.size).toBe(0)
    const { status } = await startRetry(app, app.token, { keys: [refOf(await caseOf(id))] })
    expect(status).toBe(202)
    await app.erp.poll()
    expect(app.warehouse.records.size).toBe(1)
    expect(await caseOf(id)).toMatchObject({ state: 'resolved', resolved_how: 'booked' })
  })

  test('a record of a running retry leaves it when it is resolved by hand, and the retry ends without it', async () => {
    const first = await refused('c-1')
    const second = await refused('c-2')
    const keys = [refOf(await caseOf(first)), refOf(await caseOf(second))]
    const at = new Date(app.clock.now())
    const started = await app.context.db.transaction((tx) =>
      startRetryIn(
        tx,
        { keys: keys.map(({ record_id, collection }) => ({ collection, id: record_id })) },
        { by: 'root', collections: [ADJUSTMENTS] },
        at,
      ),
    )
    const retry = String(started?.retry.id)
    expect(await resolve(first)).toMatchObject([{ result: 'done' }])
    expect(await caseOf(first)).toMatchObject({ ...BY_HAND, retry_id: null })
    expect(await retryOf(app, app.token, retry)).toMatchObject({ waiting: 2, ended_at: null })
    await app.erp.poll()
    expect(await retryOf(app, app.token, retry)).toMatchObject({
      total: 2,
      succeeded: 0,
      failed: 1,
      waiting: 1,
      ended_at: at.toISOString(),
      stopped_because: null,
    })
    const again = await startRetry(app, app.token, { keys: [refOf(await caseOf(second))] })
    const alone = String(again.body['id'])
    await app.context.db.update(floorRecords).set({ lease: null })
    const { body } = await act(app, app.token, {
      action: 'resolve',
      how: 'not-needed',
      cause: 'item-unknown',
    })
    expect(body['results']).toMatchObject([{ record_id: second }])
    await app.erp.poll()
    expect((await retryOf(app, app.token, alone)).ended_at).not.toBeNull()
  })
})

describe('resolving by hand is too late', () => {
  test('for a record that is being sent at this moment, and its answer is kept', async () => {
    await refused()
    const free = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    const id = await send(anAdjustment('c-2'))
    const polled = app.erp.poll()
    await expect.poll(async () => (await stateOf(id))?.lease).not.toBeNull()
    const keys = [{ collection: ADJUSTMENTS, record_id: id, version: 0 }]
    const action = { action: 'resolve', how: 'not-needed', keys }
    expect((await act(app, app.token, action)).body['results']).toMatchObject([
      { record_id: id, result: 'changed', case: { state: 'new', kind: 'unanswered' } },
    ])
    free()
    await polled
    expect(await caseOf(id)).toMatchObject({ state: 'resolved', resolved_how: 'booked' })
    expect((await act(app, app.token, action)).body['results']).toMatchObject([{ result: 'gone' }])
  })

  test('for a record of a cause that is being sent, while the others are resolved', async () => {
    const ids = [await refused('c-1'), await refused('c-2')]
    const leasedUntil = new Date(app.clock.now() + DAY_MS)
    const sending = { lease: 'sends', leasedUntil }
    await app.context.db.update(floorRecords).set(sending).where(eq(floorRecords.clientId, 'c-1'))
    const action = { action: 'resolve', how: 'not-needed', cause: 'item-unknown' }
    const { body } = await act(app, app.token, action)
    const results = body['results'] as { record_id: string; result: string }[]
    expect(new Map(results.map((one) => [one.record_id, one.result]))).toEqual(
      new Map([
        [ids[0], 'changed'],
        [ids[1], 'done'],
      ]),
    )
    expect(await caseOf(ids[0] ?? '')).toMatchObject({ state: 'new' })
  })

  test('it waits for an answer that is being stored, and does not deadlock with it', async () => {
    const id = await refused()
    const keys = [refOf(await caseOf(id))]
    const { db } = app.context
    const late = await db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE floor_records SET booking = 'booked', next_at = NULL`)
      const asked = act(app, app.token, { action: 'resolve', how: 'not-needed', keys })
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).body['results']).toMatchObject([{ result: 'changed' }])
    expect(await caseOf(id)).toMatchObject({ state: 'new' })
  })
})
