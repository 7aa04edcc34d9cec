/** Deleting an admin unassigns the cases and causes, tells consoles, and loses no answer of NetSuite. */
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { unassignAll } from '#server/db/mirror/cases/unassign.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { removeAdmin } from '#server/db/repositories/admins.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { act, askCases, casesOf, refOf } from '#test/server/routes/exceptions/support.ts'

const CAUSE = 'bin-inactive'

let app: TestApp
let root: string
beforeEach(async () => {
  app = await testApp()
  const features = ['binTransfer'] as const
  root = await (await aSuperAdmin(app.context, { features })).session()
  await anAdmin(app.context, { username: 'ada', features })
  await answer('2026-11-24T08:00:00.000Z')
})

/** The transfer is refused by NetSuite. */
const answer = (operation_time: string, message = 'The bin A-1 is inactive.') =>
  putRecords(
    app.context.db,
    'binTransfer',
    [
      {
        id: 'R1',
        netsuite_response: {
          message: 'Not booked',
          operation_time,
          netsuite_acknowledgment: { message, success: false },
        },
      },
    ],
    app.clock.now(),
  )

const onlyCase = async () => {
  const [one] = await casesOf(app, root)
  if (!one) throw new Error('there is no case')
  return one
}

const assign = async () =>
  act(app, root, { action: 'assign', assignee: 'ada', keys: [refOf(await onlyCase())] })

const remove = () =>
  call(app.app, endpoints.deleteAdmin, { token: root, params: { username: 'ada' } })

describe('an admin who has cases and causes', () => {
  test('is deleted with a step in their history, and consoles that follow hear of it', async () => {
    await assign()
    await act(app, root, { action: 'assign', cause: CAUSE, assignee: 'ada', note: 'Hers' })
    const before = await askCases(app, root)
    const { seq, epoch } = before.body
    const { version } = await onlyCase()
    expect((await remove()).status).toBe(200)
    const headers = { 'if-none-match': String(before.headers['etag']) }
    const after = await askCases(app, root, { seq, epoch }, headers)
    expect([after.status, after.body]).toMatchObject([
      200,
      {
        mode: 'delta',
        data: [{ record_id: 'R1', assignee: null, version: version + 1 }],
        owners: [{ cause: CAUSE, assignee: null, note: 'Hers' }],
      },
    ])
    const params = { collection: 'binTransfer', id: 'R1' }
    const notes = await call(app.app, exceptionEndpoints.caseNotes, { token: root, params })
    expect((notes.body['data'] as unknown[]).at(-1)).toMatchObject({
      step: 'assign',
      by: 'root',
      text: null,
    })
    const ofCause = await call(app.app, exceptionEndpoints.causeNotes, {
      token: root,
      params: { cause: CAUSE },
    })
    expect((ofCause.body['data'] as unknown[]).at(-1)).toMatchObject({ step: 'assign', text: null })
  })

  test('does not take along an answer of NetSuite that is stored while she is deleted', async () => {
    await assign()
    const late = await app.context.db.transaction(async (tx) => {
      await unassignAll(tx, 'ada', { by: 'root', at: new Date(app.clock.now()) })
      await removeAdmin(tx, 'ada')
      const stored = answer('2026-11-24T09:00:00.000Z', 'The item is inactive')
      await untilItWaits(tx, stored)
      return { stored }
    })
    await late.stored
    expect(await onlyCase()).toMatchObject({
      cause: 'item-inactive',
      assignee: null,
      last_failed_at: '2026-11-24T09:00:00.000Z',
    })
  })

  test('is deleted while answers are stored, again and again, and none is lost', async () => {
    for (let round = 1; round <= 5; round += 1) {
      await assign()
      const at = `2026-11-24T10:0${String(round)}:00.000Z`
      const [gone] = await Promise.all([remove(), answer(at)])
      expect(gone.status).toBe(200)
      expect(await onlyCase()).toMatchObject({ assignee: null, last_failed_at: at })
      await anAdmin(app.context, { username: 'ada', features: ['binTransfer'] })
    }
  })

  test('gets no case at the moment of the deletion', async () => {
    const keys = [refOf(await onlyCase())]
    const late = await app.context.db.transaction(async (tx) => {
      await unassignAll(tx, 'ada', { by: 'root', at: new Date(app.clock.now()) })
      await removeAdmin(tx, 'ada')
      const asked = act(app, root, { action: 'assign', assignee: 'ada', keys })
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect([200, 404]).toContain((await late.asked).status)
    expect(await onlyCase()).toMatchObject({ assignee: null })
  })
})
