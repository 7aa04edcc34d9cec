import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { collectionNames, type CollectionName, type Row } from '#contract/collections.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { Fault } from '#console/data/api/fault.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { collectionKey, collectionQuery } from '#console/data/collections/queries.ts'
import { lists } from '#console/screens/lists.ts'
import { emptyDisk } from '#test/support/console/device.ts'
import { signedIn } from '#test/support/console/session.ts'

const JSON_TYPE = 'application/json'

interface Body {
  readonly text: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const json = (value: unknown): Body => ({ text: JSON.stringify(value) })
const nested = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`

/** What a server, a proxy or a bad link may make of a list. */
const bodies: Readonly<Record<string, Body>> = {
  'a proxy page for 200': { text: '<!doctype html><h1>Hello</h1>', type: 'text/html' },
  'a proxy page that calls itself JSON': { text: '<html></html>' },
  'a 502 page': { text: '<html>Bad Gateway</html>', type: 'text/html', status: 502 },
  'a 500 with rows': { ...json([{ id: 1 }]), status: 500 },
  'nothing at all': { text: '' },
  'nothing, without a type': { text: '', type: '' },
  'white space': { text: ' \n\t ' },
  null: json(null),
  true: json(true),
  'a number': json(42),
  'a text': json('rows'),
  'an empty object': json({}),
  'an object without data': json({ message: 'ok' }),
  'data that is null': json({ data: null }),
  'data that is a text': json({ data: 'none' }),
  'data that is a number': json({ data: 7 }),
  'data within data': json({ data: { data: [{ id: 1 }] } }),
  'a list of numbers': json([1, 2, 3]),
  'a list of nulls': json([null, null]),
  'a list of lists': json([[1], [2]]),
  'a list of texts': json({ data: ['a', 'b'] }),
  'rows among other things': json([{ id: 1 }, null, 'x', 3, [4], { id: 2 }]),
  'rows without keys': json([{}, {}, { memo: 'x' }]),
  'rows with the same key': json([{ id: 1 }, { id: 1 }, { id: 1, memo: 'x' }]),
  'rows with keys that are objects': json([
    { id: { a: 1 }, item: [1], username: {}, userid: null },
  ]),
  'rows whose every field is an object': json([oddRow({ deep: { deeper: [1, { x: null }] } })]),
  'rows whose every field is a list': json([oddRow([1, 'x', null, { y: [] }])]),
  'rows whose every field is a number': json([oddRow(1e308)]),
  'rows whose every field is null': json([oddRow(null)]),
  'rows whose every field is true': json([oddRow(true)]),
  'rows whose every field is broken JSON': json([oddRow('{"a":[1,')]),
  'rows that would change all objects': {
    text: '[{"id":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}]',
  },
  'a very long text': json([{ id: 1, memo: 'x'.repeat(5_000_000) }]),
  'a list that breaks off': { text: '{"data":[{"id":1},{"id":' },
  'two lists': { text: '[{"id":1}][{"id":2}]' },
  'a list with a byte order mark': { text: '\uFEFF[{"id":1}]' },
  'a list in another character set': {
    text: new Uint8Array([
      0x5b, 0x7b, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xe4, 0x22, 0x7d, 0x5d,
    ]),
    type: 'application/json; charset=iso-8859-1',
  },
  'lists a thousand deep': { text: `[{"id":1,"memo":${nested(1_000, '[', ']')}}]` },
  'objects a hundred thousand deep': { text: `[{"id":1,"memo":${nested(100_000, '{"a":', '}')}}]` },
  'an unrequested delta': json({
    mode: 'delta',
    from: 1,
    seq: 2,
    epoch: 'e',
    count: 1,
    sum: '0'.repeat(16),
    deleted: [],
    data: [],
  }),
  'half a delta': json({ mode: 'delta', data: null }),
  'headers that are nonsense': {
    ...json([{ id: 1 }]),
    headers: { etag: '', 'x-seq': 'NaN', 'x-sync-epoch': '', 'x-as-of': 'yesterday', date: 'soon' },
  },
}

/** A row with every field that any screen reads. */
function oddRow(value: unknown): Row {
  const fields = [
    'id',
    'item',
    'internal_id',
    'location_id',
    'location',
    'name',
    'username',
    'userid',
    'user',
    'features',
    'bin_data',
    'bins_data',
    'item_data',
    'inbound_data',
    'details',
    'netsuite_response',
    'netsuite_acknowledgement_success',
    'created_at',
    'updated_at',
    'available_quantity',
    'multi_location_enable',
    'is_super_admin',
    'status',
  ]
  return Object.fromEntries(fields.map((field) => [field, value]))
}

let client: QueryClient

beforeEach(async () => {
  signedIn({ features: ADMIN_FEATURES, isSuperAdmin: true })
  await readRecord('makes the database')
  await emptyDisk()
  client = new QueryClient()
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

function answering({ text, type = JSON_TYPE, status = 200, headers = {} }: Body): void {
  const answer = () =>
    new Response(text, { status, headers: { ...(type && { 'content-type': type }), ...headers } })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
}

const KNOWN: Snapshot = {
  rows: [{ id: 1, item: 'a', internal_id: 1, username: 'ada', userid: 'pat' }],
  etag: '"e"',
  cursor: { since: 1, epoch: 'e' },
  asOf: null,
  fetchedAt: 0,
}

/** Does everything that a screen does with rows before it renders them. */
function taken(name: CollectionName, rows: readonly Row[]): string {
  if (rows.some((row) => typeof row !== 'object' || Array.isArray(row))) return 'no rows'
  const screen = lists.find(({ collection }) => collection === name)
  if (!screen) throw new Error(`no screen for ${name}`)
  const { rows: shaped, columns } = screen.table(rows)
  const index = indexRows(shaped, columns)
  for (const { id } of columns) {
    const sort = { id, descending: true }
    index.answer({ search: 'x', filters: [], sort, page: 0, pageSize: 10 })
  }
  for (const row of shaped) for (const column of columns) column.text(row)
  return 'taken'
}

describe.each(Object.entries(bodies))('a list that is %s', (_what, body) => {
  test.each(collectionNames)(
    'the list of %s loses neither its rows nor its screen',
    async (name) => {
      client.setQueryData(collectionKey(name), KNOWN)
      answering(body)
      const failure = await client
        .query({ ...collectionQuery(name), staleTime: 0, retry: false })
        .then(
          () => null,
          (error: unknown) => error,
        )
      const { rows = [] } = client.getQueryData<Snapshot>(collectionKey(name)) ?? {}
      const outcome = failure === null ? taken(name, rows) : failure instanceof Fault && 'kept'
      expect(outcome).toMatch(/^(taken|kept)$/)
      expect(failure === null || rows === KNOWN.rows).toBe(true)
      expect(({} as Row)['polluted']).toBeUndefined()
    },
  )
})

test('there are forty malformed bodies', () => {
  expect(Object.keys(bodies).length).toBeGreaterThanOrEqual(40)
})
