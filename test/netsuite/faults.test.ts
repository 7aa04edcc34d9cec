import { describe, expect, test } from 'vitest'
import { createFaults } from '#test/netsuite/faults.ts'
import type { Fault } from '#test/netsuite/faults.ts'
import { query, readError, send, sendQuery } from '#test/netsuite/support/client.ts'
import { running } from '#test/netsuite/support/running.ts'

const BINS = 'SELECT id FROM bin ORDER BY id'
const ITEMS = 'SELECT id FROM item ORDER BY id'

async function failing(fault: Fault) {
  const netSuite = await running()
  netSuite.faults.next(fault)
  return netSuite
}

describe('a fault', () => {
  test.each([
    ['concurrency-429', 429, 'CONCURRENCY_LIMIT_EXCEEDED'],
    ['concurrency-400', 400, 'CONCURRENCY_LIMIT_EXCEEDED'],
    ['invalid-login-401', 401, 'INVALID_LOGIN'],
    ['permission-403', 403, 'INSUFFICIENT_PERMISSION'],
    ['server-500', 500, 'UNEXPECTED_ERROR'],
    ['unavailable-503', 503, 'SERVICE_UNAVAILABLE'],
  ] as const)(
    '%s strikes the given number of requests and then no more',
    async (kind, status, code) => {
      const netSuite = await failing({ kind, times: 2 })
      expect(await readError(await sendQuery(netSuite, BINS))).toEqual({ status, code })
      expect(netSuite.faults.pending()).toBe(1)
      expect((await sendQuery(netSuite, BINS)).status).toBe(status)
      expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    },
  )
})

test('bad-gateway-502-html answers with a page of HTML', async () => {
  const response = await sendQuery(await failing({ kind: 'bad-gateway-502-html' }), BINS)
  expect(response.status).toBe(502)
  expect(response.headers.get('content-type')).toBe('text/html')
  expect(await response.text()).toContain('<h1>Bad Gateway</h1>')
})

test.each([
  [{ kind: 'unavailable-503' }, '1'],
  [{ kind: 'unavailable-503', retryAfterS: 30 }, '30'],
  [{ kind: 'unavailable-503', retryAfterS: null }, null],
] as const)('%j has Retry-After %s', async (fault, value) => {
  const response = await sendQuery(await failing(fault), BINS)
  expect(response.headers.get('retry-after')).toBe(value)
})

test('cut ends the connection half way through the body', async () => {
  const netSuite = await failing({ kind: 'cut' })
  const response = await sendQuery(netSuite, BINS)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(netSuite.requests.log.at(-1)?.status).toBeNull()
})

test('bad-json ends in the middle of a value, with a correct content length', async () => {
  const response = await sendQuery(await failing({ kind: 'bad-json' }), BINS)
  const body = await response.text()
  expect(Number(response.headers.get('content-length'))).toBe(body.length)
  expect(() => JSON.parse(body)).toThrow(SyntaxError)
})

test('slow sends the right answer after the delay', async () => {
  const netSuite = await failing({ kind: 'slow', ms: 60 })
  const start = performance.now()
  expect((await query(netSuite, BINS)).count).toBe(3)
  expect(performance.now() - start).toBeGreaterThanOrEqual(59)
})

test('latency delays every request', async () => {
  const netSuite = await running({ faults: createFaults({ latencyMs: 30 }) })
  const start = performance.now()
  for (const _ of [1, 2]) await query(netSuite, BINS)
  expect(performance.now() - start).toBeGreaterThanOrEqual(59)
})

describe('the requests that a fault strikes', () => {
  test('a table name strikes queries of the table, also when it is joined', async () => {
    const netSuite = await failing({ kind: 'server-500', match: 'item', times: 2 })
    const joined =
      'SELECT a.item, a.location FROM aggregateitemlocation a JOIN item i ON i.id = a.item'
    expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    expect((await sendQuery(netSuite, ITEMS)).status).toBe(500)
    expect((await sendQuery(netSuite, joined)).status).toBe(500)
  })

  test('a pattern strikes queries that match it', async () => {
    const netSuite = await failing({ kind: 'server-500', match: /id > 2/g })
    expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    const page = BINS.replace('ORDER', 'WHERE id > 2 ORDER')
    expect((await sendQuery(netSuite, page)).status).toBe(500)
  })

  test('faults strike in the order in which they were added, until they are cleared', async () => {
    const netSuite = await failing({ kind: 'server-500' })
    netSuite.faults.next({ kind: 'permission-403', match: 'item' })
    netSuite.faults.next({ kind: 'concurrency-429' })
    netSuite.faults.next({ kind: 'concurrency-429' })
    expect((await sendQuery(netSuite, BINS)).status).toBe(500)
    expect((await sendQuery(netSuite, BINS)).status).toBe(429)
    expect((await sendQuery(netSuite, ITEMS)).status).toBe(403)
    netSuite.faults.clear()
    expect((await sendQuery(netSuite, ITEMS)).status).toBe(200)
  })

  test('a lock fails writes and lets queries read', async () => {
    const netSuite = await failing({ kind: 'lock' })
    expect((await sendQuery(netSuite, BINS)).status).toBe(200)
    const path = '/services/rest/record/v1/bintransfer/eid:1'
    const response = await send(netSuite, path, { method: 'PUT', body: {} })
    expect(await response.json()).toMatchObject({
      status: 400,
      'o:errorDetails': [{ detail: expect.stringContaining('locked by a user defined workflow') }],
    })
  })

  test('a request with a wrong signature uses up no fault', async () => {
    const netSuite = await failing({ kind: 'server-500' })
    expect((await fetch(netSuite.url)).status).toBe(401)
    expect(netSuite.faults.pending()).toBe(1)
  })
})

test('queries of a table that is hidden from the role fail', async () => {
  const netSuite = await running()
  netSuite.faults.hidden.add('item')
  const response = await sendQuery(netSuite, ITEMS)
  expect(await readError(response)).toEqual({ status: 400, code: 'INVALID_PARAMETER' })
})
