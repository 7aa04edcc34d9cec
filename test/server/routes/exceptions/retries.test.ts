/** Retries of several records: watched, joined, stopped, and ended whatever happens. */
import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { BULK_RETRY_TIMEOUT_MS, settleRetries } from '#server/db/mirror/cases/settle-retries.ts'
import { isSentElsewhere } from '#server/db/mirror/cases/start-retry.ts'
import { audit } from '#server/db/schema/operations.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, aTransfer, sendRecord } from '#test/support/floor.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import {
  ADJUSTMENTS,
  askCases,
  casesOf,
  ofUnknownItem,
  refOf,
  retryOf,
  startRetry,
} from '#test/server/routes/exceptions/support.ts'

let app: ErpApp
let scanner: string
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
  scanner = await aScanner(app)
})
afterEach(() => app.close())

/** Refused records, each of an item of its own. */
async function refuse(count: number): Promise<void> {
  for (let nth = 1; nth <= count; nth += 1) {
    const body = ofUnknownItem(`c-${String(nth)}`, `WIDGET-${String(nth)}`)
    await sendRecord(app, scanner, ADJUSTMENTS, body)
  }
  await app.erp.poll()
}

/** The items that the records name come with the next sync. */
async function mend(count: number): Promise<void> {
  const [item] = app.warehouse.rows('item')
  for (let nth = 1; nth <= count; nth += 1)
    app.warehouse.add('item', { ...item, id: 100 + nth, itemid: `WIDGET-${String(nth)}` })
  const before = await app.erp.pull('items', 'root')
  expect(before.total).toBeGreaterThan(count)
}

/** After a sync the server books what waited for it by itself, which a retry must meet before that has ended. */
const holdBookings = () => app.netsuite.faults.hold({ match: 'inventoryadjustment' })

const start = async (which: Readonly<Record<string, unknown>>) => {
  const answer = await startRetry(app, app.token, which)
  return { status: answer.status, id: String(answer.body['id']), body: answer.body }
}
const states = async () =>
  (await app.context.db.select().from(floorRecords).orderBy(floorRecords.clientId)).map(
    ({ booking }) => booking,
  )

test('a whole cause is retried, and each record is booked once and its case resolved', async () => {
  await refuse(4)
  const release = holdBookings()
  await mend(4)
  const { status, id, body } = await start({ cause: 'item-unknown' })
  expect(status).toBe(202)
  expect(body).toMatchObject({ cause: 'item-unknown', by: 'root', total: 4 })
  release()
  await app.erp.poll()
  expect(await retryOf(app, app.token, id)).toMatchObject({
    total: 4,
    succeeded: 4,
    failed: 0,
    waiting: 0,
    ended_at: new Date(app.clock.now()).toISOString(),
    stopped_because: null,
  })
  expect(app.warehouse.records.size).toBe(4)
  expect((await casesOf(app, app.token)).map(({ state }) => state)).toEqual(
    Array(4).fill('resolved'),
  )
  const entries = await app.context.db.select().from(audit).orderBy(desc(audit.id)).limit(1)
  expect(entries).toMatchObject([
    { action: 'retry-started', target: 'item-unknown', detail: { after: { records: 4 } } },
  ])
})

test('records that fail again count as failed, and their cases are new again', async () => {
  await refuse(2)
  const [one, other] = await casesOf(app, app.token)
  if (!one || !other) throw new Error('there are not two cases')
  const { id } = await start({ keys: [refOf(one), refOf(other)] })
  await app.erp.poll()
  expect(await retryOf(app, app.token, id)).toMatchObject({ total: 2, failed: 2, waiting: 0 })
  expect(await casesOf(app, app.token)).toMatchObject([
    { state: 'new', failures: 2, retry_id: null },
    { state: 'new', failures: 2, retry_id: null },
  ])
})

