import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { completeFeatures } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { OWN_VIEWS_MAX, type SavedView, type ViewsReply } from '#contract/views/saved-views.ts'
import { INSTALLED_CONFIG } from '#contract/views/view-config.ts'
import { changeAdmin, lockAdmins, removeAdmin } from '#server/db/repositories/admins.ts'
import { audit } from '#server/db/schema/operations.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'

let server: TestApp
/** A super admin without flags. */
let root: string
/** An admin who may open bins and items. */
let ada: string
/** An admin who may open bins. */
let ben: string
let people: Record<'root' | 'ada' | 'ben', Person>

beforeEach(async () => {
  server = await testApp()
  people = {
    root: await aSuperAdmin(server.context, { features: ['bins'] }),
    ada: await anAdmin(server.context, { username: 'ada', features: ['bins', 'items'] }),
    ben: await anAdmin(server.context, { username: 'ben', features: ['bins'] }),
  }
  root = await people.root.session()
  ada = await people.ada.session()
  ben = await people.ben.session()
})

afterEach(() => server.close())

/** What a 422 says about one field. */
const issue = (field: string, msg: string) => ({ loc: ['body', field], msg, type: 'value_error' })

const config = { v: 1, q: 'aisle', filters: { room: { values: ['C'] } }, sort: '-bin', size: 50 }

async function create(token: string, given: object = {}, { app } = server) {
  const body = { screen: 'bins', name: 'C to count', config, ...given } as never
  const { status, body: reply } = await call(app, ownEndpoints.createView, { token, body })
  return { status, view: reply as unknown as SavedView, detail: reply['detail'] }
}

async function created(token: string, given: object = {}): Promise<SavedView> {
  const { status, view } = await create(token, given)
  expect(status).toBe(200)
  return view
}

async function change(token: string, view: SavedView, given: object, { app } = server) {
  const { id, version } = view
  const body = { version, ...given }
  const { status, body: reply } = await call(app, ownEndpoints.updateView, {
    token,
    params: { id },
    body,
  })
  return { status, reply }
}

async function remove(token: string, { id }: SavedView): Promise<number> {
  const { status } = await call(server.app, ownEndpoints.deleteView, { token, params: { id } })
  return status
}

async function choose(token: string, screen: string, whose: 'me' | 'everyone', id: string | null) {
  const { status, body } = await call(server.app, ownEndpoints.chooseDefaultView, {
    token,
    params: { screen },
    body: { for: whose, view: id },
  })
  return { status, detail: body['detail'] }
}

async function list(token: string, { app } = server): Promise<ViewsReply> {
  const { status, body } = await call(app, ownEndpoints.views, { token })
  expect(status).toBe(200)
  return ownEndpoints.views.reply.parse(body)
}

/** The last entries of the audit trail, oldest first. */
async function trail(count: number) {
  const { actor, action, target, detail } = audit
  const entries = await server.context.db
    .select({ actor, action, target, detail })
    .from(audit)
    .orderBy(desc(audit.id))
    .limit(count)
  return entries.toReversed()
}

const namesFor = async (token: string): Promise<string[]> =>
  (await list(token)).data.map(({ name }) => name)

