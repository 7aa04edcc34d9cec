/** Who sees which cases, who may do what, and how a client follows the changes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { type CauseOwner, RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import { refusals } from '#contract/refusals.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { runs } from '#server/db/schema/runs.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { act, askCases, casesOf, refOf } from '#test/server/routes/exceptions/support.ts'

const FLAGS = ['bincount', 'binAdjustment', 'binTransfer', 'inbound'] as const
const ALL = [...FLAGS, 'bins'] as const

let app: TestApp
let root: string
const tokens = new Map<string, string>()
const withFlags = async (username: string, features: readonly AdminFeature[]): Promise<string> => {
  const known = tokens.get(username)
  const token = known ?? (await (await anAdmin(app.context, { username, features })).session())
  tokens.set(username, token)
  return token
}

beforeAll(async () => {
  app = await testApp()
  root = await (await aSuperAdmin(app.context, { features: ALL })).session()
  for (const collection of RECORD_COLLECTIONS)
    await putRecords(
      app.context.db,
      collection,
      [1, 2].map((id) => ({ id, netsuite_response: refusal(`Bin ${String(id)} is inactive`) })),
      app.clock.now(),
    )
})
afterAll(() => app.close())

function refusal(message: string, at = '2026-11-24T08:00:00.000Z') {
  const netsuite_acknowledgment = { message, success: false }
  return { message: 'Not booked', operation_time: at, netsuite_acknowledgment }
}

describe('what a caller sees', () => {
  test.each(FLAGS)('with the flag %s alone: the cases of that kind and no others', async (flag) => {
    const token = await withFlags(`only-${flag}`, [flag])
    const seen = new Set((await casesOf(app, token)).map(({ collection }) => collection))
    const kind = RECORD_COLLECTIONS[FLAGS.indexOf(flag)]
    expect([...seen]).toEqual([kind])
  })

  test('what a caller may not see is gone for every action, and its notes are missing', async () => {
    const token = await withFlags('only-inbound', ['inbound'])
    const hidden = { collection: 'binTransfer', record_id: '1', version: 1 }
    const { body } = await act(app, token, { action: 'acknowledge', keys: [hidden] })
    expect(body['results']).toEqual([{ ...withoutVersion(hidden), result: 'gone' }])
    const params = { collection: 'binTransfer', id: '1' }
    const notes = await call(app.app, exceptionEndpoints.caseNotes, { token, params })
    expect(notes.status).toBe(404)
    await act(app, token, { action: 'acknowledge', cause: 'bin-inactive' })
    const others = (await casesOf(app, root)).filter(
      (one) => one.collection !== 'inboundDataRecords',
    )
    expect(others.every(({ state }) => state === 'new')).toBe(true)
  })

  test.each(['a', 'admins', 'wmsAiUsers', 'settings', 'bins'])(
    'a key in %s is gone even for a super admin, unless a sync of it failed',
    async (collection) => {
      const keys = [{ collection, record_id: 'root', version: 0 }]
      const { body } = await act(app, root, { action: 'acknowledge', keys })
      expect(body['results']).toMatchObject([{ result: 'gone' }])
    },
  )
})

function withoutVersion({ collection, record_id }: { collection: string; record_id: string }) {
  return { collection, record_id }
}

describe('what a caller may do', () => {
  test('an admin takes a case and gives it back, but assigns no one else and resolves nothing by hand', async () => {
    const token = await withFlags('Hana', ['binTransfer'])
    const act1 = async (action: Readonly<Record<string, unknown>>) => {
      const [one] = await casesOf(app, token)
      if (!one) throw new Error('there is no case')
      return (await act(app, token, { ...action, keys: [refOf(one)] })).status
    }
    expect(await act1({ action: 'assign', assignee: 'hana' })).toBe(200)
    expect((await casesOf(app, token))[0]?.assignee).toBe('Hana')
    expect(await act1({ action: 'assign', assignee: null })).toBe(200)
    expect(await act1({ action: 'assign', assignee: 'root' })).toBe(403)
    expect(await act1({ action: 'assign', assignee: 'nobody-here' })).toBe(403)
    expect(await act1({ action: 'resolve', how: 'not-needed' })).toBe(403)
    const byRoot = { action: 'assign', assignee: 'nobody-here', cause: 'busy' }
    expect((await act(app, root, byRoot)).status).toBe(404)
  })
})

describe('what a super admin decided', () => {
  /** The case of one transfer as everyone sees it. */
  const theirs = async () => {
    const found = (await casesOf(app, root)).find(
      (one) => one.collection === 'binTransfer' && one.record_id === '2',
    )
    if (!found) throw new Error('there is no case')
    return found
  }
  const decide = async (token: string, action: Readonly<Record<string, unknown>>) =>
    (await act(app, token, { ...action, keys: [refOf(await theirs())] })).status

  test('is not undone by other admins: a case resolved by hand is reopened and acknowledged by super admins alone', async () => {
    const token = await withFlags('Hana', ['binTransfer'])
    await decide(root, { action: 'resolve', how: 'booked-by-hand', erp_number: 'IA-77' })
    const resolved = await theirs()
    expect(await decide(token, { action: 'reopen' })).toBe(403)
    expect(await decide(token, { action: 'acknowledge' })).toBe(403)
    expect(await theirs()).toEqual(resolved)
    expect(await decide(token, { action: 'note', text: 'Seen' })).toBe(200)
    expect(await decide(token, { action: 'snooze', until: '2030-01-01T06:00:00Z' })).toBe(200)
    expect(await theirs()).toMatchObject({ state: 'resolved', erp_number: 'IA-77' })
    expect(await decide(root, { action: 'reopen' })).toBe(200)
    expect(await decide(token, { action: 'acknowledge' })).toBe(200)
    expect(await decide(token, { action: 'reopen' })).toBe(200)
    expect(await theirs()).toMatchObject({ state: 'new', resolved_by: null })
  })

  test('one such case among others refuses the whole call, and none of them is changed', async () => {
    const token = await withFlags('Hana', ['binTransfer'])
    await decide(root, { action: 'resolve', how: 'not-needed' })
    const before = await casesOf(app, token)
    const { status } = await act(app, token, { action: 'acknowledge', keys: before.map(refOf) })
    expect(status).toBe(403)
    expect(await casesOf(app, token)).toEqual(before)
    await decide(root, { action: 'reopen' })
  })

  test('a case or cause that another admin has is given back by that admin or a super admin alone', async () => {
    const token = await withFlags('Hana', ['binTransfer'])
    const kim = await withFlags('Kim', ['binTransfer'])
    const unassign = { action: 'assign', assignee: null }
    await decide(root, { action: 'assign', assignee: 'Kim' })
    expect(await decide(token, unassign)).toBe(403)
    expect(await theirs()).toMatchObject({ assignee: 'Kim' })
    expect(await decide(kim, unassign)).toBe(200)
    expect(await decide(token, unassign)).toBe(200)
    await decide(root, { action: 'assign', assignee: 'Kim' })
    expect(await decide(root, unassign)).toBe(200)
    const cause = 'bin-inactive'
    await act(app, root, { action: 'assign', cause, assignee: 'Kim' })
    expect((await act(app, token, { ...unassign, cause })).status).toBe(403)
    expect((await askCases(app, root)).body['owners']).toMatchObject([{ cause, assignee: 'Kim' }])
    expect((await act(app, kim, { ...unassign, cause })).status).toBe(200)
  })
})

