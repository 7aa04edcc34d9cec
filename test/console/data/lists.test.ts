import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchList, type Snapshot } from '#console/data/lists.ts'
import { learnServerTime } from '#console/data/server-clock.ts'
import { fakeApi } from '#test/support/fake-api.ts'
import { nobody, signedIn } from '#test/support/session.ts'

const api = fakeApi()
const NOON = Date.UTC(2026, 4, 11, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] })
  nobody()
  signedIn()
})
afterEach(() => {
  learnServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

const fetched = (name: 'bins' | 'inboundDataRecords', known?: Snapshot) =>
  fetchList(name, known, { urgency: 'visible', signal: new AbortController().signal })

describe('a list', () => {
  test('is known with its state, its age in the ERP and its time by the server', async () => {
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

  test('of a server that offers none of that is known all the same', async () => {
    api.use(http.get('/api/data_bins', () => HttpResponse.json([{ id: 1 }])))
    expect(await fetched('bins')).toEqual({
      rows: [{ id: 1 }],
      etag: null,
      asOf: null,
      fetchedAt: NOON,
    })
  })

  test('that did not change keeps its rows and is fetched now', async () => {
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

  test('that did not change although nothing was known is no list', async () => {
    api.use(http.get('/api/data_bins', () => new HttpResponse(null, { status: 304 })))
    await expect(fetched('bins')).rejects.toMatchObject({ kind: 'shape' })
  })

  test.each([
    ['a sentence', { message: 'ok' }],
    ['nothing', { data: null }],
  ])('that is %s is a fault, not an empty table', async (_what, body) => {
    api.use(http.get('/api/data_bins', () => HttpResponse.json(body)))
    await expect(fetched('bins')).rejects.toMatchObject({ kind: 'shape', status: 200 })
  })
})

describe('inbound data records', () => {
  test('come from the second address where the first is not there', async () => {
    api.use(
      http.get('/api/get-inbound-data-records', () =>
        HttpResponse.json({ detail: 'Not Found' }, { status: 404 }),
      ),
      http.get('/api/inbound-data-records', () => HttpResponse.json([{ id: 2 }])),
    )
    expect((await fetched('inboundDataRecords')).rows).toEqual([{ id: 2 }])
  })

  test('do not come from the second where the first has a fault', async () => {
    api.use(http.get('/api/get-inbound-data-records', () => HttpResponse.json({}, { status: 503 })))
    await expect(fetched('inboundDataRecords')).rejects.toMatchObject({ status: 503 })
  })
})

test('a list without a second address says that it is not there', async () => {
  api.use(http.get('/api/data_bins', () => HttpResponse.json({}, { status: 404 })))
  await expect(fetched('bins')).rejects.toMatchObject({ status: 404 })
})
