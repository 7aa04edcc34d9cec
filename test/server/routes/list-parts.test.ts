import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  isPeople,
  type Row,
} from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { pathSince } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { fromColumns } from '#contract/sync/columns.ts'
import { type KeyRange, Part, pathOfFirstPart, pathOfPart } from '#contract/sync/parts.ts'
import { changeState, stateOf } from '#server/db/mirror/collection-states.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { records, tombstones } from '#server/db/schema/mirror.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'
import { aMobileUser, anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { type Answered, call } from '#test/support/server/clients/call.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
})

afterEach(() => app.close())

const put = (name: CollectionName, rows: readonly Row[]) =>
  putRecords(app.context.db, name, rows, app.context.now())

const get = (path: string, headers: Record<string, string> = {}): Promise<Answered> =>
  call(app.app, { method: 'GET', path }, { token, headers })

async function part(name: CollectionName, range: KeyRange | 'first' = 'first') {
  const { path } = listEndpoint(name)
  const asked = range === 'first' ? pathOfFirstPart(path) : pathOfPart(path, range)
  const { status, body } = await get(asked)
  expect(status).toBe(200)
  const read = Part.parse(body)
  return { ...read, rows: fromColumns(read.data) }
}

async function whole(name: CollectionName): Promise<Row[]> {
  const { body } = await get(listEndpoint(name).path)
  return body['data'] as Row[]
}

function sumOf(rows: Iterable<Row>): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

/** The ranges between some keys, in the order of the keys. */
function rangesOf(starts: readonly string[]): KeyRange[] {
  return starts.map((from, nth) => ({ from, to: starts[nth + 1] ?? null }))
}

const items = (count: number, memo = 'x'): Row[] =>
  Array.from({ length: count }, (_, id) => ({ id, memo }))

const divided = collectionNames.filter((name) => !isPeople(name))

