import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pauseMs } from '#server/erp/transport/client.ts'
import { ErpFault, type ErpFaultKind } from '#server/erp/transport/fault.ts'
import { TRANSPORT_LIMITS } from '#server/erp/transport/http-transport.ts'
import { createSemaphore } from '#server/erp/transport/semaphore.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import type { FaultKind } from '#test/netsuite/faults.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import { createWarehouse } from '#test/netsuite/warehouse.ts'
import { testClient, type TestClient } from '#test/support/server/clients/erp-client.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'

const QUERY = 'SELECT id, name FROM location ORDER BY id FETCH NEXT 1000 ROWS ONLY'

let netsuite: NetSuite
const others: Server[] = []

beforeEach(async () => {
  const warehouse = createWarehouse()
  warehouse.add('location', { name: 'Main' })
  warehouse.add('location', { name: 'Yard' })
  netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
})

afterEach(async () => {
  await netsuite.close()
  for (const server of others.splice(0)) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

async function faultOf(client: TestClient): Promise<ErpFault> {
  const outcome: unknown = await client.query(QUERY).catch((error: unknown) => error)
  if (outcome instanceof ErpFault) return outcome
  throw new Error(`expected a fault, got ${JSON.stringify(outcome)}`)
}

/** A server in place of NetSuite, for what the simulator does not do. */
async function serverThat(listener: RequestListener): Promise<{ url: string } & typeof signed> {
  const server = createServer(listener)
  others.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...signed }
}
const signed = { credentials: sandboxCredentials }

describe('a query', () => {
  test('a query is a signed POST for a page, and returns its rows without links', async () => {
    const page = await testClient(netsuite).query(QUERY)
    expect(page).toEqual({
      rows: [
        { id: '1', name: 'Main' },
        { id: '2', name: 'Yard' },
      ],
      hasMore: false,
    })
    expect(netsuite.requests.log).toMatchObject([
      { method: 'POST', path: '/services/rest/query/v1/suiteql?limit=1000&offset=0', status: 200 },
    ])
  })

  test('each attempt is signed with its own nonce and time', async () => {
    netsuite.faults.next({ kind: 'server-500', times: 3 })
    await testClient(netsuite).query(QUERY)
    expect(netsuite.requests.log.map(({ status, refusal }) => [status, refusal])).toEqual([
      [500, null],
      [500, null],
      [500, null],
      [200, null],
    ])
  })

  test('the path of a gateway in the Base URL is preserved', async () => {
    const seen: (string | undefined)[] = []
    const gateway = await serverThat((request, response) => {
      seen.push(request.url)
      response.end('{"items":[]}')
    })
    await testClient({ ...gateway, url: `${gateway.url}/erp/` }).query(QUERY)
    expect(seen).toEqual(['/erp/services/rest/query/v1/suiteql?limit=1000&offset=0'])
  })
})

describe('retries', () => {
  test.each<FaultKind>([
    'concurrency-429',
    'concurrency-400',
    'server-500',
    'bad-gateway-502-html',
    'unavailable-503',
    'cut',
    'bad-json',
    'invalid-login-401',
  ])('a query is retried after %s', async (kind) => {
    netsuite.faults.next({ kind, times: 2 })
    const client = testClient(netsuite)
    expect((await client.query(QUERY)).rows).toHaveLength(2)
    expect(netsuite.requests.total).toBe(3)
    expect(client.retried).toHaveLength(2)
    expect(client.waits).toHaveLength(2)
  })

  test('a query is retried with increasing pauses, six times in all', async () => {
    netsuite.faults.next({ kind: 'concurrency-429', times: 100 })
    const client = testClient(netsuite)
    expect((await faultOf(client)).kind).toBe('busy')
    expect(netsuite.requests.total).toBe(6)
    expect(client.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  })

  test('a retry is not sent earlier than NetSuite asked for', async () => {
    netsuite.faults.next({ kind: 'unavailable-503', retryAfterS: 90 })
    const client = testClient(netsuite)
    await client.query(QUERY)
    expect(client.waits).toEqual([91_000])
  })

  test('a login that just worked is retried when it is refused, because NetSuite disguises being busy', async () => {
    const client = testClient(netsuite)
    await client.query(QUERY)
    netsuite.faults.next({ kind: 'invalid-login-401', times: 2 })
    expect((await client.query(QUERY)).rows).toHaveLength(2)
  })
})

describe('a caller that has a pause of its own', () => {
  test.each<[FaultKind, ErpFaultKind]>([
    ['concurrency-429', 'busy'],
    ['unavailable-503', 'busy'],
    ['invalid-login-401', 'refused'],
    ['server-500', 'bad-answer'],
    ['bad-json', 'bad-answer'],
  ])('its query is sent once, and %s is its fault at once', async (kind, fault) => {
    netsuite.faults.next({ kind, times: 100 })
    const client = testClient(netsuite, { isPatient: false })
    expect((await faultOf(client)).kind).toBe(fault)
    expect([netsuite.requests.total, client.waits]).toEqual([1, []])
  })

  test('its query is sent a second time where the connection broke at once, and not a third time', async () => {
    netsuite.faults.next({ kind: 'cut', times: 2 })
    const client = testClient(netsuite, { isPatient: false })
    expect((await faultOf(client)).kind).toBe('unreachable')
    expect((await client.query(QUERY)).rows).toHaveLength(2)
    expect([netsuite.requests.total, client.waits]).toEqual([3, []])
  })

  test('its query is not sent again where no answer came for long', async () => {
    let now = Date.now()
    netsuite.faults.next({ kind: 'cut' })
    const client = testClient(netsuite, { isPatient: false, now: () => (now += 10_000) })
    expect((await faultOf(client)).kind).toBe('unreachable')
    expect(netsuite.requests.total).toBe(1)
  })
})

describe('answers that are not the ones of NetSuite', () => {
  test.each([
    ['a page of a proxy with status 200', 200, '<html><body>Welcome</body></html>'],
    ['an answer that ends early', 200, '{"items":[{"id":"1"'],
    ['a page without rows that promises more', 200, '{"items":[],"hasMore":true}'],
    ['a redirect', 302, ''],
  ])('a query is retried after %s', async (_what, status, body) => {
    let asked = 0
    const odd = await serverThat((_request, response) => {
      asked += 1
      if (asked < 3) response.writeHead(status, { Location: '/elsewhere' }).end(body)
      else response.end('{"items":[{"id":"1"}]}')
    })
    expect((await testClient(odd).query(QUERY)).rows).toEqual([{ id: '1' }])
    expect(asked).toBe(3)
  })
})

describe('a network without answers', () => {
  test('a dead network is reported within a minute', async () => {
    let at = Date.UTC(2026, 4, 11)
    const begun = at
    const url = `http://127.0.0.1:${DEAD_PORT}`
    const client = testClient(
      { url, ...signed },
      { now: () => at, random: () => 0.99, wait: async (ms) => void (at += ms) },
    )
    expect((await faultOf(client)).kind).toBe('unreachable')
    expect(at - begun).toBeLessThanOrEqual(60_000)
  })

  test('a hang costs at most 45 seconds, and then the query is sent again', () => {
    expect(TRANSPORT_LIMITS.idleMs).toBeLessThanOrEqual(45_000)
    expect(TRANSPORT_LIMITS.connectMs).toBeLessThanOrEqual(15_000)
  })

  test('a request that hangs is sent again', async () => {
    let asked = 0
    const hanging = await serverThat((_request, response) => {
      asked += 1
      if (asked > 1) response.end('{"items":[]}')
    })
    // A busy machine may need long for the second answer, which must not count as a hang too.
    const limits = { connectMs: 5_000, idleMs: 1_000, totalMs: 10_000, maxBytes: 1_000 }
    expect((await testClient(hanging, { limits }).query(QUERY)).rows).toEqual([])
    expect(asked).toBe(2)
  })
})

describe('the pause before a retry', () => {
  test.each([
    [1, 0.999, null, 1_998],
    [3, 0.5, null, 4_000],
    [6, 0.5, null, 30_000],
    [50, 0.5, null, 30_000],
    [1, 0, null, 0],
    [1, 0, 10_000, 10_000],
    [1, 0.5, 0, 1_000],
    [5, 0.5, 10_000, 12_000],
    [1, 0, 86_400_000, 300_000],
  ])(
    'the pause after %i failures with chance %d and Retry-After %s is %i ms',
    (failed, chance, asked, ms) => {
      expect(pauseMs(failed, asked, () => chance)).toBe(ms)
    },
  )

  test.each(['99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'the pause is bounded if NetSuite asks for %s',
    async (header) => {
      const busy = await serverThat((_request, response) => {
        response.writeHead(503, { 'Retry-After': header }).end()
      })
      const client = testClient(busy, { random: () => 0 })
      expect(await faultOf(client)).toMatchObject({ kind: 'busy', retryAfterMs: 3_600_000 })
      expect(client.waits).toEqual(Array(5).fill(300_000))
    },
  )

  test('the pause follows a Retry-After that is a date', async () => {
    const at = Date.UTC(2026, 4, 11, 12)
    let isFirst = true
    const dated = await serverThat((_request, response) => {
      if (isFirst) {
        response.writeHead(503, { 'Retry-After': new Date(at + 40_000).toUTCString() }).end()
        isFirst = false
      } else response.end('{"items":[]}')
    })
    const client = testClient(dated, { now: () => at, random: () => 0 })
    await client.query(QUERY)
    expect(client.waits).toEqual([40_000])
  })
})

describe('a permanent fault', () => {
  test('a missing permission is reported after one attempt', async () => {
    netsuite.faults.next({ kind: 'permission-403' })
    const found = await faultOf(testClient(netsuite))
    expect(found.kind).toBe('permission')
    expect(found.message).toMatch(/doesn't permit.*'location' permission/)
    expect(netsuite.requests.total).toBe(1)
  })

  test('a login that never worked is reported as refused after three attempts', async () => {
    netsuite.faults.next({ kind: 'invalid-login-401', times: 6 })
    const found = await faultOf(testClient(netsuite))
    expect(found.kind).toBe('refused')
    expect(found.message).toMatch(/refused the login.*ERP Setup/)
    expect(netsuite.requests.total).toBe(3)
  })

  test.each<[FaultKind, ErpFaultKind, RegExp]>([
    ['concurrency-400', 'busy', /busy.*Try again in a minute/],
    ['unavailable-503', 'busy', /status 503/],
    ['server-500', 'bad-answer', /internal error \(status 500\)/],
    ['bad-gateway-502-html', 'bad-answer', /internal error \(status 502\)/],
    ['cut', 'unreachable', /isn't responding/],
    ['bad-json', 'bad-answer', /couldn't be read.*Base URL/],
  ])('%s is reported as %s after six attempts', async (fault, kind, sentence) => {
    netsuite.faults.next({ kind: fault, times: 6 })
    const found = await faultOf(testClient(netsuite))
    expect(found.kind).toBe(kind)
    expect(found.message).toMatch(sentence)
    expect(netsuite.requests.total).toBe(6)
  })

  test('a wrong key is refused by the signature check', async () => {
    const client = testClient(netsuite, { credentials: { tokenSecret: 'wrong' } })
    expect((await faultOf(client)).kind).toBe('refused')
    expect(netsuite.requests.log[0]?.refusal).toBe('signature does not match')
  })

  test('a column that the account lacks is named', async () => {
    const client = testClient(netsuite)
    const found: unknown = await client
      .query('SELECT id, custrecord_room FROM location ORDER BY id')
      .catch((error: unknown) => error)
    expect(found).toMatchObject({
      kind: 'query',
      message: expect.stringMatching(/custrecord_room/),
    })
  })

  test('a redirect is not followed', async () => {
    const seen: string[] = []
    const target = await serverThat((request, response) => {
      seen.push(request.url ?? '')
      response.end('{"items":[]}')
    })
    const moved = await serverThat((_request, response) => {
      response.writeHead(302, { Location: `${target.url}/stolen` }).end()
    })
    expect(await faultOf(testClient(moved))).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringMatching(/wasn't found at the Base URL \(status 302\)/),
    })
    expect(seen).toEqual([])
  })

  test('an answer of another kind is not read as rows', async () => {
    const isEmptyButMore = '{"items":[],"hasMore":true}'
    const odd = ['', '[]', '{}', '{"items":null}', '{"items":[1]}', '<html></html>', isEmptyButMore]
    for (const body of odd) {
      const place = await serverThat((_request, response) => void response.end(body))
      expect((await faultOf(testClient(place))).kind).toBe('bad-answer')
    }
  })

  test('an answer that is compressed without being asked for is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    let accepted: string | undefined
    const packed = await serverThat((request, response) => {
      accepted = request.headers['accept-encoding']
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
    })
    const limits = { connectMs: 5_000, idleMs: 5_000, totalMs: 10_000, maxBytes: 100_000 }
    expect(await faultOf(testClient(packed, { limits }))).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringMatching(/couldn't be read/),
    })
    expect(accepted).toBeUndefined()
  })

  test('an endless answer is aborted', async () => {
    const endless = await serverThat((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    const limits = { connectMs: 5_000, idleMs: 5_000, totalMs: 10_000, maxBytes: 100_000 }
    expect(await faultOf(testClient(endless, { limits }))).toMatchObject({
      kind: 'bad-answer',
      message: expect.stringMatching(/larger than/),
    })
  })

  test.each([
    ['moves nothing', { connectMs: 5_000, idleMs: 30, totalMs: 10_000, maxBytes: 1_000 }],
    ['takes too long in all', { connectMs: 5_000, idleMs: 10_000, totalMs: 30, maxBytes: 1_000 }],
  ])('an ERP that %s is unreachable', async (_what, limits) => {
    const silent = await serverThat(() => undefined)
    expect((await faultOf(testClient(silent, { limits }))).kind).toBe('unreachable')
  })

  test('an address without a listener is unreachable', async () => {
    const url = `http://127.0.0.1:${DEAD_PORT}`
    expect((await faultOf(testClient({ url, ...signed }))).kind).toBe('unreachable')
  })

  test('an address that is not allowed is not called at all', async () => {
    expect(() => testClient(netsuite, { allowedHosts: [] })).toThrow(
      expect.objectContaining({ kind: 'not-configured' }),
    )
    expect(netsuite.requests.total).toBe(0)
  })
})

describe('the requests of one account', () => {
  test('at most four requests of all clients run at once', async () => {
    const release = netsuite.faults.hold()
    const requests = createSemaphore(4)
    const [one, other] = [testClient(netsuite, { requests }), testClient(netsuite, { requests })]
    const asked = Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).query(QUERY)),
    )
    await expect.poll(() => netsuite.requests.underWay).toBe(4)
    release()
    const pages = await asked
    expect(pages.every((page) => page.rows.length === 2)).toBe(true)
    expect(netsuite.requests.peak).toBe(4)
    expect(netsuite.requests.log.every(({ status }) => status === 200)).toBe(true)
  })

  test('failed requests release their permit', async () => {
    const requests = createSemaphore(1)
    netsuite.faults.next({ kind: 'permission-403' })
    await faultOf(testClient(netsuite, { requests }))
    expect((await testClient(netsuite, { requests }).query(QUERY)).rows).toHaveLength(2)
  })

  test('aborted requests end, whether running or waiting', async () => {
    const silent = await serverThat(() => undefined)
    const client = testClient(silent, { requests: createSemaphore(1) })
    const both = Promise.allSettled([client.query(QUERY), client.query(QUERY)])
    client.abort()
    const outcomes = await both
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'aborted' } })
  })
})

