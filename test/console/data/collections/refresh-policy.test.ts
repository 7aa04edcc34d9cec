import {
  focusManager,
  onlineManager,
  QueryClient,
  QueryObserver,
  type QueryState,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { collectionNames, type CollectionName } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import {
  collectionKey,
  collectionQuery,
  PROFILE_KEY,
  profileQuery,
} from '#console/data/collections/queries.ts'
import { retryOnReconnect } from '#console/data/collections/retry-on-reconnect.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { removeRecords } from '#console/data/device/device-store.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'

const LIVE: readonly CollectionName[] = ['admins', 'wmsAiUsers']
const SECOND = 1_000

let asked: { path: string; at: number }[]
let underWay: number
let mostAtOnce: number
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 4, 11, 12),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  signedIn({ username: 'ada', features: ADMIN_FEATURES, isSuperAdmin: true })
  asked = []
  underWay = 0
  mostAtOnce = 0
  answer = () => Response.json({ detail: 'busy' }, { status: 503 })
  const began = Date.now()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push({
      path: new URL(url, 'http://localhost').pathname,
      at: (Date.now() - began) / SECOND,
    })
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    await settled()
    underWay -= 1
    return answer()
  })
})
afterEach(async () => {
  queryClient.clear()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  await settled()
  // Each test resets the clock, so rows of the test before would come from the future.
  forgetStoredState()
  await removeRecords(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 0.5) {
    await vi.advanceTimersByTimeAsync(SECOND / 2)
    for (let round = 0; round < 10; round += 1) await settled()
  }
}

/** Uses a list as a screen does until the test ends. */
function watch(name: CollectionName): () => void {
  const { refetchInterval: _, ...query } = collectionQuery(name)
  return new QueryObserver(queryClient, query).subscribe(() => undefined)
}

/** Lets time pass until this is true of every list. */
async function passUntil(isSo: (state: QueryState) => boolean): Promise<void> {
  const states = () => collectionNames.map((name) => queryClient.getQueryState(collectionKey(name)))
  for (let rounds = 0; rounds < 60; rounds += 1) {
    await pass(0.5)
    if (states().every((state) => state && isSo(state))) return
  }
}

/** The effective settings, defaults included. */
const settings = (query: object) => {
  const { staleTime, gcTime, refetchOnWindowFocus } = queryClient.defaultQueryOptions(
    query as never,
  )
  return { staleTime, gcTime, refetchOnWindowFocus }
}

describe('the settings of specification.md section 7', () => {
  test.each(collectionNames)('the settings apply to %s', (name) => {
    const isLive = LIVE.includes(name)
    expect(settings(collectionQuery(name))).toEqual({
      staleTime: isLive ? 20_000 : 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: true,
    })
    const { refetchInterval, refetchOnMount, refetchOnReconnect } = collectionQuery(name)
    expect([refetchOnMount, refetchOnReconnect]).toEqual([true, 'always'])
    const every = typeof refetchInterval === 'function' ? refetchInterval({} as never) : null
    expect(every).toBe(isLive ? 30_000 : 120_000)
  })

  test('the settings are the defaults of every other query', () => {
    const caching = { staleTime: 5 * 60_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false }
    expect(settings(profileQuery())).toEqual(caching)
    expect(settings({ queryKey: ['any'] })).toEqual(caching)
  })
})

describe('a list that always fails', () => {
  test('a list that always fails is requested six times in all, after 1, 2, 4, 8 and 16 seconds, and then fails', async () => {
    const stop = watch('bins')
    await pass(40)
    stop()
    const at = asked.map((each) => Math.floor(each.at))
    expect(at).toEqual([0, 1, 3, 7, 15, 31])
    expect(queryClient.getQueryState(collectionKey('bins'))?.status).toBe('error')
  })

  test('twelve failing lists never make more than four requests at once', async () => {
    const stops = collectionNames.map(watch)
    await pass(40)
    for (const stop of stops) stop()
    expect(asked).toHaveLength(6 * collectionNames.length)
    expect(mostAtOnce).toBe(4)
  })
})

test('any other failing query is requested twice, and then fails', async () => {
  const stop = new QueryObserver(queryClient, profileQuery()).subscribe(() => undefined)
  await pass(30)
  stop()
  expect(asked.map(({ path }) => path)).toEqual(['/api/admin/profile', '/api/admin/profile'])
  expect(queryClient.getQueryState(PROFILE_KEY)?.status).toBe('error')
})

describe('a reopened list', () => {
  const freshness: readonly [CollectionName, freshFor: number][] = [
    ['bins', 60],
    ['admins', 20],
  ]
  test.each(freshness)(
    'a reopened list is refetched if what is known of %s is %i s old',
    async (name, freshFor) => {
      answer = () => Response.json({ data: [] })
      watch(name)()
      const stop = watch(name)
      await pass(1)
      await until(() => queryClient.isFetching() === 0)
      stop()
      expect(asked).toHaveLength(1)
      await pass(freshFor - 3)
      watch(name)()
      await pass(1)
      expect(asked).toHaveLength(1)
      await pass(3)
      const again = watch(name)
      await pass(1)
      again()
      expect(asked).toHaveLength(2)
    },
  )
})

describe('a link that is back', () => {
  /** How often each list was requested since the link came back, with the lists still on the screen. */
  async function requestsAfterGap(): Promise<number[]> {
    queryClient.mount()
    const stops = [
      retryOnReconnect(queryClient),
      ...collectionNames.map(watch),
      () => queryClient.unmount(),
    ]
    await passUntil((state) => state.fetchStatus === 'idle' || state.fetchFailureCount > 0)
    onlineManager.setOnline(false)
    await pass(1)
    answer = () => Response.json({ data: [] })
    asked = []
    onlineManager.setOnline(true)
    await passUntil((state) => state.fetchStatus === 'idle')
    await pass(5)
    for (const stop of stops) stop()
    const paths = asked.map(({ path }) => path)
    return collectionNames.map((name) => {
      const own = `/api${listEndpoint(name).path}`
      return paths.filter((path) => path === own).length
    })
  }

  test('every list on the screen is requested once, however fresh it is', async () => {
    answer = () => Response.json({ data: [] })
    expect(await requestsAfterGap()).toEqual(collectionNames.map(() => 1))
  })

  test('every list that waits for its next retry is requested once', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    expect(await requestsAfterGap()).toEqual(collectionNames.map(() => 1))
  })
})

test('a list that no screen has used for 30 minutes is removed from memory', async () => {
  answer = () => Response.json({ data: [] })
  const client = new QueryClient()
  client.setQueryData(collectionKey('bins'), { rows: [], etag: null, asOf: null, fetchedAt: 0 })
  const stop = new QueryObserver(client, collectionQuery('bins')).subscribe(() => undefined)
  stop()
  await vi.advanceTimersByTimeAsync(29 * 60_000)
  expect(client.getQueryData(collectionKey('bins'))).toBeDefined()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(client.getQueryData(collectionKey('bins'))).toBeUndefined()
})