test('a retry of a cause joins the one that is under way, and a call that is sent again finds its own', async () => {
  await refuse(2)
  const release = holdBookings()
  await mend(2)
  const action_id = randomUUID()
  const first = await start({ cause: 'item-unknown', action_id })
  const joined = await start({ cause: 'item-unknown' })
  const again = await start({ cause: 'item-unknown', action_id })
  const [one] = await casesOf(app, app.token)
  const chosen = await start({ keys: one ? [refOf(one)] : [] })
  expect([joined.id, again.id, chosen.id]).toEqual([first.id, first.id, first.id])
  expect(one?.retry_id).toBe(first.id)
  release()
  await app.erp.poll()
  expect(await retryOf(app, app.token, first.id)).toMatchObject({ succeeded: 2, total: 2 })
  expect(app.warehouse.records.size).toBe(2)
  expect((await start({ cause: 'item-unknown' })).status).toBe(409)
})

test('a retry stops after five faults in a row that are not the fault of the records', async () => {
  await refuse(9)
  app.netsuite.faults.next({ kind: 'permission-403', match: 'inventoryadjustment', times: 100 })
  await mend(9)
  const { id } = await start({ cause: 'item-unknown' })
  for (let round = 0; round < 10; round += 1) {
    app.clock.advance(60_000)
    await app.erp.poll()
  }
  const stopped = await retryOf(app, app.token, id)
  expect(stopped).toMatchObject({ total: 9, stopped_because: 'permission', succeeded: 0 })
  // Another one may have been on its way.
  expect(stopped.failed).toBeGreaterThanOrEqual(5)
  expect(stopped.failed).toBeLessThanOrEqual(6)
  expect(stopped.failed + stopped.waiting).toBe(9)
  expect(app.warehouse.records.size).toBe(0)
  app.netsuite.faults.clear()
  expect((await start({ cause: 'permission' })).status).toBe(202)
})

test('a retry whose records get no answer ends after an hour', async () => {
  await refuse(3)
  const { db } = app.context
  await db.update(floorRecords).set({ lease: 'lost', leasedUntil: new Date('2100-01-01') })
  const { id } = await start({ cause: 'item-unknown' })
  await app.erp.poll()
  await settleRetries(db, app.clock.now() + BULK_RETRY_TIMEOUT_MS)
  expect(await retryOf(app, app.token, id)).toMatchObject({ ended_at: null, waiting: 3 })
  await settleRetries(db, app.clock.now() + BULK_RETRY_TIMEOUT_MS + 1)
  expect(await retryOf(app, app.token, id)).toMatchObject({
    stopped_because: 'no-answer',
    total: 3,
    waiting: 3,
  })
})

test('what is not booked from here or is unknown cannot be retried', async () => {
  const keys = [
    { collection: 'binCountRecords', record_id: 'R1', version: 0 },
    { collection: ADJUSTMENTS, record_id: 'R1', version: 0 },
  ]
  expect((await start({ keys })).status).toBe(409)
})

test('a record that does not exist is not said to have been sent by another server', async () => {
  const unknown = { collection: ADJUSTMENTS, record_id: 'mistyped', version: 0 }
  const detailOf = async (...keys: Row[]) => (await start({ keys })).body['detail']
  expect(await detailOf(unknown)).toBe(refusals.nothingToRetry)
  await putRecords(app.context.db, ADJUSTMENTS, [{ id: 'old-1' }], app.clock.now())
  const old = { ...unknown, record_id: 'old-1' }
  expect(await detailOf(old, unknown)).toBe(refusals.nothingToRetry)
  expect(await detailOf(old, old)).toBe(refusals.notSentFromHere)
})

test('why a retry is refused is read without locking records, because the cases are locked by then', async () => {
  const { db } = app.context
  await putRecords(db, ADJUSTMENTS, [{ id: 'old-1' }], app.clock.now())
  const keys = [{ collection: ADJUSTMENTS, id: 'old-1' }]
  // A transaction that only reads cannot lock a row.
  const readOnly = { accessMode: 'read only' } as const
  expect(await db.transaction((tx) => isSentElsewhere(tx, { keys }, [ADJUSTMENTS]), readOnly)).toBe(
    true,
  )
})

test('records that another server has sent are not sent again, and the refusal says what to do', async () => {
  const answer = { message: 'The bin A-01 is inactive.', success: false }
  const row = { id: 'old-1', netsuite_response: { netsuite_acknowledgment: answer } }
  await putRecords(app.context.db, ADJUSTMENTS, [row], app.clock.now())
  await putRecords(app.context.db, 'binCountRecords', [row], app.clock.now())
  const detailOf = async (which: Row) => (await start(which)).body['detail']
  const key = { collection: ADJUSTMENTS, record_id: 'old-1', version: 0 }
  const count = { ...key, collection: 'binCountRecords' }
  expect(await detailOf({ cause: 'bin-inactive' })).toBe(refusals.notSentFromHere)
  expect(await detailOf({ keys: [key] })).toBe(refusals.notSentFromHere)
  expect(await detailOf({ keys: [count] })).toBe(refusals.nothingToRetry)
})

