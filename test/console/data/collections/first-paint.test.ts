import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { startFirstPaintCache } from '#console/data/collections/first-paint.ts'
import { countsKey } from '#console/data/collections/counts.ts'
import { collectionKey, PROFILE_KEY } from '#console/data/collections/queries.ts'
import { endSession, reloadSession } from '#console/session/session.ts'
import { passFirstFactor } from '#console/session/steps.ts'
import { signedOut, signedIn } from '#test/support/console/session.ts'

const LATE_MS = 2_000
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  signedOut()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function load(): Promise<QueryClient> {
  const client = new QueryClient()
  stops.push(startFirstPaintCache(client))
  await vi.advanceTimersByTimeAsync(0)
  return client
}

/** Opens a page that has fetched its admin's profile. */
async function loadWithProfile(): Promise<void> {
  signedIn()
  const client = await load()
  client.setQueryData(PROFILE_KEY, { username: 'ada', is_super_admin: true })
}

const kept = () => window.sessionStorage.getItem('firstPaint')

test("the admin's profile is available at once after a reload", async () => {
  await loadWithProfile()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  const client = await load()
  expect(client.getQueryData(PROFILE_KEY)).toMatchObject({ username: 'ada' })
})

test('the numbers of the cards are available at once after a reload, with their age', async () => {
  signedIn()
  const before = await load()
  const rows = [{ id: 1 }, { id: 2 }, { id: 2 }]
  before.setQueryData(collectionKey('bins'), { rows, etag: null, asOf: 5, fetchedAt: 7 })
  await vi.advanceTimersByTimeAsync(LATE_MS)
  const after = await load()
  expect(after.getQueryData(collectionKey('bins'))).toBeUndefined()
  expect(after.getQueryData(countsKey('bins'))).toEqual({ count: 2, asOf: 5, fetchedAt: 7 })
  expect(kept()).not.toContain('"id"')
})

test('a page closed while the profile is loading leaves nothing that breaks the next one', async () => {
  signedIn()
  const before = await load()
  void before.query({ queryKey: PROFILE_KEY, queryFn: () => new Promise(() => undefined) })
  before.setQueryData(countsKey('bins'), { count: 2, asOf: 5, fetchedAt: 7 })
  await vi.advanceTimersByTimeAsync(LATE_MS)
  const after = await load()
  expect(after.getQueryData(countsKey('bins'))).toMatchObject({ count: 2 })
  expect(after.getQueryState(PROFILE_KEY)).toBeUndefined()
})

test.each([
  'not a text of ours',
  // As an earlier version of the console wrote it.
  JSON.stringify({
    buster: '',
    timestamp: Date.now(),
    clientState: {
      mutations: [],
      queries: [{ queryKey: PROFILE_KEY, queryHash: '["profile"]', state: {}, promise: {} }],
    },
  }),
])('data that cannot be restored is dropped, and new data is stored: %s', async (left) => {
  signedIn()
  // The library logs it, in development builds only.
  for (const loud of ['error', 'warn'] as const)
    vi.spyOn(console, loud).mockImplementation(() => undefined)
  window.sessionStorage.setItem('firstPaint', left)
  const client = await load()
  client.setQueryData(PROFILE_KEY, { username: 'ada', is_super_admin: true })
  await vi.advanceTimersByTimeAsync(LATE_MS)
  expect(kept()).toContain('ada')
})

test('nothing is written once the session has ended', async () => {
  await loadWithProfile()
  endSession('logout')
  await vi.advanceTimersByTimeAsync(LATE_MS)
  expect(kept()).toBeNull()
})

test('data of a session that ended before the page was loaded is not shown', async () => {
  await loadWithProfile()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  expect(kept()).not.toBeNull()
  for (const stop of stops.splice(0)) stop()
  window.sessionStorage.removeItem('token')
  reloadSession(Date.now())
  const client = await load()
  signedIn({ username: 'bob' })
  expect(client.getQueryData(PROFILE_KEY)).toBeUndefined()
})

test('data of an expired session is not shown to an admin who signs in before this cache starts', async () => {
  await loadWithProfile()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  for (const stop of stops.splice(0)) stop()
  reloadSession(Date.now() + SESSION_LIFETIME_MS)
  passFirstFactor(
    { token: 'def', username: 'bob', password: 'open-sesame', isSuperAdmin: false },
    Date.now(),
  )
  const client = await load()
  expect(client.getQueryData(PROFILE_KEY)).toBeUndefined()
})
