/** Cases of refused records, and what people do to them. */
import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { CASES_KEPT_MS } from '#contract/records/exceptions.ts'
import { forgetCases } from '#server/db/mirror/cases/settle-retries.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { audit } from '#server/db/schema/operations.ts'
import { runs } from '#server/db/schema/runs.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import {
  act,
  ADJUSTMENTS,
  askCases,
  casesOf,
  ofUnknownItem,
  refOf,
} from '#test/server/routes/exceptions/support.ts'

const MINUTE_MS = 60_000

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app)
})
afterEach(() => app.close())

async function refused(clientId: string): Promise<string> {
  const { body } = await sendRecord(app, scanner, ADJUSTMENTS, ofUnknownItem(clientId))
  await app.erp.poll()
  return String(body['id'])
}

const onlyCase = async () => {
  const [one, another] = await casesOf(app, app.token)
  if (!one || another) throw new Error('there is not exactly one case')
  return one
}
const retry = (id: string) =>
  call(app.app, endpoints.retryBooking, {
    token: app.token,
    params: { collection: ADJUSTMENTS, id },
  })

describe('the case of a record', () => {
  test('a refused record has a case, a booked one has none, and a booking resolves the case', async () => {
    await sendRecord(app, scanner, ADJUSTMENTS, anAdjustment('c-1'))
    const id = await refused('c-2')
    expect(await onlyCase()).toMatchObject({
      collection: ADJUSTMENTS,
      record_id: id,
      kind: 'refused',
      cause: 'item-unknown',
      state: 'new',
      failures: 1,
      version: 1,
    })
    app.warehouse.add('item', { ...app.warehouse.rows('item')[0], id: 77, itemid: 'WIDGET' })
    await app.pull('items')
    await app.erp.poll()
    expect((await retry(id)).body['outcome']).toBe('succeeded')
    expect(await onlyCase()).toMatchObject({
      state: 'resolved',
      resolved_how: 'booked',
      resolved_by: null,
    })
  })

  test('a case that a person tried again in vain is new again, with its history', async () => {
    const id = await refused('c-1')
    await act(app, app.token, { action: 'acknowledge', keys: [refOf(await onlyCase())] })
    expect(await onlyCase()).toMatchObject({ state: 'acknowledged' })
    app.clock.advance(MINUTE_MS)
    await retry(id)
    expect(await onlyCase()).toMatchObject({
      state: 'new',
      failures: 2,
      reopened_at: new Date(app.clock.now()).toISOString(),
    })
    const notes = await call(app.app, exceptionEndpoints.caseNotes, {
      token: app.token,
      params: { collection: ADJUSTMENTS, id },
    })
    expect(notes.body['data']).toMatchObject([
      { step: 'acknowledge', by: 'root' },
      { step: 'failed', by: null, text: 'item-unknown' },
    ])
  })

  test('an automatic attempt that fails with the same cause changes no decision', async () => {
    const answer = (at: string) => ({
      id: 'R1',
      netsuite_response: {
        message: 'Not booked in NetSuite',
        operation_time: at,
        netsuite_acknowledgment: { message: 'The bin A-1 is inactive.', success: false },
      },
    })
    const put = (at: string) =>
      putRecords(app.context.db, 'binTransfer', [answer(at)], app.clock.now())
    await put('2026-11-24T08:00:00.000Z')
    await act(app, app.token, { action: 'acknowledge', keys: [refOf(await onlyCase())] })
    await put('2026-11-24T08:10:00.000Z')
    await put('2026-11-24T08:10:00.000Z')
    expect(await onlyCase()).toMatchObject({
      cause: 'bin-inactive',
      state: 'acknowledged',
      failures: 2,
      first_failed_at: '2026-11-24T08:00:00.000Z',
      last_failed_at: '2026-11-24T08:10:00.000Z',
    })
  })

  test('a resolved case is forgotten after 180 days, and clients fetch all cases then', async () => {
    await refused('c-1')
    await act(app, app.token, {
      action: 'resolve',
      how: 'not-needed',
      keys: [refOf(await onlyCase())],
    })
    const { body } = await askCases(app, app.token)
    const { db } = app.context
    expect(await forgetCases(db, app.clock.now() + CASES_KEPT_MS)).toBe(0)
    expect(await forgetCases(db, app.clock.now() + CASES_KEPT_MS + 1)).toBe(1)
    const after = await askCases(app, app.token, { seq: body['seq'], epoch: body['epoch'] })
    expect(after.body).toMatchObject({ mode: 'full', data: [] })
  })
})

