/** A page without https: its browser has neither `crypto.subtle` nor `crypto.randomUUID`. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { toColumns } from '#contract/sync/columns.ts'
import type { FetchOptions } from '#console/data/api/fetch-collection.ts'
import { forgetArrivals } from '#console/data/collections/arrivals.ts'
import { fetchInParts } from '#console/data/collections/fetch-in-parts.ts'
import { readSnapshot, forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { storeNow, storeSnapshot } from '#console/data/device/store-snapshots.ts'
import { offering } from '#test/support/console/console-config.ts'
import { headsOnDisk, onDisk } from '#test/support/console/device.ts'
import { devicePage, rowsOf } from '#test/support/console/device-page.ts'
import { signedIn } from '#test/support/console/session.ts'

const KEY = Buffer.alloc(32, 7).toString('base64')
const STARTS = ['b', 'c']
const getRandomValues = crypto.getRandomValues.bind(crypto)

devicePage()
beforeEach(() => offering('deltas', 'parts'))
afterEach(() => {
  forgetArrivals()
  vi.unstubAllGlobals()
})

function sumOf(rows: readonly Row[]): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

/** A server that sends a list in three parts. */
function listInParts(each = 2): readonly Row[] {
  const rows = rowsOf(3 * each)
  const facts = { seq: 1, epoch: 'e', count: rows.length, sum: sumOf(rows) }
  vi.stubGlobal('fetch', (url: string) => {
    const { searchParams } = new URL(url, 'http://x')
    const isFirst = searchParams.get('part') === 'first'
    const nth = isFirst ? 0 : STARTS.indexOf(searchParams.get('from') ?? '') + 1
    const data = toColumns(rows.slice(nth * each, (nth + 1) * each))
    const body = { mode: 'part', ...facts, ...(isFirst && { starts: STARTS }), data }
    return Promise.resolve(Response.json(body, { headers: { etag: '"e 1"' } }))
  })
  return rows
}

const options = (): FetchOptions => ({ urgency: 'person', signal: new AbortController().signal })

describe('a page without https', () => {
  beforeEach(() => vi.stubGlobal('crypto', { getRandomValues }))

  test.each([
    ['without a key', null],
    ['with a key that it cannot use', KEY],
  ])('a list that arrives in parts is complete %s', async (_what, cacheKey) => {
    signedIn({ username: 'ada', features: ['items'], cacheKey })
    const rows = listInParts()
    expect((await fetchInParts('items', options())).rows).toEqual(rows)
  })

  test('a long list is stored as plain text, in its parts and again as a whole', async () => {
    signedIn({ username: 'ada', features: ['items'], cacheKey: null })
    const rows = listInParts(1_000)
    const snapshot = await fetchInParts('items', options())
    await storeSnapshot('items', snapshot, () => true)
    expect(await onDisk()).toMatchObject([{ id: 'ada|items', content: expect.any(String) }])
    forgetStoredState()
    await storeSnapshot('items', { ...snapshot, fetchedAt: snapshot.fetchedAt + 1 }, () => true)
    expect((await readSnapshot('items'))?.rows).toEqual(rows)
  })

  test('the first rows of a long list are stored as plain text before the others', async () => {
    signedIn({ username: 'ada', features: ['items'], cacheKey: null })
    const rows = rowsOf(3_000)
    const snapshot = { rows, etag: null, asOf: null, fetchedAt: Date.now() }
    await storeNow('items', snapshot, () => true)
    expect(await onDisk()).toMatchObject([{ isFirstOnly: true, content: expect.any(String) }])
    expect(await headsOnDisk()).toHaveLength(1)
  })
})

test('a list that cannot be encrypted is complete, and only not stored', async () => {
  const encrypt = () => Promise.reject(new DOMException('broken on purpose', 'OperationError'))
  const subtle = { importKey: () => Promise.resolve({}), encrypt }
  vi.stubGlobal('crypto', { getRandomValues, subtle })
  signedIn({ username: 'ada', features: ['items'], cacheKey: KEY })
  const rows = listInParts()
  expect((await fetchInParts('items', options())).rows).toEqual(rows)
  expect(await onDisk()).toEqual([])
})
