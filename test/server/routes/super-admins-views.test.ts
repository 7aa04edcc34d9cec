/** What super admins do with views that others see. */
import { desc } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import type { SavedView, ViewsReply } from '#contract/views/saved-views.ts'
import { setDefault } from '#server/db/repositories/views.ts'
import { audit } from '#server/db/schema/operations.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'

let server: TestApp
let root: string
let ada: string
let ben: string

beforeEach(async () => {
  server = await testApp()
  const { context } = server
  const features = ['bins'] as const
  root = await (await aSuperAdmin(context, { features })).session()
  ada = await (await anAdmin(context, { username: 'ada', features })).session()
  ben = await (await anAdmin(context, { username: 'ben', features })).session()
})

afterEach(() => server.close())

/** A view of ada that everyone sees. */
async function shared(name: string): Promise<SavedView> {
  const view = { screen: 'bins', name, config: { v: 1 }, audience: 'everyone' as const }
  const { body } = await call(server.app, ownEndpoints.createView, {
    token: ada,
    body: view,
  })
  return ownEndpoints.createView.reply.parse(body)
}

async function list(token: string): Promise<ViewsReply> {
  const { body } = await call(server.app, ownEndpoints.views, { token })
  return ownEndpoints.views.reply.parse(body)
}

/** The last entry of the audit trail. */
async function lastEntry() {
  const { actor, action, target, detail } = audit
  const [entry] = await server.context.db
    .select({ actor, action, target, detail })
    .from(audit)
    .orderBy(desc(audit.id))
    .limit(1)
  return entry
}

test('a super admin who shares the view of somebody else with others only is answered with it, and the trail names them', async () => {
  const view = await shared('C to count')
  const given = { audience: 'admins' as const, readers: ['ben'], name: 'Aisle C' }
  const { status, body } = await call(server.app, ownEndpoints.updateView, {
    token: root,
    params: { id: view.id },
    body: { version: view.version, ...given },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...given, version: 2, changed_by: 'root' })
  expect((await list(root)).data).toEqual([])
  expect(await lastEntry()).toEqual({
    actor: 'root',
    action: 'view-shared',
    target: 'Aisle C',
    detail: {
      before: { name: 'C to count', shared_with: 'everyone' },
      after: { list: 'bins', owner: 'ada', name: 'Aisle C', shared_with: 'ben' },
    },
  })
})

test.each(['another view', 'the list as installed'])(
  'of two super admins who choose the default for everyone at once, the later one gets %s',
  async (later) => {
    const first = await shared('First')
    const second = await shared('Second')
    const chosen = later === 'another view' ? second.id : null
    const asked = await server.context.db.transaction(async (tx) => {
      await setDefault(tx, 'bins', null, first.id)
      const choosing = call(server.app, ownEndpoints.chooseDefaultView, {
        token: root,
        params: { screen: 'bins' },
        body: { for: 'everyone', view: chosen },
      })
      await untilItWaits(tx, choosing)
      return { choosing }
    })
    expect((await asked.choosing).status).toBe(200)
    expect((await list(ben)).defaults).toEqual(
      chosen === null ? {} : { bins: { mine: null, everyone: chosen } },
    )
  },
)
