import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  collections,
  type Row,
} from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { changeState } from '#server/db/mirror/collection-states.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { type Answered, call } from '#test/support/server/clients/call.ts'
import { aMobileUser, anAdmin, aSuperAdmin } from '#test/support/people.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
})

afterEach(() => app.close())

const put = (name: CollectionName, ...rows: Row[]) =>
  putRecords(app.context.db, name, rows, app.context.now())

const list = (name: CollectionName, headers: Record<string, string> = {}): Promise<Answered> =>
  call(app.app, listEndpoint(name), { token, headers })

async function since(name: CollectionName, from: unknown, epoch: unknown): Promise<Answered> {
  const { path } = listEndpoint(name)
  return call(
    app.app,
    { method: 'GET', path: `${path}?since=${String(from)}&epoch=${String(epoch)}` },
    { token },
  )
}

/** A row that has the key of its collection. */
function aRow(name: CollectionName, number: number): Row {
  const key = Object.fromEntries(collectionOf(name).key.map((field) => [field, `${number}`]))
  return { ...key, memo: `row ${number}` }
}

const PEOPLE: readonly CollectionName[] = ['admins', 'wmsAiUsers']
const recordNames = collectionNames.filter((name) => !PEOPLE.includes(name))

describe('the list of', () => {
  test.each(recordNames)(
    'the list of %s has the stored rows, with sequence, epoch, count and date',
    async (name) => {
      await put(name, aRow(name, 1), aRow(name, 2))
      const { status, body, headers } = await list(name)
      expect(status).toBe(200)
      expect(body).toEqual({ data: [aRow(name, 1), aRow(name, 2)] })
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-seq': '1',
        'x-count': '2',
        date: new Date(app.clock.now()).toUTCString(),
      })
      const epoch = String(headers['x-sync-epoch'])
      expect(headers['etag']).toBe(`"${name}-${epoch.slice(0, 8)}-1"`)
      expect(headers).not.toHaveProperty('x-as-of')
    },
  )

  test.each(recordNames)('the list of %s is empty at first', async (name) => {
    expect((await list(name)).body).toEqual({ data: [] })
  })

  test('the list of admins has all admins without their secrets', async () => {
    await anAdmin(app.context, { username: 'ada', features: ['bins'] })
    const { body, headers, text } = await list('admins')
    expect((body['data'] as Row[]).map(({ username }) => username)).toEqual(['ada', 'root'])
    expect(headers['x-count']).toBe('2')
    // A version is made of random letters.
    const told = text.replaceAll(/"row_version":"[\w-]{22}"/g, '')
    expect(told).not.toMatch(/password|totp|cache_key|argon2/i)
    for (const row of body['data'] as Row[])
      expect(collections.admins.record.safeParse(row).success).toBe(true)
  })

  test('the list of mobile users omits the one of the integration', async () => {
    await aMobileUser(app.context)
    await aMobileUser(app.context, { userid: 'erp-integration' })
    const { body, text } = await list('wmsAiUsers')
    expect((body['data'] as Row[]).map(({ userid }) => userid)).toEqual(['picker1'])
    expect(text).not.toMatch(/password|argon2/i)
  })

  test('the list of inbound data records is also available under its second path', async () => {
    await put('inboundDataRecords', { id: 7 })
    const path = '/inbound-data-records'
    const { body } = await call(app.app, { method: 'GET', path }, { token })
    expect(body).toEqual({ data: [{ id: 7 }] })
  })

  test('the list of a pulled collection has the date of the pull', async () => {
    await put('bins', { id: 1 })
    const asOf = new Date(app.clock.now() - 60_000)
    await app.context.db.transaction((tx) => changeState(tx, 'bins', { asOf }))
    const { headers } = await list('bins')
    expect(headers['x-as-of']).toBe(asOf.toISOString())
    const unchanged = await list('bins', { 'if-none-match': String(headers['etag']) })
    expect(unchanged.headers['x-as-of']).toBe(asOf.toISOString())
  })

  test('a long list is complete', async () => {
    await put('items', ...Array.from({ length: 11_111 }, (_, id) => ({ id, name: `SKU-${id}` })))
    const { body, headers } = await list('items')
    expect(body['data']).toHaveLength(11_111)
    expect(new Set((body['data'] as Row[]).map(({ id }) => id)).size).toBe(11_111)
    expect(headers['x-count']).toBe('11111')
  })
})

