import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { reportLinkTrouble } from '#console/data/api/link-check.ts'
import { startOnline } from '#console/data/api/online.ts'
import { call } from '#console/data/api/call.ts'
import { fetchCollection } from '#console/data/api/fetch-collection.ts'
import { reachesServer, send } from '#console/data/api/send.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
let stop = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

/** A server that answers for as long as it can be reached. */
function reachable() {
  const state = { is: true, asked: 0 }
  const answer = (body: object): Response =>
    state.is ? HttpResponse.json(body) : HttpResponse.error()
  offering('health')
  api.use(
    http.get('/api/health', () => {
      state.asked += 1
      return answer({ status: 'ok' })
    }),
    http.get('/api/data_bins', () => answer({})),
  )
  return state
}

const failing = () => send({ method: 'GET', path: '/data_bins' }).catch(() => undefined)

describe('the online state', () => {
  test("the online state starts with the browser's own", () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    stop = startOnline()
    expect(onlineManager.isOnline()).toBe(false)
  })

  const hidden = [2_000, 4_000, 8_000, 15_000, 15_000]
  const visible = [2_000, 2_000, 2_000, 2_000, 2_000]
  test.each([
    ['every two seconds while somebody looks', 'visible', visible],
    ['less and less often while the page is hidden', 'hidden', hidden],
  ] as const)('the server is checked after an unanswered request, and again %s', async (...row) => {
    const [, visibility, waits] = row
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    const server = reachable()
    stop = startOnline()
    server.is = false
    await failing()
    await until(() => !onlineManager.isOnline())
    for (const [nth, wait] of waits.entries()) {
      const asked = nth + 2
      await vi.advanceTimersByTimeAsync(wait - 1)
      expect(server.asked).toBe(asked - 1)
      await vi.advanceTimersByTimeAsync(1)
      await until(() => server.asked === asked && vi.getTimerCount() === 1)
    }
    server.is = true
    await vi.advanceTimersByTimeAsync(15_000)
    await until(() => onlineManager.isOnline())
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a check that hangs does not delay the next one, and its end changes nothing', async () => {
    const server = reachable()
    stop = startOnline()
    let end = (): void => undefined
    api.use(
      http.get(
        '/api/health',
        () => new Promise<Response>((resolve) => (end = () => resolve(HttpResponse.error()))),
        { once: true },
      ),
    )
    onlineManager.setOnline(false)
    reportLinkTrouble('person')
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => onlineManager.isOnline())
    expect(server.asked).toBe(1)
    end()
    await settled()
    expect(onlineManager.isOnline()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the console stays online if only one request was interrupted', async () => {
    const server = reachable()
    stop = startOnline()
    const heard: boolean[] = []
    const unsubscribe = onlineManager.subscribe((online) => void heard.push(online))
    api.use(http.get('/api/data_bins', () => HttpResponse.error(), { once: true }))
    await failing()
    await until(() => server.asked === 1)
    await settled()
    unsubscribe()
    expect(heard).toEqual([])
  })

  test('the server is checked once, however many requests fail', async () => {
    const server = reachable()
    stop = startOnline()
    server.is = false
    await Promise.all([failing(), failing(), failing()])
    await until(() => !onlineManager.isOnline())
    expect(server.asked).toBe(1)
  })

  const health = (status: number, body: object) => () => HttpResponse.json(body, { status })
  const portal = () => HttpResponse.html('<h1>Sign in</h1>')
  const answers: readonly [what: string, answer: () => Response, isReached: boolean][] = [
    ['its health', health(200, { status: 'ok' }), true],
    ['that it is not well', health(503, { status: 'unavailable' }), true],
    ['a refusal', health(404, { detail: 'Not Found' }), true],
    ['the page of a portal', portal, false],
    ['JSON of a portal', health(200, { login: 'https://portal.example' }), false],
    ['JSON of a portal that refuses', health(401, { login: 'here' }), false],
    ['the page of a proxy', () => HttpResponse.html('<h1>Bad</h1>', { status: 502 }), false],
    ['nothing', () => HttpResponse.error(), false],
  ]
  test.each(answers)(
    "our own server's health answer decides: %s",
    async (_what, answer, isReached) => {
      offering('health')
      api.use(http.get('/api/health', answer))
      expect(await reachesServer()).toBe(isReached)
    },
  )

  const others: readonly [what: string, answer: () => Response, isReached: boolean][] = [
    ['a list', () => HttpResponse.json([{ id: 1 }]), true],
    ['a wrapped list', () => HttpResponse.json({ data: [] }), true],
    ['a refusal', health(401, { detail: 'Not authenticated' }), true],
    ['a refusal without a word', () => new HttpResponse(null, { status: 401 }), true],
    ['the page of a portal', portal, false],
    ['a word of a portal', () => HttpResponse.json('Sign in'), false],
    [
      'a page for who is not signed in',
      () => HttpResponse.html('<h1>Go</h1>', { status: 401 }),
      false,
    ],
    ['the page of a proxy', () => HttpResponse.html('<h1>Bad</h1>', { status: 502 }), false],
    ['nothing', () => HttpResponse.error(), false],
  ]
  test.each(others)(
    'any other server is asked for a list instead of its health: %s',
    async (_what, answer, isReached) => {
      offering()
      api.use(http.get('/api/data_locations', answer), http.get('/api/admin/profile', answer))
      expect(await reachesServer()).toBe(isReached)
    },
  )

  test.each([
    ['is behind a broken proxy', () => HttpResponse.html('<h1>Bad</h1>', { status: 502 })],
    ['is not answered', () => HttpResponse.error()],
  ])('any other server is online although its list of locations %s', async (_what, list) => {
    offering()
    stop = startOnline()
    let asked = 0
    api.use(
      http.get('/api/data_locations', list),
      http.get('/api/admin/profile', () => {
        asked += 1
        return HttpResponse.json({ username: 'ada' })
      }),
    )
    await send({ method: 'GET', path: '/data_locations' }).catch(() => undefined)
    await until(() => asked === 1)
    await settled()
    expect(onlineManager.isOnline()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a server that leaves both calls unanswered is given up at one limit', async () => {
    offering()
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    let asked = 0
    const silence = () => {
      asked += 1
      return new Promise<never>(() => undefined)
    }
    api.use(http.get('/api/data_locations', silence), http.get('/api/admin/profile', silence))
    const reached = reachesServer()
    await until(() => asked === 1)
    limit.abort()
    expect(await reached).toBe(false)
    expect(asked).toBe(1)
  })

  test('the server is checked at once if the browser reports a link that is still bad', async () => {
    const server = reachable()
    stop = startOnline()
    server.is = false
    await failing()
    await until(() => !onlineManager.isOnline())
    onlineManager.setOnline(true)
    await failing()
    await until(() => server.asked === 2 && !onlineManager.isOnline())
    expect(vi.getTimerCount()).toBe(1)
  })

  test('a retry by a person checks the server at once, and not twice', async () => {
    const server = reachable()
    stop = startOnline()
    server.is = false
    await failing()
    await until(() => !onlineManager.isOnline())
    server.is = true
    // A request that fails meanwhile changes nothing.
    reportLinkTrouble()
    reportLinkTrouble('person')
    reportLinkTrouble('person')
    await until(() => onlineManager.isOnline())
    expect(server.asked).toBe(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('an answer of an unexpected shape also triggers a check', async () => {
    const server = reachable()
    stop = startOnline()
    api.use(http.get('/api/admin/profile', () => HttpResponse.json({ login: 'here' })))
    await call(endpoints.ownProfile, {}).catch(() => undefined)
    await until(() => server.asked === 1)
    const options = { urgency: 'visible', signal: new AbortController().signal } as const
    api.use(http.get('/api/data_items', () => HttpResponse.json({ login: 'here' })))
    await fetchCollection('items', undefined, options).catch(() => undefined)
    await until(() => server.asked === 2)
    expect(onlineManager.isOnline()).toBe(true)
  })
})
