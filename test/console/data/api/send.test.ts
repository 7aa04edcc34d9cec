import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse, passthrough } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Fault } from '#console/data/api/fault.ts'
import { checkingUntil, onLinkTrouble } from '#console/data/api/link-check.ts'
import { ANSWER_WITHIN_MS, send } from '#console/data/api/send.ts'
import { syncServerClock, serverNow } from '#console/data/api/server-clock.ts'
import { configured } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedOut, signedIn } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const NOON = Date.UTC(2026, 4, 11, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  signedOut()
})
afterEach(() => {
  // Before the timers: a spy on one of them restores the fake that it found.
  vi.restoreAllMocks()
  syncServerClock(new Date().toUTCString())
  vi.useRealTimers()
})

/** Answers the next calls and records them. */
function answering(answer: () => Response | Promise<Response>): Request[] {
  const requests: Request[] = []
  api.use(
    http.all('/api/*', ({ request }) => {
      requests.push(request.clone())
      return answer()
    }),
  )
  return requests
}

const get = () => send({ method: 'GET', path: '/data_bins' })
const thrownBy = (sent: Promise<unknown>) =>
  sent.then(
    () => Promise.reject(new Error('the call did not fail')),
    (thrown: unknown) => thrown,
  )

describe('a request', () => {
  test('a request carries the token and asks for uncached JSON', async () => {
    signedIn({ token: 'abc' })
    const requests = answering(() => HttpResponse.json({ data: [] }))
    await get()
    const [request] = requests
    expect(request?.url).toBe('http://localhost:3000/api/data_bins')
    expect(request?.headers.get('authorization')).toBe('Bearer abc')
    expect(request?.headers.get('accept')).toBe('application/json')
    expect(request?.headers.get('content-type')).toBeNull()
    expect(request?.credentials).toBe('include')
    expect(request?.cache).toBe('no-store')
  })

  test('a request without a session carries no token', async () => {
    const requests = answering(() => HttpResponse.json({}))
    await get()
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  test('a request carries its body and its own headers', async () => {
    const requests = answering(() => HttpResponse.json({}))
    await send({
      method: 'PUT',
      path: '/x',
      body: { type: 'application/json', text: '{"a":1}' },
      headers: { 'If-None-Match': '"e1"' },
    })
    const [request] = requests
    expect(request?.method).toBe('PUT')
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('if-none-match')).toBe('"e1"')
    expect(await request?.text()).toBe('{"a":1}')
  })
})

describe('an answer', () => {
  test('an answer is read with its status and headers', async () => {
    answering(() => HttpResponse.json({ data: [1] }, { status: 201, headers: { etag: '"e1"' } }))
    const { status, headers, body } = await get()
    expect([status, headers.get('etag'), body]).toEqual([201, '"e1"', { data: [1] }])
  })

  test("an answer teaches the console the server's time", async () => {
    const date = new Date(NOON + 3_600_000).toUTCString()
    answering(() => HttpResponse.json({}, { headers: { date } }))
    await get()
    expect(serverNow()).toBe(NOON + 3_600_000)
  })

  test.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['304', () => new HttpResponse(null, { status: 304 })],
    ['204 that calls itself JSON', () => emptyJson(204)],
    ['200 with an empty body', () => emptyJson(200)],
  ])('an answer with %s has no body', async (_what, answer) => {
    answering(answer)
    expect((await get()).body).toBeNull()
  })

  test('an answer without a content type is parsed as JSON', async () => {
    answering(() => new HttpResponse(new TextEncoder().encode('[1]')))
    expect((await get()).body).toEqual([1])
  })

  test.each([
    ['HTML that calls itself JSON', () => text('<html></html>', 'application/json')],
    ['broken JSON', () => text('{"data":[', 'application/json')],
  ])('an answer that is %s is a shape fault, never a table', async (_what, answer) => {
    answering(answer)
    expect(await thrownBy(get())).toMatchObject({ kind: 'shape', status: 200 })
  })
})

