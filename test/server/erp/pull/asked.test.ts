/**
 * What somebody asks of the connector begins in a transaction of the call, which looks at the right to ask
 * (decisions/server/access.md); what has begun goes on without it.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Transacts } from '#server/db/database.ts'
import { floorRecords, runs } from '#server/db/schema.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { call } from '#test/support/server/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'

const REFUSED = new Error('who asks has signed out')

/** A call that is refused in its transaction, as one is whose session has ended. */
const refused: Transacts = { transaction: () => Promise.reject(REFUSED) }

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
})
afterEach(() => app.close())

const runsNow = () => app.context.db.select().from(runs)

describe('a pull', () => {
  test('of a call that is refused then is not begun', async () => {
    await expect(app.erp.pull('bins', 'root', refused)).rejects.toBe(REFUSED)
    expect(await runsNow()).toEqual([])
    expect(app.netsuite.requests.log).toEqual([])
  })

  test('is begun by the next one who has joined it, whose own call is in order', async () => {
    const waiting: (() => void)[] = []
    const later: Transacts = {
      transaction: () => new Promise((_resolve, reject) => waiting.push(() => reject(REFUSED))),
    }
    const all = Promise.allSettled([
      app.erp.pull('bins', 'root', later),
      app.erp.pull('bins', 'ada'),
      app.erp.pull('bins', 'bob'),
    ])
    await expect.poll(() => waiting.length).toBe(1)
    waiting[0]?.()
    const [first, ...joined] = await all
    expect(first).toEqual({ status: 'rejected', reason: REFUSED })
    for (const one of joined) expect(one).toMatchObject({ value: { result: 'success' } })
    expect(await runsNow()).toMatchObject([{ startedBy: 'ada', state: 'success' }])
  })

  test('asks once: one that waits for a place goes on when its session is over', async () => {
    const release = app.netsuite.faults.hold()
    const others = Promise.all([app.erp.pull('bins', 'root'), app.erp.pull('items', 'root')])
    await expect.poll(async () => (await app.erp.progress()).length).toBe(2)
    let asked = 0
    const once: Transacts = {
      transaction: (work) => {
        asked += 1
        return asked === 1 ? app.context.db.transaction(work) : refused.transaction(work)
      },
    }
    const waiting = app.erp.pull('locations', 'ada', once)
    await expect.poll(async () => (await runsNow()).map(({ state }) => state)).toContain('waiting')
    release()
    await others
    expect(await waiting).toMatchObject({ result: 'success' })
    expect(asked).toBe(1)
  })

  test('is not cancelled by a call that is refused then', async () => {
    const release = app.netsuite.faults.hold()
    const pulled = app.erp.pull('bins', 'root')
    await expect.poll(async () => (await app.erp.progress()).length).toBe(1)
    await expect(app.erp.cancel('bins', 'ada', refused)).rejects.toBe(REFUSED)
    release()
    expect(await pulled).toMatchObject({ result: 'success' })
  })
})

test('a booking that is asked for by a call that is refused then is not begun', async () => {
  // Without places and bins in the mirror nothing is booked by itself.
  const scanner = await aScanner(app)
  const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
  await app.erp.wake()
  const key = { collection: 'binAdjustmentRecords', id: String(body['id']) }
  const before = await app.context.db.select().from(floorRecords)
  app.netsuite.requests.reset()
  await expect(app.erp.book(key, refused)).rejects.toBe(REFUSED)
  expect(await app.context.db.select().from(floorRecords)).toEqual(before)
  expect(app.netsuite.requests.log).toEqual([])
  const retried = await call(app.app, endpoints.retryBooking, { token: app.token, params: key })
  expect(retried.status).toBe(200)
})