test('a chosen record that was booked meanwhile has succeeded, alone and among others', async () => {
  const { body } = await sendRecord(app, scanner, ADJUSTMENTS, anAdjustment('c-0'))
  await app.erp.poll()
  const booked = { collection: ADJUSTMENTS, record_id: String(body['id']), version: 0 }
  const alone = await start({ keys: [booked] })
  expect(alone.status).toBe(202)
  const ended_at = new Date(app.clock.now()).toISOString()
  expect(alone.body).toMatchObject({ total: 1, succeeded: 1, failed: 0, waiting: 0, ended_at })

  await refuse(1)
  const [one] = await casesOf(app, app.token)
  if (!one) throw new Error('there is no case')
  const { id, body: begun } = await start({ keys: [booked, refOf(one)] })
  expect(begun).toMatchObject({ total: 2, succeeded: 1, waiting: 1, ended_at: null })
  await app.erp.poll()
  expect(await retryOf(app, app.token, id)).toMatchObject({
    total: 2,
    succeeded: 1,
    failed: 1,
    waiting: 0,
    ended_at,
  })
  expect(await states()).toEqual(['booked', 'failed'])
  const entries = await app.context.db.select().from(audit).orderBy(desc(audit.id)).limit(2)
  expect(entries.map(({ target }) => target)).toEqual([
    '2 records',
    `${ADJUSTMENTS}/${booked.record_id}`,
  ])
  expect(app.warehouse.records.size).toBe(1)
})

/** A transfer of an item that the account lacks. */
async function refuseTransfer(): Promise<void> {
  const unknown = JSON.stringify(aTransfer('t-1'))
    .replaceAll('BOLT', 'GADGET')
    .replaceAll('"5"', '"999"')
  await sendRecord(app, scanner, 'binTransfer', JSON.parse(unknown) as Row)
  await app.erp.poll()
}

test('a whole cause is retried as far as the super admin may see its records', async () => {
  await refuse(2)
  const of = async (username: string, features: readonly AdminFeature[]) =>
    (await aSuperAdmin(app.context, { username, features })).session()
  const transfers = await of('transfers', ['binTransfer'])
  const cause = { cause: 'item-unknown' }
  expect((await startRetry(app, transfers, cause)).status).toBe(409)
  await refuseTransfer()
  const release = holdBookings()
  await mend(2)
  const adjustments = await startRetry(app, await of('adjustments', ['binAdjustment']), cause)
  expect([adjustments.status, adjustments.body['total']]).toEqual([202, 2])
  // What is under way does not keep the other records from being retried.
  const others = await startRetry(app, transfers, cause)
  expect([others.status, others.body['total']]).toEqual([202, 1])
  release()
  await app.erp.poll()
})

test('a person sees the retries of the kinds that the person may see, with the counts of these alone', async () => {
  await refuse(2)
  await refuseTransfer()
  const { id } = await start({ keys: (await casesOf(app, app.token)).map(refOf) })
  await app.erp.poll()
  const seenBy = async (features: readonly AdminFeature[]) => {
    const username = features.join('-')
    const token = await (await anAdmin(app.context, { username, features })).session()
    const one = await call(app.app, exceptionEndpoints.retry, { token, params: { id } })
    const { body } = await askCases(app, token)
    return [one.status, one.body['total'], one.body['failed'], body['retries']]
  }
  const listed = (total: number) => [expect.objectContaining({ id, total, failed: total })]
  expect(await seenBy(['binAdjustment', 'binTransfer'])).toEqual([200, 3, 3, listed(3)])
  expect(await seenBy(['binAdjustment'])).toEqual([200, 2, 2, listed(2)])
  expect(await seenBy(['binTransfer', 'bincount'])).toEqual([200, 1, 1, listed(1)])
  expect(await seenBy(['bincount'])).toEqual([404, undefined, undefined, []])
})
