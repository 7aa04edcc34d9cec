/**
 * What a caller asks of the connector begins in a transaction of the call, which checks the access of the
 * caller (decisions/server/access.md). Once begun, it continues without the call.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Transacts } from '#server/db/database.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { runs } from '#server/db/schema/runs.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'

const REFUSED = new Error('who asks has signed out')

/** A call that is refused in its transaction, such as one whose session has ended. */
const refused: Transacts = { transaction: () => Promise.reject(REFUSED) }

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
})
afterEach(() => app.close())

const runsNow = () => app.context.db.select().from(runs)

describe('a pull', () => {
  test('a pull of a refused call does not begin', async () => {
    await expect(app.erp.pull('bins', 'root', refused)).rejects.toBe(REFUSED)
    expect(await runsNow()).toEqual([])
    expect(app.netsuite.requests.log).toEqual([])
  })

  test('a pull of a refused call is begun by the next permitted caller that has joined it', async () => {
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

  test('a waiting pull checks access once, and continues after the session has expired', async () => {
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

  test('a refused call does not cancel a pull', async () => {
    const release = app.netsuite.faults.hold()
    const pulled = app.erp.pull('bins', 'root')
    await expect.poll(async () => (await app.erp.progress()).length).toBe(1)
    await expect(app.erp.cancel('bins', 'ada', refused)).rejects.toBe(REFUSED)
    release()
    expect(await pulled).toMatchObject({ result: 'success' })
  })
})

test('a booking of a refused call does not begin', async () => {
  // Without locations and bins in the mirror nothing is booked automatically.
  const scanner = await aScanner(app)
  const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
  await app.erp.poll()
  const key = { collection: 'binAdjustmentRecords', id: String(body['id']) }
  const before = await app.context.db.select().from(floorRecords)
  app.netsuite.requests.reset()
  await expect(app.erp.book(key, refused)).rejects.toBe(REFUSED)
  expect(await app.context.db.select().from(floorRecords)).toEqual(before)
  expect(app.netsuite.requests.log).toEqual([])
  const retried = await call(app.app, endpoints.retryBooking, { token: app.token, params: key })
  expect(retried.status).toBe(200)
})
