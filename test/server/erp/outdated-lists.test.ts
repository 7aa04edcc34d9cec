/** After an upgrade the server pulls what an earlier version has read, and bookings wait for it. */
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { type PulledList, pulledLists } from '#contract/lists.ts'
import { startSession } from '#server/auth/sessions.ts'
import { records } from '#server/db/schema/mirror.ts'
import { runs } from '#server/db/schema/runs.ts'
import { SCHEDULE } from '#server/erp/schedule.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { aScanner, anAdjustment, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const list of pulledLists) await app.pull(list)
})
afterEach(() => app.close())

/** As if an earlier version had read these lists. */
async function readByOther(...lists: PulledList[]): Promise<void> {
  await app.context.db
    .update(runs)
    .set({ reading: sql`${runs.reading} || '{"query": "of an earlier version"}'::jsonb` })
    .where(inArray(runs.collection, lists))
}

/** As if an earlier version had read these rows, which did not know a field. */
async function withoutField(list: PulledList, field: string): Promise<void> {
  await app.context.db
    .update(records)
    .set({ body: sql`${records.body} - ${field}::text`, hash: 'of other fields' })
    .where(eq(records.collection, list))
}

/** The lists that were pulled since, with who asked. */
async function pulledSince(at: number): Promise<string[]> {
  const found = await app.context.db.select().from(runs)
  return found
    .filter(({ startedAt, state }) => startedAt.getTime() >= at && state === 'success')
    .map(({ collection, startedBy }) => `${collection} by ${startedBy}`)
    .toSorted()
}

/** When it looked, and whether lists may be left. */
async function readOlder(): Promise<{ since: number; isLeft: boolean }> {
  app.clock.advance(60_000)
  const isLeft = await app.erp.readOlder(SCHEDULE)
  return { since: app.clock.now(), isLeft }
}

test('lists that an earlier version has read are pulled again, once, and no others', async () => {
  await readByOther('locations', 'items')
  const first = await readOlder()
  expect(first.isLeft).toBe(true)
  const both = [`items by ${SCHEDULE}`, `locations by ${SCHEDULE}`]
  await expect.poll(() => pulledSince(first.since)).toEqual(both)
  await expect.poll(async () => (await readOlder()).isLeft).toBe(false)
  const later = await readOlder()
  await app.pull('bins')
  expect(await pulledSince(later.since)).toEqual(['bins by root'])
})

test('a reading of everything that is under way is not cut short', async () => {
  await readByOther('locations')
  app.clock.advance(60_000)
  await app.erp.readAgain('root')
  const { since, isLeft } = await readOlder()
  expect(isLeft).toBe(true)
  const lists = ['bins', 'inventory', 'items', 'locations', 'salesOrders']
  // The warehouse has nothing else.
  const all = lists.map((list) => `${list} by root`)
  await expect.poll(() => pulledSince(since - 60_000)).toEqual(all)
})

test.each([
  ['unreachable', true],
  ['permission', false],
] as const)(
  'after a pull that failed as %s, the list of an earlier version is tried again: %s',
  async (fault, isTried) => {
    await readByOther('locations')
    app.clock.advance(60_000)
    const kind = fault === 'permission' ? 'permission-403' : 'cut-before'
    app.netsuite.faults.next({ kind, match: 'location', times: 100 })
    await app.erp.pull('locations', 'root').catch(() => undefined)
    app.netsuite.faults.clear()
    const ended = await app.context.db.select().from(runs).where(eq(runs.fault, fault))
    expect(ended.map(({ collection, state }) => `${collection} ${state}`)).toEqual([
      'locations failed',
    ])
    const { since } = await readOlder()
    // A pull that begins later ends later, because one list is read after the other.
    await app.erp.pull('bins', 'root')
    const tried = () => pulledSince(since)
    const expected = isTried ? [`locations by ${SCHEDULE}`] : []
    await expect.poll(tried).toEqual(['bins by root', ...expected])
  },
)

test.each([
  ['locations', 'subsidiary_id', 'Location WH 1'],
  ['items', 'lot_item', 'Item BOLT'],
] as const)(
  'a record on %s that were read without %s waits for their pull and is then booked once',
  async (list, field, named) => {
    await withoutField(list, field)
    const scanner = await aScanner(app)
    const sent = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
    expect(sent.status).toBe(201)
    await app.erp.poll()
    expect(await answer()).toEqual({
      message: 'Not booked in NetSuite yet. Retrying after the next sync.',
      reason: `${named} isn't in the NetSuite data of this version. Sync ${list}, then try again.`,
    })
    expect(app.warehouse.records.size).toBe(0)
    // What the ERP has did not change: only a whole reading brings the field.
    await readByOther(list)
    await readOlder()
    await expect.poll(async () => (await answer()).reason).toBe('Booked')
    expect([...app.warehouse.records.values()].map(({ saves }) => saves)).toEqual([1])
  },
)

async function answer() {
  const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const [record] = await listed(app, token, 'binAdjustmentRecords')
  const response = record?.['netsuite_response'] as Row | undefined
  const acknowledgment = response?.['netsuite_acknowledgment'] as Row | undefined
  return { message: response?.['message'], reason: acknowledgment?.['message'] }
}