describe('who sees a view', () => {
  test('a view of one admin is not there for any other, not even a super admin', async () => {
    const view = await created(ada)
    expect(await namesFor(ada)).toEqual(['C to count'])
    expect(await namesFor(ben)).toEqual([])
    expect(await namesFor(root)).toEqual([])
    for (const token of [ben, root]) {
      expect((await change(token, view, { name: 'Mine' })).status).toBe(404)
      expect(await remove(token, view)).toBe(404)
      expect((await choose(token, 'bins', 'me', view.id)).status).toBe(404)
    }
  })

  test('a shared view is seen by all who may open its list, and by no other admin', async () => {
    await created(ada, { audience: 'everyone' })
    await created(ada, { audience: 'everyone', screen: 'items', name: 'No UPC' })
    expect(await namesFor(ben)).toEqual(['C to count'])
    expect(await namesFor(root)).toEqual(['C to count'])
    expect(await namesFor(ada)).toEqual(['C to count', 'No UPC'])
  })

  test('a view shared by name is seen by those named who may open the list, in any spelling', async () => {
    const view = await created(ada, { audience: 'admins', readers: ['BEN'] })
    expect(view.readers).toEqual(['ben'])
    await created(ada, {
      audience: 'admins',
      readers: ['ben'],
      screen: 'items',
      name: 'No UPC',
    })
    expect(await namesFor(ben)).toEqual(['C to count'])
    expect(await namesFor(root)).toEqual([])
    expect((await list(ben)).data[0]?.readers).toEqual([])
  })

  test('a view shared with a name that no admin has is refused', async () => {
    const { status, detail } = await create(ada, { audience: 'admins', readers: ['bem'] })
    expect([status, detail]).toEqual([
      422,
      [issue('readers', refusals.viewReaderMissing({ name: 'bem' }))],
    ])
  })

  test('a deleted admin takes the right to a view along: another one of that name does not see it', async () => {
    await created(ada, { audience: 'admins', readers: ['ben'] })
    await call(server.app, endpoints.deleteAdmin, { token: root, params: { username: 'ben' } })
    const again = await anAdmin(server.context, { username: 'ben', features: ['bins'] })
    expect(await namesFor(await again.session())).toEqual([])
  })

  test('an admin who lacks the list may neither save nor choose a view of it', async () => {
    expect((await create(ben, { screen: 'items' })).status).toBe(403)
    expect((await create(ben, { screen: 'admins' })).status).toBe(403)
    expect((await create(ben, { screen: 'dashboard' })).status).toBe(422)
    expect((await choose(ben, 'items', 'me', null)).status).toBe(403)
    expect((await choose(ben, 'dashboard', 'me', null)).status).toBe(404)
  })

  test('a view of a list that its owner may no longer open counts as missing', async () => {
    const view = await created(ada, { screen: 'items' })
    const features = completeFeatures({ bins: true })
    await changeAdmin(server.context.db, 'ada', { features }, new Date())
    expect(await namesFor(ada)).toEqual([])
    expect((await change(ada, view, { name: 'Still mine' })).status).toBe(404)
  })
})

describe('what a view holds', () => {
  test('a config is read as an address is: what does not fit is left out', async () => {
    const { config: read } = await created(ada, {
      config: {
        v: 9,
        q: 17,
        filters: { room: { like: 'C' }, wh: 'M' },
        sort: { id: 'bin' },
        size: 37,
        columns: { order: ['bin', 3], hidden: 'all', widths: { bin: 9000, room: '2' } },
        density: 'tiny',
        script: '<b>',
      },
    })
    expect(read).toEqual({
      ...INSTALLED_CONFIG,
      q: '17',
      filters: { wh: 'M' },
      columns: { order: ['bin'], hidden: [], widths: { bin: 400 } },
    })
  })

  test('a config of more than 8 KB is refused', async () => {
    const { status, detail } = await create(ada, { config: { q: 'x'.repeat(9_000) } })
    expect([status, detail]).toEqual([422, [issue('config', refusals.viewTooLarge)]])
  })

  test.each(['', '   ', 'x'.repeat(61)])('the name %j is refused', async (name) => {
    expect((await create(ada, { name })).status).toBe(422)
  })

  test('a name is used once per owner and list, in any spelling', async () => {
    await created(ada)
    const { status, detail } = await create(ada, { name: 'c TO count', config: {} })
    expect([status, detail]).toEqual([409, refusals.viewNameTaken])
    await created(ada, { screen: 'items' })
    await created(ben)
    const other = await created(ada, { name: 'Other' })
    const renamed = await change(ada, other, { name: 'C to count' })
    expect([renamed.status, renamed.reply['detail']]).toEqual([409, refusals.viewNameTaken])
  })

  test('a save that is sent again finds the view it saved', async () => {
    const first = await created(ada)
    expect(await created(ada)).toEqual(first)
    expect((await list(ada)).data).toHaveLength(1)
  })

  test('a save under a used name that shares with other admins is refused', async () => {
    const shared = { audience: 'admins', readers: ['ben'] }
    const saved = await created(ada, shared)
    expect((await create(ada, shared)).view.id).toBe(saved.id)
    expect((await create(ada, { ...shared, readers: ['root'] })).status).toBe(409)
  })

  test('an admin has a limited number of views', async () => {
    for (let nth = 0; nth < OWN_VIEWS_MAX; nth += 1) await created(ada, { name: `View ${nth}` })
    const { status, detail } = await create(ada, { name: 'One more' })
    expect([status, detail]).toEqual([409, refusals.tooManyViews({ most: OWN_VIEWS_MAX })])
  })
})

