import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSum } from '#contract/sync/checksum.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import { fetchCollection, type Snapshot } from '#console/data/api/fetch-collection.ts'
import { syncServerClock } from '#console/data/api/server-clock.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { LIST_ADDRESSES } from '#test/support/console/calls/list-addresses.ts'
import { signedOut, signedIn } from '#test/support/console/session.ts'

const api = fakeApi()

function sumOf(rows: readonly (Row | undefined)[]): string {
  const sum = createSum()
  for (const row of rows) if (row) sum.add(row)
  return sum.text()
}

const NOON = Date.UTC(2026, 4, 11, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  signedOut()
  signedIn()
})
afterEach(() => {
  syncServerClock(new Date().toUTCString())
  vi.useRealTimers()
})

const fetched = (name: CollectionName, known?: Snapshot) =>
  fetchCollection(name, known, { urgency: 'visible', signal: new AbortController().signal })

test.each(LIST_ADDRESSES)('the console loads %s by GET %s', async (name, address) => {
  api.use(http.get(address, () => HttpResponse.json({ data: [{ id: 1 }] })))
  expect((await fetched(name)).rows).toEqual([{ id: 1 }])
})

describe('a list', () => {
  test('a fetched list has its ETag, its age in the ERP and its time by the server', async () => {
    const headers = {
      etag: '"bins-1-7"',
      'x-as-of': new Date(NOON - 60_000).toISOString(),
      date: new Date(NOON + 3_600_000).toUTCString(),
    }
    api.use(http.get('/api/data_bins', () => HttpResponse.json({ data: [{ id: 1 }] }, { headers })))
    expect(await fetched('bins')).toEqual({
      rows: [{ id: 1 }],
      etag: '"bins-1-7"',
      asOf: NOON - 60_000,
      fetchedAt: NOON + 3_600_000,
    })
  })

  test('a list from a server without those is accepted too', async () => {
    api.use(http.get('/api/data_bins', () => HttpResponse.json([{ id: 1 }])))
    expect(await fetched('bins')).toEqual({
      rows: [{ id: 1 }],
      etag: null,
      asOf: null,
      fetchedAt: NOON,
    })
  })

  test('an unchanged list keeps its rows and gets the current fetch time', async () => {
    const asked: (string | null)[] = []
    api.use(
      http.get('/api/data_bins', ({ request }) => {
        asked.push(request.headers.get('if-none-match'))
        const headers = { 'x-as-of': new Date(NOON - 1_000).toISOString() }
        return new HttpResponse(null, { status: 304, headers })
      }),
    )
    const known: Snapshot = {
      rows: [{ id: 1 }],
      etag: '"e1"',
      asOf: NOON - 600_000,
      fetchedAt: NOON - 300_000,
    }
    const fresh = await fetched('bins', known)
    expect(asked).toEqual(['"e1"'])
    expect(fresh.rows).toBe(known.rows)
    expect(fresh).toMatchObject({ etag: '"e1"', asOf: NOON - 1_000, fetchedAt: NOON })
  })

  test('a 304 for an unknown list is rejected', async () => {
    api.use(http.get('/api/data_bins', () => new HttpResponse(null, { status: 304 })))
    await expect(fetched('bins')).rejects.toMatchObject({ kind: 'shape' })
  })

  test.each([
    ['a sentence', { message: 'ok' }],
    ['nothing', { data: null }],
  ])('a body that is %s is a fault, not an empty table', async (_what, body) => {
    api.use(http.get('/api/data_bins', () => HttpResponse.json(body)))
    await expect(fetched('bins')).rejects.toMatchObject({ kind: 'shape', status: 200 })
  })
})

