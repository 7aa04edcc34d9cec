import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFirstPaintCache } from '#console/data/collections/first-paint.ts'
import { collectionKey, countsKey, PROFILE_KEY } from '#console/data/collections/queries.ts'
import { endSession, reloadSession } from '#console/session/session.ts'
import { nobody, signedIn } from '#test/support/console/session.ts'

const LATE_MS = 2_000
const stops: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  nobody()
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

/** A page that has fetched its admin's profile. */
async function loadWithProfile(): Promise<void> {
  signedIn()
  const client = await load()
  client.setQueryData(PROFILE_KEY, { username: 'ada', is_super_admin: true })
}

const kept = () => window.sessionStorage.getItem('firstPaint')

test('the own profile is there at once after a reload', async () => {
  await loadWithProfile()
  await vi.advanceTimersByTimeAsync(LATE_MS)
  const client = await load()
  expect(client.getQueryData(PROFILE_KEY)).toMatchObject({ username: 'ada' })
})

test('the numbers of the cards are there at once after a reload, with their age', async () => {
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

test('a page that is left while the profile is on its way leaves nothing that the next one trips over', async () => {
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
  // As a console of before left it.
  JSON.stringify({
    buster: '',
    timestamp: Date.now(),
    clientState: {
      mutations: [],
      queries: [{ queryKey: PROFILE_KEY, queryHash: '["profile"]', state: {}, promise: {} }],
    },
  }),
])('what cannot be restored is dropped, and new things are kept: %s', async (left) => {
  signedIn()
  // The library says it aloud, in a build for developers only.
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

test('what a session left that ended before the page was loaded is shown to nobody', async () => {
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