describe('changing a view', () => {
  test('of two who change one shared view, the second learns who was first, when, and to what', async () => {
    const view = await created(ada, { audience: 'everyone' })
    server.clock.advance(60_000)
    const first = await change(root, view, { name: 'Aisle C' })
    expect([first.status, first.reply['version']]).toEqual([200, 2])
    const second = await change(ada, view, { name: 'C, again' })
    expect([second.status, second.reply]).toEqual([
      409,
      {
        detail: refusals.viewChanged,
        code: 'view-changed',
        view: {
          ...view,
          name: 'Aisle C',
          version: 2,
          changed_by: 'root',
          changed_at: new Date(server.clock.now()).toISOString(),
        },
      },
    ])
    // Keep mine as new, or start from theirs.
    await created(ada, { name: 'C, again' })
    const theirs = second.reply['view'] as SavedView
    expect((await change(ada, theirs, { name: 'C to count' })).status).toBe(200)
  })

  test('a shared view is changed by its owner and by super admins only', async () => {
    const view = await created(ada, { audience: 'everyone' })
    expect((await change(ben, view, { name: 'Mine' })).status).toBe(403)
    expect(await remove(ben, view)).toBe(403)
    expect(await remove(root, view)).toBe(200)
    expect(await namesFor(ada)).toEqual([])
  })

  test('a view that is taken back is gone for everybody else, also as their default', async () => {
    const view = await created(ada, { audience: 'everyone' })
    await choose(ben, 'bins', 'me', view.id)
    await choose(root, 'bins', 'everyone', view.id)
    expect((await change(ada, view, { audience: 'me' })).status).toBe(200)
    expect(await list(ben)).toEqual({ data: [], defaults: {} })
    expect((await list(ada)).defaults).toEqual({})
  })

  test('a view that is taken back and shared again is not the default for everyone again', async () => {
    const view = await created(ada, { audience: 'everyone' })
    await choose(ben, 'bins', 'me', view.id)
    await choose(root, 'bins', 'everyone', view.id)
    await change(ada, view, { audience: 'me' })
    expect(await trail(2)).toEqual([
      {
        actor: 'ada',
        action: 'view-shared',
        target: 'C to count',
        detail: {
          before: { shared_with: 'everyone' },
          after: { list: 'bins', owner: 'ada', shared_with: 'the owner only' },
        },
      },
      {
        actor: 'ada',
        action: 'view-default-chosen',
        target: viewTexts.asInstalled,
        detail: { before: { default_view: 'C to count' }, after: { list: 'bins' } },
      },
    ])
    expect((await change(ada, { ...view, version: 2 }, { audience: 'everyone' })).status).toBe(200)
    expect((await list(ben)).defaults).toEqual({ bins: { mine: view.id, everyone: null } })
    expect((await trail(1))[0]?.action).toBe('view-shared')
  })

  test('a view that stays shared with everyone stays the default for everyone', async () => {
    const view = await created(ada, { audience: 'everyone' })
    await choose(root, 'bins', 'everyone', view.id)
    await change(ada, view, { audience: 'everyone', name: 'Aisle C' })
    expect((await list(ben)).defaults).toEqual({ bins: { mine: null, everyone: view.id } })
  })

  test('the audit trail says whose shared view was renamed or deleted, and its name before', async () => {
    const view = await created(ada, { audience: 'everyone' })
    await change(root, view, { name: 'Aisle C' })
    await remove(root, view)
    expect(await trail(2)).toEqual([
      {
        actor: 'root',
        action: 'view-changed',
        target: 'Aisle C',
        detail: {
          before: { name: 'C to count' },
          after: { list: 'bins', owner: 'ada', name: 'Aisle C', shared_with: 'everyone' },
        },
      },
      {
        actor: 'root',
        action: 'view-deleted',
        target: 'Aisle C',
        detail: { before: { list: 'bins', owner: 'ada', shared_with: 'everyone' } },
      },
    ])
  })

  test('the audit trail says who shared, changed and deleted what others see, and nothing of the rest', async () => {
    const view = await created(ada, { audience: 'everyone' })
    await created(ada, { name: 'Private' })
    await change(root, view, { config: {} })
    await choose(root, 'bins', 'everyone', view.id)
    await remove(root, view)
    const entries = await server.context.db.select().from(audit).orderBy(desc(audit.id)).limit(4)
    expect(entries.map(({ actor, action, target }) => [actor, action, target])).toEqual([
      ['root', 'view-deleted', 'C to count'],
      ['root', 'view-default-chosen', 'C to count'],
      ['root', 'view-changed', 'C to count'],
      ['ada', 'view-shared', 'C to count'],
    ])
    const all = await server.context.db.select().from(audit).where(eq(audit.target, 'Private'))
    expect(all).toEqual([])
  })
})