describe('a list of a server with deltas', () => {
  beforeEach(() => offering('deltas'))

  const rows = [
    { id: 1, memo: 'a' },
    { id: 2, memo: 'b' },
    { id: 3, memo: 'c' },
  ]
  const known: Snapshot = {
    rows,
    etag: '"e4"',
    cursor: { since: 4, epoch: 'spring 1' },
    asOf: null,
    fetchedAt: NOON - 60_000,
  }
  const headers = { etag: '"e7"', 'x-seq': '7', 'x-sync-epoch': 'spring 1' }
  const after = [rows[0], { id: 2, memo: 'new' }, { id: 4, memo: 'd' }]
  const delta = {
    mode: 'delta',
    from: 4,
    seq: 7,
    epoch: 'spring 1',
    data: [after[1], after[2]],
    deleted: ['3'],
    count: 3,
    sum: sumOf(after),
  }

  /** Records the requested paths and answers them in order. */
  function answering(...bodies: object[]): string[] {
    const asked: string[] = []
    api.use(
      http.get('/api/data_bins', ({ request }) => {
        const body = bodies[asked.length]
        asked.push(`${new URL(request.url).search} ${request.headers.get('if-none-match') ?? '-'}`)
        return HttpResponse.json(body, { headers })
      }),
    )
    return asked
  }

  test('a list is fetched with the cursor that the server sends', async () => {
    answering({ data: rows })
    expect((await fetched('bins')).cursor).toEqual({ since: 7, epoch: 'spring 1' })
  })

  test('the whole list is requested if deltas are not offered, even with a cursor', async () => {
    offering()
    const asked = answering({ data: rows })
    await fetched('bins', known)
    expect(asked).toEqual([' "e4"'])
  })

  test('changes are requested from the cursor, and unchanged rows stay the same objects', async () => {
    const asked = answering(delta)
    const fresh = await fetched('bins', known)
    expect(asked).toEqual(['?since=4&epoch=spring%201 "e4"'])
    expect(fresh).toEqual({
      rows: after,
      etag: '"e7"',
      cursor: { since: 7, epoch: 'spring 1' },
      asOf: null,
      fetchedAt: NOON,
    })
    expect(fresh.rows[0]).toBe(rows[0])
  })

  const refused: readonly [what: string, answer: object][] = [
    ['that does not lead to the checksum', { ...delta, sum: '0'.repeat(16) }],
    ['that does not lead to the count', { ...delta, count: 4 }],
    ['from elsewhere', { ...delta, from: 3 }],
    ['in another epoch', { ...delta, epoch: 'autumn' }],
  ]
  test.each(refused)('the whole list is requested after a delta %s', async (_what, answer) => {
    const asked = answering(answer, { data: after })
    const fresh = await fetched('bins', known)
    expect(asked).toEqual(['?since=4&epoch=spring%201 "e4"', ' -'])
    expect(fresh.rows).toEqual(after)
    expect(fresh.rows[0]).toBe(rows[0])
  })

  test('a server that sends only invalid deltas causes a fault', async () => {
    answering({ ...delta, from: 3 }, { ...delta, from: 3 })
    await expect(fetched('bins', known)).rejects.toMatchObject({ kind: 'shape' })
  })
})

test('a whole list without changes keeps the very same list', async () => {
  const known: Snapshot = {
    rows: [{ id: 1, nested: { list: [1, { a: null }] } }, { id: 2 }],
    etag: null,
    asOf: null,
    fetchedAt: 0,
  }
  api.use(http.get('/api/data_bins', () => HttpResponse.json(known.rows)))
  expect((await fetched('bins', known)).rows).toBe(known.rows)
  api.use(http.get('/api/data_bins', () => HttpResponse.json([{ id: 3 }, ...known.rows])))
  const longer = await fetched('bins', known)
  expect(longer.rows).toHaveLength(3)
  expect(longer.rows[1]).toBe(known.rows[0])
})

describe('inbound data records', () => {
  test('the second address is not tried if the first has a fault', async () => {
    api.use(http.get('/api/get-inbound-data-records', () => HttpResponse.json({}, { status: 503 })))
    await expect(fetched('inboundDataRecords')).rejects.toMatchObject({ status: 503 })
  })

  test('the second address is used if the first does not exist, which is tried once', async () => {
    let asked = 0
    api.use(
      http.get('/api/get-inbound-data-records', () => {
        asked += 1
        return HttpResponse.json({ detail: 'Not Found' }, { status: 404 })
      }),
      http.get('/api/inbound-data-records', () => HttpResponse.json([{ id: 2 }])),
    )
    expect((await fetched('inboundDataRecords')).rows).toEqual([{ id: 2 }])
    expect((await fetched('inboundDataRecords')).rows).toEqual([{ id: 2 }])
    expect(asked).toBe(1)
  })
})

test('a list without a second address reports that it does not exist', async () => {
  api.use(http.get('/api/data_bins', () => HttpResponse.json({}, { status: 404 })))
  await expect(fetched('bins')).rejects.toMatchObject({ status: 404 })
})