describe('a foreign answer', () => {
  const pages: readonly [what: string, answer: () => Response, status: number][] = [
    ['the page of a captive portal', () => HttpResponse.html('<h1>Sign in to the hotel</h1>'), 200],
    ['plain text', () => text('"ok"', 'text/plain'), 200],
    ['text of no type', () => untyped('Sign in'), 200],
    ['the page of a proxy', () => page(502), 502],
    ['a proxy with an empty answer', () => new HttpResponse(null, { status: 502 }), 502],
    ['a plain-text answer of a proxy', () => text('no healthy upstream', 'text/plain', 503), 503],
    ['a proxy that timed out', () => page(504), 504],
    ['a network that wants a sign-in', () => new HttpResponse(null, { status: 511 }), 511],
    ['a page for visitors without a session', () => page(401), 401],
    ['a page that denies access', () => page(403), 403],
    ['a not-found page', () => page(404), 404],
    ['an error page', () => page(500), 500],
  ]
  test.each(pages)('a foreign answer is no answer: %s', async (_what, answer, status) => {
    const date = new Date(NOON + 3_600_000).toUTCString()
    answering(() => {
      const given = answer()
      given.headers.set('date', date)
      return given
    })
    const doubts = doubted()
    expect(await thrownBy(get())).toMatchObject({ kind: 'network', status })
    expect(doubts.count).toBe(1)
    // Its clock is not the server's either.
    expect(serverNow()).toBe(NOON)
  })

  test('a foreign answer may still ask the client to wait', async () => {
    answering(() => page(503, { 'retry-after': '30' }))
    expect(await thrownBy(get())).toMatchObject({ kind: 'network', retryAfterMs: 30_000 })
  })

  const own: readonly [what: string, answer: () => Response, status: number, doubts: number][] = [
    ['its ERP error', () => HttpResponse.json({ detail: 'x' }, { status: 502 }), 502, 0],
    ['JSON of any shape', () => HttpResponse.json([], { status: 503 }), 503, 0],
    ['a refusal without a body', () => new HttpResponse(null, { status: 401 }), 401, 0],
    ['a plain-text refusal', () => text('Unauthorized', 'text/plain', 401), 401, 1],
    ['a crash', () => text('Internal Server Error', 'text/plain', 500), 500, 1],
  ]
  test.each(own)(
    "the server's own answer is not mistaken for %s",
    async (_what, answer, status, count) => {
      answering(answer)
      const doubts = doubted()
      expect(await thrownBy(get())).toMatchObject({ kind: 'http', status })
      expect(doubts.count).toBe(count)
    },
  )
})