describe('the default of a list', () => {
  test('one default for oneself and one for everyone, which only a super admin sets', async () => {
    const mine = await created(ada)
    const shared = await created(ada, { name: 'Shared', audience: 'everyone' })
    expect((await choose(ada, 'bins', 'me', mine.id)).status).toBe(200)
    expect((await choose(ada, 'bins', 'everyone', shared.id)).status).toBe(403)
    expect((await choose(root, 'bins', 'everyone', shared.id)).status).toBe(200)
    expect((await list(ada)).defaults).toEqual({
      bins: { mine: mine.id, everyone: shared.id },
    })
    expect((await list(ben)).defaults).toEqual({ bins: { mine: null, everyone: shared.id } })
    expect((await choose(ada, 'bins', 'me', null)).status).toBe(200)
    expect((await choose(root, 'bins', 'everyone', null)).status).toBe(200)
    expect((await list(ada)).defaults).toEqual({})
  })

  test('the default for everyone is a view that everyone may see, and of that list', async () => {
    const view = await created(root)
    const { status, detail } = await choose(root, 'bins', 'everyone', view.id)
    expect([status, detail]).toEqual([409, refusals.viewNotShared])
    expect((await choose(ada, 'items', 'me', view.id)).status).toBe(404)
  })
})

describe('the owner is deleted', () => {
  test('private views go, and shared ones pass to the super admin who deleted them', async () => {
    await created(root, { name: 'C to count' })
    await created(ada, { audience: 'everyone' })
    await created(ada, { name: 'By name', audience: 'admins', readers: ['ben'] })
    await created(ada, { name: 'Private' })
    const { status } = await call(server.app, endpoints.deleteAdmin, {
      token: root,
      params: { username: 'ada' },
    })
    expect(status).toBe(200)
    const left = (await list(root)).data
    expect(left.map(({ name, owner }) => [name, owner])).toEqual([
      ['By name', 'root'],
      ['C to count', 'root'],
      ['C to count (ada)', 'root'],
    ])
    expect(await namesFor(ben)).toEqual(['By name', 'C to count (ada)'])
  })

  test('the audit trail says which shared views passed to whom', async () => {
    await created(root, { name: 'C to count' })
    await created(ada, { audience: 'everyone' })
    await created(ada, { name: 'By name', audience: 'admins', readers: ['ben'] })
    await call(server.app, endpoints.deleteAdmin, { token: root, params: { username: 'ada' } })
    const entries = (await trail(3)).toSorted((one, other) => (one.target < other.target ? -1 : 1))
    expect(entries).toEqual([
      {
        actor: 'root',
        action: 'view-changed',
        target: 'By name',
        detail: {
          before: { owner: 'ada' },
          after: { list: 'bins', owner: 'root', shared_with: 'ben' },
        },
      },
      {
        actor: 'root',
        action: 'view-changed',
        target: 'C to count (ada)',
        detail: {
          before: { owner: 'ada', name: 'C to count' },
          after: {
            list: 'bins',
            owner: 'root',
            name: 'C to count (ada)',
            shared_with: 'everyone',
          },
        },
      },
      expect.objectContaining({ action: 'admin-deleted', target: 'ada' }),
    ])
  })

  test('an admin who deletes the own account leaves the shared views to a super admin', async () => {
    await created(ada, { audience: 'everyone' })
    await call(server.app, endpoints.deleteAdmin, { token: ada, params: { username: 'ada' } })
    expect((await list(root)).data.map(({ owner }) => owner)).toEqual(['root'])
  })

  test('of several super admins it is always the same one', async () => {
    await aSuperAdmin(server.context, { username: 'amy' })
    const { db } = server.context
    // A row that is written again moves behind the others in the table.
    await changeAdmin(db, 'amy', { phoneNumber: '5550001111' }, new Date(server.clock.now()))
    await created(ada, { audience: 'everyone' })
    await call(server.app, endpoints.deleteAdmin, { token: ada, params: { username: 'ada' } })
    expect((await list(root)).data.map(({ owner }) => owner)).toEqual(['amy'])
  })

  test('a shared view whose name has an emoji where the addition makes it too long passes as well', async () => {
    // The addition ' (ada)' leaves 54 of 60 characters, of which the last would be half of the emoji.
    const name = `${'x'.repeat(53)}\u{1F4E6} boxes`.slice(0, 60)
    await created(root, { name })
    await created(ada, { name, audience: 'everyone' })
    const params = { username: 'ada' }
    expect((await call(server.app, endpoints.deleteAdmin, { token: root, params })).status).toBe(
      200,
    )
    expect((await list(root)).data.map((view) => view.name).toSorted()).toEqual([
      `${'x'.repeat(53)} (ada)`,
      name,
    ])
  })
})