describe('writing a record', () => {
  const record = {
    type: 'inventoryadjustment',
    externalId: 'dockside-1',
    sublist: 'inventory',
    body: {},
  }
  const answered = async (status: number, text: string) => {
    const place = await serverThat((_request, response) => {
      response.writeHead(status)
      response.end(text)
    })
    return testClient(place)
      .put(record)
      .catch((error: unknown) => error)
  }

  test('a record that takes long to save is waited for, unlike a query', async () => {
    const slow = await serverThat(({ method }, response) => {
      // Of a query nothing ever comes.
      if (method === 'PUT') setTimeout(() => response.writeHead(204).end(), 300)
    })
    const limits = { connectMs: 5_000, idleMs: 50, totalMs: 30_000, maxBytes: 1_000 }
    const client = testClient(slow, { limits })
    expect(await client.put(record)).toEqual({ id: null })
    expect(await faultOf(client)).toMatchObject({ kind: 'unreachable' })
  })

  test.each([
    ['half a JSON', 200, '{"id": 4'],
    ['the page of a proxy', 200, '<html>Please sign in</html>'],
    ['nothing', 200, ''],
    ['that it is queued', 202, '{}'],
  ])(
    'a record may have been written and is sent again if the answer is %s',
    async (_, status, text) => {
      expect(await answered(status, text)).toMatchObject({
        name: 'ErpFault',
        kind: 'bad-answer',
        passes: true,
        message: expect.not.stringMatching(/sign in|id/),
      })
    },
  )

  test('a refusal that cannot be read is reported with a sentence of our own', async () => {
    expect(await answered(400, '{"o:errorDetails": [{"detail"')).toMatchObject({
      name: 'ErpFault',
      kind: 'bad-answer',
      passes: false,
      message: expect.not.stringMatching(/errorDetails/),
    })
  })
})
