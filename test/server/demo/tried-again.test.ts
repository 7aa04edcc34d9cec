/** What becomes of the demo's exceptions when a visitor presses 'Try again', and when nobody does. */
import { eq, or } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { ownAnswerOf } from '#contract/causes/own-answer.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { UNANSWERED_AFTER_MS } from '#contract/records/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { fillWarehouse } from '#test/demo/fill.ts'
import { demoAccount } from '#test/demo/people.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { listed } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { casesOf, retryOf, startRetry } from '#test/server/routes/exceptions/support.ts'

const MINUTE_MS = 60_000

let app: ErpApp
beforeAll(async () => {
  const warehouse = makeWarehouse({ inventory: 300 })
  app = await erpApp({ warehouse })
  const { netsuite, erp } = app
  await fillWarehouse({ ...app.context, erp }, { netsuite, account: demoAccount() })
})
afterAll(() => app.close())

const BOOKED = ['binAdjustmentRecords', 'binTransfer'] as const

/** The open adjustments and transfers, by cause. */
async function openByCause(): Promise<Map<string, { collection: string; record_id: string }[]>> {
  const cases = await casesOf(app, app.token)
  const settled = new Set(
    cases.filter(({ state }) => state === 'resolved').map(({ record_id }) => record_id),
  )
  const found = new Map<string, { collection: string; record_id: string }[]>()
  for (const collection of BOOKED)
    for (const row of await listed(app, app.token, collection)) {
      const [cause, record_id] = [causeIn(row), String(row['id'])]
      if (cause === null || settled.has(record_id)) continue
      found.set(cause, [...(found.get(cause) ?? []), { collection, record_id }])
    }
  return found
}

/** Null for a record that is booked, or has not waited for long. */
function causeIn(row: Row): string | null {
  const answer = ownAnswerOf(row)
  if (answer) return answer.success ? null : causeOf({ message: answer.message })
  const age = app.clock.now() - Date.parse(String(row['created_at']))
  return age >= UNANSWERED_AFTER_MS ? 'no-answer' : null
}

async function counts(): Promise<Record<string, number>> {
  return Object.fromEntries(
    [...(await openByCause())].map(([cause, records]) => [cause, records.length]),
  )
}

/** Tries records again. @returns how many are booked now and how many were refused again */
async function tryAgain(which: Row): Promise<readonly [booked: unknown, refused: unknown]> {
  const { status, body } = await startRetry(app, app.token, which)
  expect([status, body['detail']]).toEqual([202, undefined])
  await app.erp.poll()
  const { succeeded, failed, waiting } = await retryOf(app, app.token, String(body['id']))
  expect(waiting).toBe(0)
  return [succeeded, failed]
}

const versioned = (keys: readonly Row[]) => keys.map((key) => ({ ...key, version: 0 }))

test('the demo keeps its exceptions for almost an hour, although it tries some of them by itself', async () => {
  const before = await counts()
  expect(Object.keys(before).toSorted()).toEqual([
    'bin-inactive',
    'busy',
    'item-unknown',
    'lines-disagree',
    'negative-stock',
    'no-answer',
    'permission',
  ])
  for (let passed = 0; passed < 55; passed += 5) {
    app.clock.advance(5 * MINUTE_MS)
    await app.erp.poll()
  }
  expect(await counts()).toEqual(before)
})

test.each(['bin-inactive', 'permission', 'item-unknown'])(
  'what is tried again because of %s reaches NetSuite, which refuses it again',
  async (cause) => {
    const before = (await counts())[cause]
    expect(await tryAgain({ cause })).toEqual([0, before])
    expect((await counts())[cause]).toBe(before)
  },
)

test.each(['negative-stock', 'no-answer', 'busy'])(
  'what is tried again because of %s is booked',
  async (cause) => {
    const [first] = (await openByCause()).get(cause) ?? []
    expect(await tryAgain({ keys: versioned(first ? [first] : []) })).toEqual([1, 0])
  },
)

test('what NetSuite has not answered, or was too busy for, is booked by itself within some hours', async () => {
  const { db } = app.context
  const waits = or(eq(floorRecords.booking, 'waiting'), eq(floorRecords.waitsFor, 'account'))
  const waiting = () => db.select().from(floorRecords).where(waits)
  expect((await waiting()).length).toBeGreaterThan(5)
  for (let hours = 0; hours < 6; hours += 1) {
    app.clock.advance(60 * MINUTE_MS)
    await app.erp.poll()
  }
  expect(await waiting()).toEqual([])
})
