import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { changeState, stateOf } from '#server/db/mirror/collection-states.ts'
import { records } from '#server/db/schema/mirror.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'

let app: TestApp
let token: string

async function open(env: Readonly<Record<string, string>> = {}): Promise<void> {
  app = await testApp({ env })
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
}

afterEach(() => app.close())

const put = (name: CollectionName, rows: readonly Row[]) =>
  putRecords(app.context.db, name, rows, app.context.now())

const items = (count: number, memo = 'x'): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, memo }))

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const {
    statusCode,
    rawPayload,
    headers: sent,
  } = await app.app.inject({
    url: `${API_PREFIX}${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  return { status: statusCode, body: rawPayload, headers: sent }
}

/** Removes a row as no part of the product does, so that only an answer from memory still has it. */
const removeSilently = (id: string) => app.context.db.delete(records).where(eq(records.id, id))

const UNPACKED = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
} as const

const LISTS = [
  '/data_items',
  '/data_items?part=first',
  '/data_items?part=range&from=1',
  '/data_items?since=0&epoch=another',
]

describe.each(LISTS)('the answer to %s', (path) => {
  test.each(['br', 'gzip', 'identity'] as const)(
    'is sent in %s, the second time too',
    async (encoding) => {
      await open()
      await put('items', items(500))
      const plain = (await get(path)).body.toString()
      for (const _ of ['made', 'from memory']) {
        const { body, headers } = await get(path, { 'accept-encoding': encoding })
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
        expect(headers).toMatchObject({
          vary: 'accept-encoding',
          'content-type': 'application/json; charset=utf-8',
          'content-length': String(body.length),
          'x-seq': '1',
          'x-count': '500',
        })
        expect(UNPACKED[encoding](body).toString()).toBe(plain)
      }
    },
  )

  test('comes from memory until the list changes', async () => {
    await open()
    await put('items', items(500))
    const first = await get(path)
    await removeSilently('7')
    expect((await get(path)).body.equals(first.body)).toBe(true)
    await put('items', [{ id: 9_999 }])
    const { body, headers } = await get(path)
    expect(headers).toMatchObject({ 'x-seq': '2', 'x-count': '500' })
    expect(body.equals(first.body)).toBe(false)
  })

  test('is made each time if there is no memory for it', async () => {
    await open({ LIST_CACHE_MB: '0' })
    await put('items', items(500))
    const first = await get(path)
    await removeSilently('7')
    const second = await get(path)
    expect(second.body.equals(first.body)).toBe(false)
    expect(second.status).toBe(200)
  })

  test('is refused to a session that has ended', async () => {
    await open()
    await put('items', items(500))
    expect((await get(path)).status).toBe(200)
    await endSessionsOf(app.context.db, 'root')
    expect((await get(path)).status).toBe(401)
  })
})

test('the changes since a cursor come from memory, for each cursor its own', async () => {
  await open()
  for (const memo of ['x', 'y', 'z']) await put('items', items(memo === 'x' ? 100 : 3, memo))
  const { epoch } = await stateOf(app.context.db, 'items')
  const since = (from: number) => get(`/data_items?since=${String(from)}&epoch=${epoch}`)
  const facts = async (from: number) => {
    const { mode, from: start, seq, data } = JSON.parse((await since(from)).body.toString())
    return { mode, start, seq, rows: data.length }
  }
  expect(await facts(3)).toEqual({ mode: 'delta', start: 3, seq: 3, rows: 0 })
  const first = await since(2)
  await removeSilently('1')
  expect((await since(2)).body.equals(first.body)).toBe(true)
  expect(await facts(1)).toEqual({ mode: 'delta', start: 1, seq: 3, rows: 2 })
  await put('items', [{ id: 500 }])
  expect(await facts(2)).toEqual({ mode: 'delta', start: 2, seq: 4, rows: 3 })
})

test('changes that are too many are sent as all rows, one answer for every cursor', async () => {
  await open()
  await put('items', items(100))
  await put('items', items(99, 'y'))
  const { epoch } = await stateOf(app.context.db, 'items')
  const bodies = []
  for (const cursor of [
    `since=1&epoch=${epoch}`,
    `since=0&epoch=${epoch}`,
    'since=1&epoch=other',
  ]) {
    bodies.push((await get(`/data_items?${cursor}`)).body.toString())
    await removeSilently('7')
  }
  expect(new Set(bodies).size).toBe(1)
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ mode: 'full', seq: 2, count: 100 })
})

test('an answer that is too short to be compressed is sent as it is', async () => {
  await open()
  await put('items', items(2))
  const { body, headers } = await get('/data_items', { 'accept-encoding': 'br' })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(JSON.parse(body.toString())).toEqual({ data: items(2) })
})

test('an answer for a page on another host depends on its origin and the encoding', async () => {
  await open()
  await put('items', items(500))
  const { headers } = await get('/data_items', {
    'accept-encoding': 'br',
    origin: 'http://localhost',
  })
  expect(headers['vary']).toBe('Origin, accept-encoding')
})

test('an answer from memory has the age of the rows', async () => {
  await open()
  await put('items', items(500))
  expect((await get('/data_items')).headers).not.toHaveProperty('x-as-of')
  const asOf = new Date(app.clock.now())
  await app.context.db.transaction((tx) => changeState(tx, 'items', { asOf }))
  expect((await get('/data_items')).headers['x-as-of']).toBe(asOf.toISOString())
})

test('many clients that ask at once get the same rows', async () => {
  await open()
  await put('items', items(5_000))
  const { epoch } = await stateOf(app.context.db, 'items')
  const paths = [...LISTS, `/data_items?since=1&epoch=${epoch}`]
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => get(paths[nth % paths.length] ?? '')),
  )
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(all.map(({ body }) => body.toString())).size).toBe(paths.length)
})