test('an unchanged list of views is answered with 304, for each caller by itself', async () => {
  await created(ada)
  const ask = (token: string, tag?: string) =>
    server.app.inject({
      url: '/api/views',
      headers: {
        authorization: `Bearer ${token}`,
        ...(tag !== undefined && { 'if-none-match': tag }),
      },
    })
  const first = await ask(ada)
  const tag = String(first.headers['etag'])
  expect((await ask(ada, tag)).statusCode).toBe(304)
  expect((await ask(ada, `W/${tag}`)).statusCode).toBe(304)
  expect((await ask(ben, tag)).statusCode).toBe(200)
  await created(ada, { name: 'Another' })
  expect((await ask(ada, tag)).statusCode).toBe(200)
})

describe('two processes on one database', () => {
  test('of two changes sent to two processes at once, one is kept and the other is told of it', async () => {
    const other = await testApp({ beside: server })
    onTestFinished(() => other.close())
    const view = await created(ada, { audience: 'everyone' })
    const both = await Promise.all([
      change(ada, view, { name: 'Here' }),
      change(root, view, { name: 'There' }, other),
    ])
    const kept = both.filter(({ status }) => status === 200)
    const refused = both.filter(({ status }) => status === 409)
    expect([kept.length, refused.length]).toEqual([1, 1])
    const name = kept[0]?.reply['name']
    expect(refused[0]?.reply).toMatchObject({ view: { name } })
    for (const process of [server, other])
      expect((await list(ben, process)).data.map((each) => each.name)).toEqual([name])
  })

  test('one name saved at two processes at once is one view, and the limit holds across them', async () => {
    const other = await testApp({ beside: server })
    onTestFinished(() => other.close())
    const saved = await Promise.all([create(ada), create(ada, {}, other)])
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    expect(saved[0].view.id).toBe(saved[1].view.id)
    for (let nth = 2; nth < OWN_VIEWS_MAX; nth += 1) await created(ada, { name: `View ${nth}` })
    const last = await Promise.all([
      create(ada, { name: 'Here' }),
      create(ada, { name: 'There' }, other),
    ])
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await list(ada)).data).toHaveLength(OWN_VIEWS_MAX)
  })

  test('a view is not shared with an admin who is being deleted', async () => {
    const asked = await server.context.db.transaction(async (tx) => {
      await lockAdmins(tx, ['ben'])
      await removeAdmin(tx, 'ben')
      const sharing = create(ada, { audience: 'admins', readers: ['ben'] })
      await untilItWaits(tx, sharing)
      return { sharing }
    })
    const { status, detail } = await asked.sharing
    expect([status, detail]).toEqual([
      422,
      [issue('readers', refusals.viewReaderMissing({ name: 'ben' }))],
    ])
  })

  test('a right removed at one process ends the view at the other', async () => {
    const other = await testApp({ beside: server })
    onTestFinished(() => other.close())
    const view = await created(ada, { audience: 'admins', readers: ['ben'] })
    expect((await list(ben, other)).data).toHaveLength(1)
    const { status } = await call(server.app, endpoints.updateAdmin, {
      token: root,
      params: { username: 'ben' },
      body: {
        company_name: 'Dockside',
        company_email: 'ben@example.com',
        phone_number: '0123456789',
        features: completeFeatures({ items: true }),
      },
    })
    expect(status).toBe(200)
    expect((await list(ben, other)).data).toEqual([])
    expect((await change(ben, view, { name: 'Mine' }, other)).status).toBe(404)
  })
})