describe('a background request', () => {
  const behind = () => send({ method: 'GET', path: '/data_bins', urgency: 'behind' })

  test('a background request is not sent over a link that is known to be bad', async () => {
    const requests = answering(() => HttpResponse.json({}))
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    expect(await thrownBy(behind())).toMatchObject({ kind: 'network' })
    expect(requests).toHaveLength(0)
    // A person may still try.
    await get()
    expect(requests).toHaveLength(1)
  })

  test('a background request waits while the server is being checked', async () => {
    const requests = answering(() => HttpResponse.json({}))
    let answered = (): void => undefined
    checkingUntil(new Promise((resolve) => (answered = resolve)))
    const sent = behind()
    await settled()
    expect(requests).toHaveLength(0)
    answered()
    await sent
    expect(requests).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test("a refusal carries the server's message", async () => {
    answering(() => HttpResponse.json({ detail: 'Not yours' }, { status: 403 }))
    const thrown = await thrownBy(get())
    expect(thrown).toBeInstanceOf(Fault)
    expect(thrown).toMatchObject({ kind: 'http', status: 403, body: { detail: 'Not yours' } })
  })

  const waits: readonly [header: string | null, ms: number | undefined][] = [
    ['30', 30_000],
    ['0', 0],
    [new Date(NOON + 90_000).toUTCString(), 90_000],
    [new Date(NOON - 90_000).toUTCString(), 0],
    ['later', undefined],
    [null, undefined],
  ]
  test.each(waits)(
    'a refusal with Retry-After %o asks to wait %o ms',
    async (header, retryAfterMs) => {
      const headers = header === null ? {} : { 'retry-after': header }
      answering(() => HttpResponse.json({}, { status: 429, headers }))
      const thrown = await thrownBy(get())
      expect(thrown instanceof Fault && thrown.retryAfterMs).toBe(retryAfterMs)
    },
  )

  test("a Retry-After date is measured by the server's clock", async () => {
    const headers = {
      date: new Date(NOON + 3_600_000).toUTCString(),
      'retry-after': new Date(NOON + 3_610_000).toUTCString(),
    }
    answering(() => HttpResponse.json({}, { status: 503, headers }))
    expect(await thrownBy(get())).toMatchObject({ retryAfterMs: 10_000 })
  })
})

describe('no answer', () => {
  test('a missing answer is a network fault', async () => {
    answering(() => HttpResponse.error())
    expect(await thrownBy(get())).toMatchObject({ kind: 'network' })
  })

  test('a call without an answer is given up after 20 seconds', async () => {
    answering(never)
    const thrown = thrownBy(get())
    await expectPending(thrown, ANSWER_WITHIN_MS - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await thrown).toMatchObject({ kind: 'network' })
  })

  test('a call may set a longer timeout of its own', async () => {
    answering(never)
    const thrown = thrownBy(send({ method: 'GET', path: '/x', answersWithinMs: 60_000 }))
    await expectPending(thrown, 59_999)
    await vi.advanceTimersByTimeAsync(1)
    expect(await thrown).toMatchObject({ kind: 'network' })
  })

  test('the timeout counts from the last chunk, so a slow list is not given up', async () => {
    const slow = slowBody()
    answering(() => new HttpResponse(slow.stream, { headers: JSON_TYPE }))
    const answer = get()
    for (const part of ['{"da', 'ta":[', '{"id":"A-', '01"}]}']) {
      await expectPending(answer, ANSWER_WITHIN_MS - 1_000)
      slow.give(part)
      await settled()
    }
    slow.end()
    expect((await answer).body).toEqual({ data: [{ id: 'A-01' }] })
  })

  test('a stall in the middle of a list is given up', async () => {
    const server = createServer((_request, reply) => {
      reply.writeHead(200, JSON_TYPE).write('{"data":[')
    })
    const asked = once(server, 'request')
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => server.closeAllConnections())
    const { port } = server.address() as AddressInfo
    const apiBase = `http://127.0.0.1:${String(port)}`
    await configured(api, { apiBase })
    api.use(http.get(`${apiBase}/data_bins`, () => passthrough()))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const waits = () => timers.mock.calls.filter(([, ms]) => ms === ANSWER_WITHIN_MS).length
    const thrown = thrownBy(get())
    await asked
    // The timeout restarts with the first chunk, which arrives over a real socket.
    await until(() => waits() === 2)
    await expectPending(thrown, ANSWER_WITHIN_MS - 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await thrown).toMatchObject({ kind: 'network' })
    server.close()
  })

  test('a call aborted by its caller is not a fault', async () => {
    answering(never)
    const caller = new AbortController()
    const thrown = thrownBy(send({ method: 'GET', path: '/x', signal: caller.signal }))
    await settled()
    caller.abort()
    expect(await thrown).toMatchObject({ name: 'AbortError' })
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }
const never = () => new Promise<Response>(() => undefined)
const emptyJson = (status: number) => new HttpResponse(null, { status, headers: JSON_TYPE })
const text = (body: string, type: string, status = 200) =>
  new HttpResponse(body, { status, headers: { 'content-type': type } })
const untyped = (body: string) => new HttpResponse(new TextEncoder().encode(body))
const page = (status: number, headers = {}) =>
  HttpResponse.html('<html><h1>Sorry</h1></html>', { status, headers })

/** Counts the doubts about the link from now on. */
function doubted(): { count: number } {
  // A doubt of an earlier test waits for whoever listens first.
  onLinkTrouble(() => undefined)()
  const doubts = { count: 0 }
  onTestFinished(onLinkTrouble(() => (doubts.count += 1)))
  return doubts
}

async function expectPending(sent: Promise<unknown>, afterMs: number): Promise<void> {
  let ended = false
  void sent.finally(() => {
    ended = true
  })
  await settled()
  await vi.advanceTimersByTimeAsync(afterMs)
  await settled()
  expect(ended).toBe(false)
}

/** A body that arrives in chunks, as over a weak signal. */
function slowBody() {
  const encoder = new TextEncoder()
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller
    },
  })
  return {
    stream,
    give: (part: string) => control?.enqueue(encoder.encode(part)),
    end: () => control?.close(),
  }
}
