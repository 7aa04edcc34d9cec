import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ALL_COUNTS_KEY } from '#console/data/collections/counts.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { startWorkerWhenQuiet } from '#console/pwa/quiet-start.ts'
import { endSession } from '#console/session/session.ts'
import { signedIn } from '#test/support/console/session.ts'

const start = vi.hoisted(() => vi.fn<() => Promise<void>>(() => Promise.resolve()))
vi.mock('#console/pwa/updates.ts', () => ({
  offerWhatAnotherTabTook: () => undefined,
  startServiceWorker: start,
}))

/** Longer than the two seconds without a load. */
const QUIET_MS = 2_500
let client: QueryClient
let stop = (): void => undefined

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
  start.mockClear()
  client = new QueryClient()
  signedIn()
})
afterEach(() => {
  stop()
  endSession('logout')
  window.history.replaceState({}, '', '/')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function open(path: string): void {
  window.history.replaceState({}, '', path)
  stop = startWorkerWhenQuiet(client)
}

/** Loads something until the returned function is called. */
function load(queryKey: readonly unknown[]): () => void {
  let arrive = (): void => undefined
  const arrived = new Promise<string>((resolve) => {
    arrive = () => resolve('rows')
  })
  void client.query({ queryKey, queryFn: () => arrived })
  return () => arrive()
}

test('the worker starts two seconds after the last list and the counts have arrived', async () => {
  open('/dashboard')
  const counted = load(ALL_COUNTS_KEY)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  const listed = load(collectionKey('bins'))
  counted()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(start).not.toHaveBeenCalled()
  listed()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(start).toHaveBeenCalledOnce()
})

test('the worker does not start on the page that shows that a code was accepted', async () => {
  open('/2fa-login')
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(start).not.toHaveBeenCalled()
  window.history.replaceState({}, '', '/dashboard')
  load(['profile'])()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(start).toHaveBeenCalledOnce()
})