describe('access to lists', () => {
  const featureOf = (name: CollectionName): AdminFeature | null => {
    const { access } = collectionOf(name)
    return typeof access === 'object' ? access.feature : null
  }
  const statusWith = async (
    name: CollectionName,
    facts: { features?: readonly AdminFeature[]; isSuperAdmin?: boolean },
    stage: 'first' | 'full' = 'full',
  ) => {
    const admin = await anAdmin(app.context, facts)
    return (await call(app.app, listEndpoint(name), { token: await admin.session(stage) })).status
  }

  test.each(recordNames)('the list of %s requires its flag and nothing else', async (name) => {
    const features = [featureOf(name)].filter((flag) => flag !== null)
    expect(await statusWith(name, { features })).toBe(200)
  })

  test.each(PEOPLE)('the list of %s requires a super admin', async (name) => {
    expect(await statusWith(name, { isSuperAdmin: true })).toBe(200)
  })

  test.each(collectionNames)(
    'the list of %s is refused to an admin with all other flags',
    async (name) => {
      const features = ADMIN_FEATURES.filter((flag) => flag !== featureOf(name))
      expect(await statusWith(name, { features })).toBe(403)
    },
  )

  test.each(collectionNames)('the list of %s is refused before the second factor', async (name) => {
    const facts = { features: ADMIN_FEATURES, isSuperAdmin: true }
    expect(await statusWith(name, facts, 'first')).toBe(403)
    expect((await call(app.app, listEndpoint(name))).status).toBe(401)
  })
})

describe('an unchanged list', () => {
  test.each(collectionNames)('an unchanged list of %s costs a 304 without a body', async (name) => {
    if (!PEOPLE.includes(name)) await put(name, aRow(name, 1))
    const etag = String((await list(name)).headers['etag'])
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await list(name, { 'if-none-match': known })
      expect(again).toMatchObject({ status: 304, text: '' })
      expect(again.headers['etag']).toBe(etag)
    }
  })

  test('a changed row changes the tag of the list', async () => {
    await put('bins', { id: 1 })
    const etag = String((await list('bins')).headers['etag'])
    await put('bins', { id: 1, memo: 'moved' })
    const changed = await list('bins', { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test('a changed admin changes the tag of the list', async () => {
    const etag = String((await list('admins')).headers['etag'])
    await anAdmin(app.context)
    expect((await list('admins', { 'if-none-match': etag })).status).toBe(200)
  })

  test('the tag of another list does not match', async () => {
    const etag = String((await list('bins')).headers['etag'])
    expect((await list('items', { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('the changes of a list', () => {
  test('the changes come with what the client needs to verify its rows', async () => {
    await put('bins', { id: 1 }, { id: 2 })
    const { headers } = await list('bins')
    const epoch = headers['x-sync-epoch']
    await put('bins', { id: 2, memo: 'moved' })
    const { body, headers: described } = await since('bins', 1, epoch)
    expect(body).toEqual({
      mode: 'delta',
      from: 1,
      seq: 2,
      epoch,
      count: 2,
      sum: expect.stringMatching(/^[0-9a-f]{16}$/),
      deleted: [],
      data: [{ id: 2, memo: 'moved' }],
    })
    expect(described).toMatchObject({ 'x-seq': '2', 'x-count': '2', 'x-sync-epoch': epoch })
  })

  test.each(['-1', 'x', '', '1e3', '99999999999999999999', "1' OR 1=1"])(
    'the whole list is sent if since is %j',
    async (from) => {
      await put('bins', { id: 1 })
      const { headers } = await list('bins')
      const { status, body } = await since(
        'bins',
        encodeURIComponent(from),
        headers['x-sync-epoch'],
      )
      expect(status).toBe(200)
      expect(body).toMatchObject({ mode: 'full', seq: 1, count: 1, data: [{ id: 1 }] })
    },
  )

  test('the whole list is sent if the epoch is missing or another one', async () => {
    await put('bins', { id: 1 })
    expect((await since('bins', 1, '')).body['mode']).toBe('full')
    expect((await since('bins', 1, 'another')).body['mode']).toBe('full')
  })

  test('a 304 is sent if the client names the current tag', async () => {
    await put('bins', { id: 1 })
    const { headers } = await list('bins')
    const path = `/data_bins?since=1&epoch=${String(headers['x-sync-epoch'])}`
    const answer = await call(
      app.app,
      { method: 'GET', path },
      { token, headers: { 'if-none-match': String(headers['etag']) } },
    )
    expect(answer.status).toBe(304)
  })

  test.each(['admins', 'wmsAiUsers'] as const)(
    'the whole list of %s is sent if the epoch is another one',
    async (name) => {
      await aMobileUser(app.context)
      const { body } = await since(name, 1, 'another')
      expect(body).toMatchObject({ mode: 'full', seq: 1, count: 1, deleted: [] })
      expect(body['data']).toEqual((await list(name)).body['data'])
    },
  )
})

test('a console on another host may read the headers of lists', async () => {
  await app.close()
  app = await testApp({ env: { CORS_ORIGINS: 'https://console.example.com' } })
  const root = await aSuperAdmin(app.context, { features: ADMIN_FEATURES })
  token = await root.session()
  const { headers } = await list('bins', { origin: 'https://console.example.com' })
  const exposed = String(headers['access-control-expose-headers'])
  for (const name of ['ETag', 'X-Seq', 'X-Sync-Epoch', 'X-Count', 'X-As-Of', 'Date'])
    expect(exposed).toContain(name)
})