describe('a list in parts', () => {
  test.each(divided)('a short list of %s has one part with all its rows', async (name) => {
    const { key, path } = collectionOf(name)
    const rows = ['1', '2'].map((text) => Object.fromEntries(key.map((field) => [field, text])))
    await put(name, rows)
    const first = await part(name)
    const { epoch } = await stateOf(app.context.db, name)
    expect(first.rows).toEqual(rows)
    expect(first).toMatchObject({ mode: 'part', seq: 1, epoch, count: 2, sum: sumOf(rows) })
    expect(first.starts).toEqual([])
    const { headers } = await get(pathOfFirstPart(path))
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      etag: `"${name}-${epoch.slice(0, 8)}-1"`,
      'x-seq': '1',
      'x-sync-epoch': epoch,
      'x-count': '2',
      date: new Date(app.clock.now()).toUTCString(),
    })
  })

  test('an empty list has one empty part', async () => {
    expect(await part('bins')).toMatchObject({ seq: 0, count: 0, rows: [], starts: [] })
  })

  test('a part has the date of the pull', async () => {
    const asOf = new Date(app.clock.now() - 60_000)
    await put('bins', items(1))
    await app.context.db.transaction((tx) => changeState(tx, 'bins', { asOf }))
    for (const path of ['/data_bins?part=first', '/data_bins?part=range&from=0'])
      expect((await get(path)).headers['x-as-of']).toBe(asOf.toISOString())
  })

  test('a list of up to 2,000 rows is not divided', async () => {
    await put('items', items(2_000))
    const { rows, starts } = await part('items')
    expect([rows.length, starts]).toEqual([2_000, []])
    await put('items', [{ id: 2_000 }])
    expect((await part('items')).starts).toHaveLength(1)
  })

  test('a long list begins with a short part that says where the others start', async () => {
    await put('items', items(20_000))
    const first = await part('items')
    expect(first.rows).toHaveLength(200)
    expect(first.starts).toHaveLength(3)
    const others = await Promise.all(
      rangesOf(first.starts ?? []).map((range) => part('items', range)),
    )
    expect(others.map(({ rows }) => rows.length)).toEqual([8_000, 8_000, 3_800])
    for (const { seq, epoch, count, sum, starts } of others)
      expect([seq, epoch, count, sum, starts]).toEqual([
        1,
        first.epoch,
        20_000,
        first.sum,
        undefined,
      ])
    expect([first, ...others].flatMap(({ rows }) => rows)).toEqual(await whole('items'))
  })

  test('a range starts at its key and ends before the other', async () => {
    await put(
      'bins',
      ['a', 'b', 'c', 'd'].map((id) => ({ id })),
    )
    const idsIn = async (from: string, to: string | null) =>
      (await part('bins', { from, to })).rows.map(({ id }) => id)
    expect(await idsIn('b', 'd')).toEqual(['b', 'c'])
    expect(await idsIn('b', null)).toEqual(['b', 'c', 'd'])
    expect(await idsIn('', 'b')).toEqual(['a'])
    expect(await idsIn('bb', 'bc')).toEqual([])
  })

  test('a 304 is sent if the client names the current tag', async () => {
    await put('bins', items(1))
    const { headers } = await get('/data_bins?part=first')
    const again = await get('/data_bins?part=first', { 'if-none-match': String(headers['etag']) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('the second path of a list has its parts too', async () => {
    await put('inboundDataRecords', [{ id: 7 }])
    const { body } = await get('/inbound-data-records?part=first')
    expect(Part.parse(body).data).toEqual({ rows: 1, columns: [{ name: 'id', values: [7] }] })
  })

  test.each(['admins', 'wmsAiUsers'] as const)('the list of %s is sent whole', async (name) => {
    await aMobileUser(app.context)
    const { path } = listEndpoint(name)
    for (const asked of [pathOfFirstPart(path), pathOfPart(path, { from: 'a', to: 'b' })])
      expect((await get(asked)).body).toEqual({ data: await whole(name) })
  })

  test('a part is refused like the list', async () => {
    const other = await anAdmin(app.context, { features: ['items'] })
    const statusOf = async (path: string, session?: string) =>
      (await call(app.app, { method: 'GET', path }, session ? { token: session } : {})).status
    const [full, early] = [await other.session(), await other.session('first')]
    for (const path of ['/data_bins?part=first', '/data_bins?part=range&from=a']) {
      expect(await statusOf(path, full)).toBe(403)
      expect(await statusOf(path, early)).toBe(403)
      expect(await statusOf(path)).toBe(401)
    }
    expect(await statusOf('/data_items?part=first', full)).toBe(200)
  })
})

describe('a query for a part that makes no sense', () => {
  test.each([
    ['part=', /'first' or 'range'/],
    ['part=second', /'first' or 'range'/],
    ['part=FIRST', /'first' or 'range'/],
    ['part=first&part=first', /one 'part'/],
    ['part=range&from=a&from=b', /one 'from'/],
    ['part=range&from=a&to=b&to=c', /at most one 'to'/],
    ['part=range', /needs 'from'/],
    ['part=range&to=b', /needs 'from'/],
    ['part=range&from=b&to=a', /end after its start/],
    ['part=range&from=a&to=a', /end after its start/],
    ['part=range&from=a&to=', /end after its start/],
    ['part=range&from=&to=', /end after its start/],
  ])('the query %s is refused with a sentence', async (query, sentence) => {
    await put('bins', items(3))
    const { status, body } = await get(`/data_bins?${query}`)
    expect([status, body['detail']]).toEqual([400, expect.stringMatching(sentence)])
  })

  test.each(['from=a%00', 'from=a&to=%00', 'from=%ED%A0%80', `from=${'a'.repeat(10_000)}`])(
    'the range %s is answered without an error of the server',
    async (query) => {
      const { status } = await get(`/data_bins?part=range&${query}`)
      expect([200, 422]).toContain(status)
    },
  )
})

/** What keys may be made of. */
const PIECES = [
  'a',
  'A',
  'é',
  'e\u0301',
  '仓库',
  '🔑',
  ' ',
  '|',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '-',
  '0',
  '9',
]

function aKey(random: () => number): string {
  const length = 1 + Math.floor(random() * 6)
  return Array.from({ length }, () => pick(random, PIECES)).join('')
}

function aRow(random: () => number): Row {
  const more = random() < 0.5 ? { memo: pick(random, ['x', null, 1, '1', { a: [1] }]) } : {}
  return {
    item: aKey(random),
    internal_id: aKey(random),
    location_id: random() < 0.5 ? 1 : '1',
    ...more,
  }
}

/** Cuts a list at some keys. */
async function someRanges(random: () => number): Promise<KeyRange[]> {
  const keys = (await whole('inventory')).map((row) => rowKey('inventory', row) ?? '')
  return rangesOf(['', ...keys.filter(() => random() < 0.03)])
}

describe('the parts of a list with random rows and keys', () => {
  test('the parts together are the whole list, wherever it is cut', async () => {
    for (let seed = 0; seed < 4; seed += 1) {
      const random = createRandom(seed)
      await put(
        'inventory',
        Array.from({ length: 200 }, () => aRow(random)),
      )
      const list = await whole('inventory')
      const rows: Row[] = []
      for (const range of await someRanges(random)) {
        const one = await part('inventory', range)
        expect([one.count, one.sum]).toEqual([list.length, sumOf(list)])
        rows.push(...one.rows)
      }
      expect([seed, rows]).toEqual([seed, list])
    }
  })

  test('parts of different sequences and the changes since the earliest make the list', async () => {
    const modes = new Set<unknown>()
    for (let seed = 0; seed < 5; seed += 1) {
      const random = createRandom(seed)
      await put(
        'inventory',
        Array.from({ length: 200 }, () => aRow(random)),
      )
      const held = new Map<string, Row>()
      const sequences: number[] = []
      let epoch = ''
      for (const range of await someRanges(random)) {
        const one = await part('inventory', range)
        for (const row of one.rows) held.set(rowKey('inventory', row) ?? '', row)
        sequences.push(one.seq)
        epoch = one.epoch
        if (random() < 0.4) await disturb(random)
      }
      const { path } = listEndpoint('inventory')
      const cursor = { since: Math.min(...sequences), epoch }
      const { body } = await get(pathSince(path, cursor))
      modes.add(body['mode'])
      if (body['mode'] === 'full') held.clear()
      for (const row of body['data'] as Row[]) held.set(rowKey('inventory', row) ?? '', row)
      for (const key of body['deleted'] as string[]) held.delete(key)
      const list = await whole('inventory')
      expect([seed, held.size, sumOf(held.values())]).toEqual([seed, body['count'], body['sum']])
      expect(sumOf(held.values())).toBe(sumOf(list))
      expect(held.size).toBe(list.length)
    }
    expect(modes).toContain('delta')
  })

  /** Changes, adds and deletes a few rows, like a pull between two parts. */
  async function disturb(random: () => number): Promise<void> {
    const { db } = app.context
    const list = await whole('inventory')
    const changed = list.filter(() => random() < 0.02).map((row) => ({ ...row, memo: random() }))
    await put('inventory', [...changed, aRow(random)])
    const { seq } = await stateOf(db, 'inventory')
    const gone = list.find(() => random() < 0.01)
    const id = gone && rowKey('inventory', gone)
    if (id) await removeAt(id, seq + 1)
  }

  async function removeAt(id: string, seq: number): Promise<void> {
    await app.context.db.transaction(async (tx) => {
      await tx
        .update(records)
        .set({ goneSeq: seq })
        .where(
          and(eq(records.collection, 'inventory'), eq(records.id, id), isNull(records.goneSeq)),
        )
      await tx
        .insert(tombstones)
        .values({ collection: 'inventory', id, seq, deletedAt: new Date(app.clock.now()) })
        .onConflictDoUpdate({ target: [tombstones.collection, tombstones.id], set: { seq } })
      await changeState(tx, 'inventory', { seq })
    })
  }
})
