import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startOnline } from '#console/data/online.ts'
import { send } from '#console/data/send.ts'
import { fakeApi } from '#test/support/fake-api.ts'
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

/** A server that answers as long as it can be reached. */
function reachable() {
  const state = { is: true, asked: 0 }
  const answer = (): Response => (state.is ? HttpResponse.json({}) : HttpResponse.error())
  api.use(
    http.get('/api/health', () => {
      state.asked += 1
      return answer()
    }),
    http.get('/api/data_bins', answer),
  )
  return state
}

const failing = () => send({ method: 'GET', path: '/data_bins' }).catch(() => undefined)

describe('whether the server can be reached', () => {
  test('is at the start what the browser says', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    stop = startOnline()
    expect(onlineManager.isOnline()).toBe(false)
  })

  test('is asked of the server after a request without an answer, and again until it answers', async () => {
    const server = reachable()
    stop = startOnline()
    server.is = false
    await failing()
    await until(() => !onlineManager.isOnline())
    for (const [wait, asked] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
      [15_000, 5],
      [15_000, 6],
    ] as const) {
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

  test('stays yes where only one request broke off', async () => {
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

  test('is asked once, however many requests fail', async () => {
    const server = reachable()
    stop = startOnline()
    server.is = false
    await Promise.all([failing(), failing(), failing()])
    await until(() => !onlineManager.isOnline())
    expect(server.asked).toBe(1)
  })

  test('is answered by a refusal, too', async () => {
    reachable()
    stop = startOnline()
    onlineManager.setOnline(false)
    api.use(http.get('/api/health', () => HttpResponse.json({}, { status: 503 })))
    api.use(http.get('/api/data_bins', () => HttpResponse.error(), { once: true }))
    await failing()
    await until(() => onlineManager.isOnline())
    expect(vi.getTimerCount()).toBe(0)
  })
})
