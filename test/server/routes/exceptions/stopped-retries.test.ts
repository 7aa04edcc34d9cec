/** What becomes of the records that a retry had not finished when it stopped. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { startSession } from '#server/auth/sessions.ts'
import { BULK_RETRY_TIMEOUT_MS, settleRetries } from '#server/db/mirror/cases/settle-retries.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { ADJUSTMENTS, casesOf, refOf, startRetry } from '#test/server/routes/exceptions/support.ts'
import { anAdjustment, aScanner, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const BOOKING = 'inventoryadjustment'

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
})
afterEach(() => app.close())

/** A record that waits for a person after some faults. */
async function waitsAfter(...kinds: readonly FaultKind[]): Promise<void> {
  for (const kind of kinds) app.netsuite.faults.next({ kind, match: BOOKING })
  await sendRecord(app, await aScanner(app), ADJUSTMENTS, anAdjustment('c-1'))
  for (const _ of kinds) {
    await app.erp.poll()
    app.clock.advance(BULK_RETRY_TIMEOUT_MS)
  }
  expect(await onlyRecord()).toMatchObject({ booking: 'failed', nextAt: null })
}

async function retry(): Promise<void> {
  const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const keys = (await casesOf(app, token)).map(refOf)
  expect((await startRetry(app, token, { keys })).status).toBe(202)
}

/** The retry has taken more than an hour. */
async function stop(): Promise<void> {
  app.clock.advance(BULK_RETRY_TIMEOUT_MS + 1)
  await settleRetries(app.context.db, app.clock.now())
}

const onlyRecord = async () => (await app.context.db.select().from(floorRecords))[0]

async function report() {
  const token = await startSession(app.context.db, 'root', 'full', app.clock.now())
  const [row = {}] = await listed(app, token, ADJUSTMENTS)
  return (row['netsuite_response'] as Row)['message']
}

test('a record that a retry sent, and whose answer was lost with the server, stays due and is booked once', async () => {
  await waitsAfter('lock')
  const release = app.netsuite.faults.hold({ match: BOOKING })
  await retry()
  await expect.poll(() => app.netsuite.requests.underWay).toBe(1)
  await app.erp.close()
  release()
  await expect.poll(() => app.warehouse.records.size).toBe(1)
  await stop()
  expect(await report()).toBe('Not booked in NetSuite')
  const restarted = app.otherErp()
  await restarted.poll()
  await restarted.close()
  expect(await onlyRecord()).toMatchObject({ booking: 'booked' })
  expect([...app.warehouse.records.values()]).toMatchObject([{ type: BOOKING }])
})

test('a record that was sent before a retry, and not by it, waits for a person again', async () => {
  await waitsAfter('cut', 'lock')
  // Nothing is sent from here on.
  await app.erp.close()
  await retry()
  await stop()
  expect(await report()).toBe(
    'May already be booked in NetSuite. Check NetSuite before booking it by hand.',
  )
  expect(await onlyRecord()).toMatchObject({ sentAs: BOOKING, nextAt: null })
})