describe('what people do', () => {
  test('a case is acknowledged, assigned, snoozed, noted, resolved by hand and reopened', async () => {
    await refused('c-1')
    await anAdmin(app.context, { username: 'Nora', features: ['binAdjustment'] })
    const steps = [
      [{ action: 'acknowledge' }, { state: 'acknowledged' }],
      [
        { action: 'assign', assignee: 'nora', note: 'Please look' },
        { assignee: 'Nora', notes: 1 },
      ],
      [
        { action: 'snooze', until: '2030-01-01T06:00:00Z' },
        { snoozed_until: '2030-01-01T06:00:00.000Z' },
      ],
      [{ action: 'note', text: 'Called the supplier' }, { notes: 2 }],
      [
        { action: 'resolve', how: 'booked-by-hand', erp_number: 'IA-77' },
        { state: 'resolved', resolved_by: 'root', erp_number: 'IA-77', snoozed_until: null },
      ],
      [{ action: 'reopen' }, { state: 'new', resolved_by: null, erp_number: null }],
    ] as const
    for (const [action, expected] of steps) {
      const { body } = await act(app, app.token, { ...action, keys: [refOf(await onlyCase())] })
      expect(body['results']).toMatchObject([{ result: 'done' }])
      expect(await onlyCase()).toMatchObject(expected)
    }
  })

  test('of two admins who act on the same case, one wins and the other is told how it is now', async () => {
    await refused('c-1')
    const keys = [refOf(await onlyCase())]
    const features = ['binAdjustment'] as const
    const zoe = await aSuperAdmin(app.context, { username: 'zoe', features })
    const other = await zoe.session()
    const asked = [
      act(app, app.token, { action: 'acknowledge', keys }),
      act(app, other, { action: 'resolve', how: 'wrong-record', keys }),
    ]
    const told = await Promise.all(asked)
    const answers = told.map(({ body }) => body['results'])
    const results = answers.flat() as { result: string; case?: { state: string } }[]
    expect(results.map(({ result }) => result).toSorted()).toEqual(['changed', 'done'])
    const { state } = await onlyCase()
    expect(results.find(({ result }) => result === 'changed')?.case?.state).toBe(state)
  })

  test('an action that is sent again has no further effect and gets the same answer', async () => {
    await refused('c-1')
    const action = { action: 'note', text: 'Once', action_id: randomUUID() }
    const keys = [refOf(await onlyCase())]
    const first = await act(app, app.token, { ...action, keys })
    const again = await act(app, app.token, { ...action, keys })
    expect(again.body).toEqual(first.body)
    expect(await onlyCase()).toMatchObject({ notes: 1 })
  })

  test('a whole cause is acted on at once, with one entry in the audit trail', async () => {
    for (const nth of [1, 2, 3]) await refused(`c-${String(nth)}`)
    await act(app, app.token, { action: 'acknowledge', cause: 'item-unknown' })
    const all = await casesOf(app, app.token)
    expect(all.map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged', 'acknowledged'])
    const [entry] = await app.context.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
    expect(entry).toMatchObject({
      action: 'cases-acknowledged',
      target: 'item-unknown',
      detail: { after: { records: 3 } },
    })
  })

  test('a cause has an owner and notes of its own, whatever records come', async () => {
    await act(app, app.token, { action: 'assign', cause: 'busy', assignee: 'root', note: 'On it' })
    await act(app, app.token, { action: 'note', cause: 'busy', text: 'Fewer syncs at noon' })
    const { body } = await askCases(app, app.token)
    expect(body['owners']).toMatchObject([{ cause: 'busy', assignee: 'root', note: 'On it' }])
    const notes = await call(app.app, exceptionEndpoints.causeNotes, {
      token: app.token,
      params: { cause: 'busy' },
    })
    expect(notes.body['data']).toMatchObject([
      { step: 'assign', text: 'root' },
      { step: 'note', text: 'On it' },
      { step: 'note', text: 'Fewer syncs at noon' },
    ])
  })

  test('a record that waits for its answer gets a case when a person acts on it', async () => {
    const release = app.netsuite.faults.hold({ match: 'inventoryadjustment' })
    const { body } = await sendRecord(app, scanner, ADJUSTMENTS, anAdjustment('c-1'))
    const key = { collection: ADJUSTMENTS, record_id: String(body['id']), version: 0 }
    await act(app, app.token, { action: 'acknowledge', keys: [key] })
    expect(await onlyCase()).toMatchObject({ kind: 'unanswered', state: 'acknowledged' })
    release()
    await app.erp.poll()
    expect(await onlyCase()).toMatchObject({ state: 'resolved', resolved_how: 'booked' })
    const late = await act(app, app.token, { action: 'acknowledge', keys: [key] })
    expect(late.body['results']).toMatchObject([{ result: 'gone' }])
  })
})

describe('the case of a sync that fails again after a decision', () => {
  const failedSync = async (
    id: string,
    minutes: number,
    error = 'You have no permission',
  ): Promise<string> => {
    const at = new Date(app.clock.now() + minutes * MINUTE_MS)
    const times = { startedAt: at, heartbeatAt: at, endedAt: at }
    await app.context.db.insert(runs).values({
      id,
      collection: 'bins',
      startedBy: 'ada',
      ...times,
      state: 'failed',
      error,
    })
    return at.toISOString()
  }
  const decide = (action: Record<string, unknown>, version: number, token = app.token) =>
    act(app, token, {
      ...action,
      keys: [{ collection: 'bins', record_id: 'sync', version }],
    })
  const resolve = { action: 'resolve', how: 'not-needed' }

  test('is about the last failure: what is decided then concerns it, and not the failure before', async () => {
    await failedSync('one', 1)
    await decide(resolve, 0)
    const again = await failedSync('two', 2)
    const { version } = await onlyCase()
    const until = new Date(app.clock.now() + 90 * MINUTE_MS).toISOString()
    await decide({ action: 'snooze', until }, version)
    // A device shows a sync that failed after the case as new, whatever the case says.
    const snoozed = await onlyCase()
    expect(snoozed).toMatchObject({ state: 'new', snoozed_until: until, last_failed_at: again })
    expect(snoozed).toMatchObject({ failures: 2, resolved_by: null })
    const last = await failedSync('three', 3)
    expect((await decide(resolve, snoozed.version)).body['results']).toMatchObject([
      { result: 'done' },
    ])
    expect(await onlyCase()).toMatchObject({ state: 'resolved', last_failed_at: last })
    const notes = await call(app.app, exceptionEndpoints.caseNotes, {
      token: app.token,
      params: { collection: 'bins', id: 'sync' },
    })
    const steps = (notes.body['data'] as { step: string }[]).map(({ step }) => step)
    expect(steps).toEqual(['resolve', 'failed', 'snooze', 'resolve'])
  })

  test('is new again if it fails for another reason, about which nothing has been decided', async () => {
    const until = new Date(app.clock.now() + 90 * MINUTE_MS).toISOString()
    await failedSync('one', 1)
    await decide({ action: 'snooze', until }, 0)
    await failedSync('two', 2)
    const { version } = await onlyCase()
    await decide({ action: 'note', text: 'Same again' }, version)
    expect(await onlyCase()).toMatchObject({ snoozed_until: until, failures: 2 })
    await failedSync('three', 3, 'NetSuite is not reachable')
    await decide({ action: 'note', text: 'Something else' }, version)
    expect(await onlyCase()).toMatchObject({ state: 'new', snoozed_until: null, failures: 3 })
  })

  test('may be acknowledged by whoever may see it, because nothing is resolved any more', async () => {
    const kim = await anAdmin(app.context, { username: 'Kim', features: ['bins', 'bincount'] })
    const token = await kim.session()
    await failedSync('one', 1)
    await decide(resolve, 0)
    const { version } = await onlyCase()
    expect((await decide({ action: 'acknowledge' }, version, token)).status).toBe(403)
    await failedSync('two', 2)
    expect((await decide({ action: 'acknowledge' }, version, token)).status).toBe(200)
    expect(await onlyCase()).toMatchObject({ state: 'acknowledged' })
  })
})