describe('a client that follows', () => {
  test('nothing new is a 304, a change is a delta, and other flags mean all cases', async () => {
    const first = await askCases(app, root)
    const cursor = { seq: first.body['seq'], epoch: first.body['epoch'] }
    const etag = String(first.headers['etag'])
    const same = await askCases(app, root, cursor, { 'if-none-match': etag })
    expect(same.status).toBe(304)
    await putRecords(
      app.context.db,
      'binTransfer',
      [{ id: 9, netsuite_response: refusal('The item is inactive') }],
      app.clock.now(),
    )
    const changes = await askCases(app, root, cursor, { 'if-none-match': etag })
    expect(changes.body).toMatchObject({
      mode: 'delta',
      data: [{ record_id: '9', cause: 'item-inactive' }],
    })
    const other = await withFlags('only-inbound', ['inbound'])
    expect((await askCases(app, other, cursor)).body).toMatchObject({ mode: 'full' })
    expect((await askCases(app, root, { ...cursor, epoch: 'other' })).body).toMatchObject({
      mode: 'full',
    })
  })
})

describe('a cause whose exceptions are all of kinds that the caller may not see', () => {
  const CAUSE = 'period-closed'
  const NOTE = { action: 'note', cause: CAUSE, text: 'The month is being closed' }
  const notesFor = async (token: string) => {
    const params = { cause: CAUSE }
    const answer = await call(app.app, exceptionEndpoints.causeNotes, { token, params })
    return (answer.body['data'] as unknown[]).length
  }
  const ownerFor = async (token: string) => {
    const owners = (await askCases(app, token)).body['owners'] as CauseOwner[]
    return owners.find(({ cause }) => cause === CAUSE) ?? null
  }
  let counter: string
  let receiver: string

  beforeAll(async () => {
    counter = await withFlags('only-bincount', ['bincount'])
    receiver = await withFlags('only-inbound', ['inbound'])
    const locked = { id: 3, netsuite_response: refusal('The period is locked') }
    await putRecords(app.context.db, 'inboundDataRecords', [locked], app.clock.now())
    const mine = { action: 'assign', cause: CAUSE, assignee: 'root', note: 'Mine' }
    await act(app, root, mine)
  })

  test('has no notes and no owner for the caller, and both for whoever sees one of its cases', async () => {
    expect((await casesOf(app, receiver)).map(({ cause }) => cause)).toContain(CAUSE)
    expect(await notesFor(receiver)).toBe(2)
    expect(await ownerFor(receiver)).toMatchObject({ note: 'Mine' })
    expect(await notesFor(counter)).toBe(0)
    expect(await ownerFor(counter)).toBeNull()
  })

  test.each([
    ['noted', NOTE],
    ['taken', { action: 'assign', cause: CAUSE, assignee: 'only-bincount' }],
    ['given back', { action: 'assign', cause: CAUSE, assignee: null }],
  ])('is not %s by the caller, and stays as it is', async (_what, action) => {
    const before = [await notesFor(root), await ownerFor(root)]
    const { status, body } = await act(app, counter, action)
    expect([status, body['detail']]).toEqual([404, refusals.caseMissing])
    expect([await notesFor(root), await ownerFor(root)]).toEqual(before)
  })

  test('is noted by whoever sees one of its cases, and any cause by a super admin', async () => {
    const unknown = { ...NOTE, cause: 'nothing-has-it' }
    expect((await act(app, receiver, NOTE)).status).toBe(200)
    expect((await act(app, receiver, unknown)).status).toBe(404)
    expect((await act(app, root, unknown)).status).toBe(200)
  })

  test('may be that of a failed sync, of a refused row or of a record without an answer, which have no case yet', async () => {
    const at = new Date(app.clock.now())
    const ended = { startedBy: 'ada', startedAt: at, heartbeatAt: at, endedAt: at }
    const failed = { state: 'failed', error: 'You have no permission' } as const
    await app.context.db.insert(runs).values([
      { id: 'bins', collection: 'bins', ...ended, ...failed },
      {
        id: 'items',
        collection: 'items',
        ...ended,
        state: 'partial',
        refusals: [{ row: '1', reason: 'No id' }],
      },
    ])
    const record = {
      collection: 'binTransfer',
      userid: 'picker1',
      hash: 'h',
      clientId: 'c',
      id: '7',
    }
    const waits = { booking: 'waiting', nextAt: at, createdAt: at, madeAt: at } as const
    await app.context.db.insert(floorRecords).values({ ...record, ...waits })
    const whoever = await withFlags('mover', ['binTransfer', 'bins', 'items'])
    for (const cause of ['permission', 'refused-row', 'no-answer']) {
      expect((await act(app, whoever, { ...NOTE, cause })).status).toBe(200)
      expect((await act(app, counter, { ...NOTE, cause })).status).toBe(404)
    }
  })
})

describe('a body that is not an action', () => {
  test.each([
    ['neither keys nor a cause', { action: 'acknowledge' }],
    [
      'both',
      {
        action: 'acknowledge',
        cause: 'busy',
        keys: [{ collection: 'a', record_id: 'b', version: 1 }],
      },
    ],
    ['no keys', { action: 'acknowledge', keys: [] }],
    [
      '501 keys',
      {
        action: 'acknowledge',
        keys: Array(501).fill({ collection: 'a', record_id: 'b', version: 1 }),
      },
    ],
    ['an unknown action', { action: 'delete', cause: 'busy' }],
    ['an empty note', { action: 'note', cause: 'busy', text: ' ' }],
    ['a note that is too long', { action: 'note', cause: 'busy', text: 'x'.repeat(1_001) }],
    ['no action id', { action: 'acknowledge', cause: 'busy', action_id: undefined }],
  ])('an action with %s is refused', async (_what, action) => {
    expect((await act(app, root, action)).status).toBe(422)
  })
})
