import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Fault } from '#console/data/api/fault.ts'
import { retryOnReconnect } from '#console/data/collections/retry-on-reconnect.ts'
import { retriesCollection, retryDelayMs } from '#console/data/api/query-client.ts'

const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A list on the screen whose attempts fail in this way until the link is back. */
function failing(fault: Fault) {
  const link = { isBack: false, attempts: 0 }
  const client = new QueryClient()
  const list = new QueryObserver(client, {
    queryKey: ['collection', 'bins'],
    queryFn: () => {
      link.attempts += 1
      return link.isBack ? Promise.resolve('rows') : Promise.reject(fault)
    },
    retry: retriesCollection,
    retryDelay: retryDelayMs,
  })
  stops.push(
    retryOnReconnect(client),
    list.subscribe(() => undefined),
    () => client.clear(),
  )
  return { link, list }
}

const NO_ANSWER = new Fault({ kind: 'network' })

/** The link goes after the second retry, and is back before the third one is due. */
async function flap(link: { isBack: boolean }): Promise<void> {
  await vi.advanceTimersByTimeAsync(4_000)
  onlineManager.setOnline(false)
  await vi.advanceTimersByTimeAsync(10)
  link.isBack = true
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(10)
}

describe('a retry when the link is back', () => {
  test('a list on the screen is retried at once', async () => {
    const { link, list } = failing(NO_ANSWER)
    await flap(link)
    expect(link.attempts).toBe(4)
    expect(list.getCurrentResult().data).toBe('rows')
    expect(list.getCurrentResult().error).toBeNull()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(link.attempts).toBe(4)
  })

  test('a list is not retried early if the server asked for a wait', async () => {
    const { link, list } = failing(new Fault({ kind: 'http', status: 503, retryAfterMs: 3_000 }))
    await flap(link)
    expect(list.getCurrentResult().data).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(list.getCurrentResult().data).toBe('rows')
  })

  test('nothing is retried early while the page is hidden', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const { link, list } = failing(NO_ANSWER)
    await flap(link)
    expect(list.getCurrentResult().data).toBeUndefined()
  })
})
