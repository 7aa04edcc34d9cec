/** A client that follows the exceptions sees the owner of a cause as long as it may see one of its exceptions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { causeOf } from '#contract/causes/recognise.ts'
import type { CauseOwner } from '#contract/records/exceptions.ts'
import { runs } from '#server/db/schema/runs.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { act, askCases } from '#test/server/routes/exceptions/support.ts'

type Cursor = Readonly<Record<'seq' | 'epoch', unknown>>

const CAUSE = causeOf({ message: 'Timed out' })

let app: TestApp
let root: string
beforeAll(async () => {
  app = await testApp()
  root = await (await aSuperAdmin(app.context, { features: ['bincount'] })).session()
})
afterAll(() => app.close())

const failed = (id: string, hours: number) => {
  const at = new Date(app.clock.now() + hours * 3_600_000)
  const ended = { startedBy: 'ada', startedAt: at, heartbeatAt: at, endedAt: at }
  return { id, collection: 'inventory', ...ended, state: 'failed', error: 'Timed out' } as const
}

/** Asks as a client that has an answer, or has none. */
const follow = async (token: string, last?: { etag: string; cursor: Cursor }) => {
  const known = { 'if-none-match': last?.etag ?? '' }
  const { status, headers, body } = await askCases(app, token, last?.cursor, known)
  const owners = (body['owners'] ?? []) as CauseOwner[]
  const isShown = owners.some(({ cause }) => cause === CAUSE)
  const cursor: Cursor = { seq: body['seq'], epoch: body['epoch'] }
  return { status, etag: String(headers['etag']), cursor, isShown, mode: body['mode'] }
}

test('the owner of a cause comes and goes with the syncs that show the cause, although no case has changed', async () => {
  const features = ['bincount', 'inventory'] as const
  const token = await (await anAdmin(app.context, { username: 'stock', features })).session()
  await act(app, root, { action: 'assign', cause: CAUSE, assignee: 'root' })
  const before = await follow(token)
  expect(before).toMatchObject({ status: 200, isShown: false })
  expect((await follow(token, before)).status).toBe(304)
  await app.context.db.insert(runs).values(failed('stock-1', 1))
  const shown = await follow(token, before)
  expect(shown).toMatchObject({ status: 200, mode: 'delta', isShown: true })
  expect((await follow(token, shown)).status).toBe(304)
  const mended = { ...failed('stock-2', 2), state: 'success', error: null } as const
  await app.context.db.insert(runs).values(mended)
  expect(await follow(token, shown)).toMatchObject({ status: 200, isShown: false })
})

test('a sync changes nothing for a super admin, who sees the owner of every cause', async () => {
  const before = await follow(root)
  await app.context.db.insert(runs).values(failed('stock-3', 3))
  expect((await follow(root, before)).status).toBe(304)
})
