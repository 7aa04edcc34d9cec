import { onlineManager } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { renderHook } from '@testing-library/react'
import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { pulledCollections } from '#contract/collections.ts'
import { SYNC_CANCELLED, type SyncArea } from '#contract/sync/runs.ts'
import {
  SYNC_ATTEMPTS,
  SYNC_PROGRESS_EVERY_MS,
  SYNC_RETRY_AFTER_MS,
  SYNC_STALE_MS,
} from '#contract/constants.ts'
import { fetchCollection } from '#console/data/api/fetch-collection.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import {
  clearStaleSyncFlags,
  endInterruptedSync,
  interruptedSyncs,
  resumeInterruptedSyncs,
  syncCollection,
  useSyncState,
} from '#console/data/collections/sync.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { readSyncFlags, writeSyncFlags } from '#console/session/sync-notes.ts'
import { offering } from '#test/support/console/console-config.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { signedOut, signedIn } from '#test/support/console/session.ts'
import { aSyncRun } from '#test/support/console/sync-run.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const NOON = Date.UTC(2026, 4, 11, 12)
const PULLED = { added: 1, changed: 2, removed: 0, total: 3, refused: 0 }

let timers: MockInstance<typeof setTimeout>

/** How many times a pull has started to wait for its next attempt. */
const waits = () => timers.mock.calls.filter(([, ms]) => ms === SYNC_RETRY_AFTER_MS).length

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  timers = vi.spyOn(globalThis, 'setTimeout')
  signedOut()
  signedIn({ features: ['bins', 'items'] })
})
afterEach(() => {
  endSession('logout')
  timers.mockRestore()
  queryClient.clear()
  vi.useRealTimers()
})

/** Answers the pulls of an area in order, and repeats the last answer. */
function pulling(area: string, ...answers: (() => Response)[]) {
  const seen = { count: 0 }
  api.use(
    http.get(`/api/netsuite/${area}`, () => {
      const answer = answers[Math.min(seen.count, answers.length - 1)]
      seen.count += 1
      return answer ? answer() : HttpResponse.error()
    }),
  )
  return seen
}

/** The `Prefer` headers of the pulls of bins from now on, in order. */
function preferencesOf(answer: () => Response): (string | null)[] {
  const asked: (string | null)[] = []
  api.use(
    http.get('/api/netsuite/bins', ({ request }) => {
      asked.push(request.headers.get('prefer'))
      return answer()
    }),
  )
  return asked
}

const pulled = () => HttpResponse.json(PULLED)
const refusal = (status: number, detail: string) => () => HttpResponse.json({ detail }, { status })
const JSON_TYPE = { 'content-type': 'application/json' }
const broken = () => HttpResponse.error()

describe('a pull', () => {
  test('a successful pull ends as success and makes the rows stale', async () => {
    queryClient.setQueryData(collectionKey('bins'), { rows: [] })
    queryClient.setQueryData(collectionKey('items'), { rows: [] })
    const pulls = pulling('bins', pulled)
    expect(await syncCollection('bins')).toEqual({ kind: 'success' })
    expect(pulls.count).toBe(1)
    expect(queryClient.getQueryState(collectionKey('bins'))?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(collectionKey('items'))?.isInvalidated).toBe(false)
  })

  const areas = [
    ['locations', 'locations'],
    ['bins', 'bins'],
    ['inventory', 'inventory'],
    ['items', 'items'],
    ['salesOrders', 'sales-orders'],
    ['inboundShipments', 'inbound-shipments'],
  ] as const
  test.each(areas)('the console pulls %s by GET /netsuite/%s', async (name, area) => {
    const asked: string[] = []
    api.use(
      http.get('/api/netsuite/*', ({ request }) => {
        asked.push(new URL(request.url).pathname)
        return pulled()
      }),
    )
    expect(await syncCollection(name)).toEqual({ kind: 'success' })
    expect(asked).toEqual([`/api/netsuite/${area}`])
  })

  test.each([
    ['no answer', broken],
    ['a busy ERP', refusal(503, 'NetSuite is busy')],
    ['a fault of the server', refusal(500, 'Oh')],
    ['too many requests', refusal(429, 'Slow down')],
  ])('a pull is retried 2 s after %s', async (_what, first) => {
    const pulls = pulling('bins', first, pulled)
    const ended = syncCollection('bins')
    await until(() => waits() === 1)
    await vi.advanceTimersByTimeAsync(SYNC_RETRY_AFTER_MS - 1)
    await settled()
    expect(pulls.count).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toEqual({ kind: 'success' })
    expect(pulls.count).toBe(2)
  })

  test.each(['partial', 'empty'])(
    "a pull that ends as %s shows the server's note",
    async (result) => {
      pulling('bins', () => HttpResponse.json({ ...PULLED, result, message: 'Not all came.' }))
      expect(await syncCollection('bins')).toEqual({ kind: 'success', note: 'Not all came.' })
    },
  )

  test('a pull that an admin cancelled is no failure', async () => {
    pulling('bins', () =>
      HttpResponse.json({ detail: 'Cancelled by root.', code: SYNC_CANCELLED }, { status: 409 }),
    )
    expect(await syncCollection('bins')).toEqual({ kind: 'idle' })
  })

  test("a pull is tried three times, and then shows the server's message", async () => {
    const pulls = pulling('bins', refusal(502, 'NetSuite did not answer'))
    const ended = syncCollection('bins')
    for (let attempt = 1; attempt < SYNC_ATTEMPTS; attempt += 1) {
      await until(() => waits() === attempt)
      await vi.advanceTimersByTimeAsync(SYNC_RETRY_AFTER_MS)
    }
    expect(await ended).toEqual({ kind: 'error', reason: 'NetSuite did not answer' })
    await vi.advanceTimersByTimeAsync(10 * SYNC_RETRY_AFTER_MS)
    expect(pulls.count).toBe(SYNC_ATTEMPTS)
  })

  test.each([403, 404, 409, 422])('a pull refused with %i is not retried', async (status) => {
    const pulls = pulling('bins', refusal(status, 'No'))
    expect(await syncCollection('bins')).toEqual({ kind: 'error', reason: 'No' })
    expect(pulls.count).toBe(1)
  })

  const sentences: readonly [body: object, reason: string][] = [
    [{ message: 'From message', detail: 'From detail' }, 'From message'],
    [{ detail: 'From detail' }, 'From detail'],
    [{ error: 'From error' }, 'From error'],
    [{}, 'Failed to sync Bins'],
  ]
  test.each(sentences)('a pull that failed with %o shows: %s', async (body, reason) => {
    pulling('bins', () => HttpResponse.json(body, { status: 400 }))
    expect(await syncCollection('bins')).toEqual({ kind: 'error', reason })
  })

  test("a pull answered by a portal's page is retried, and then fails with a message of its own", async () => {
    pulling('sales-orders', () => HttpResponse.html('<h1>Sign in</h1>'))
    const ended = syncCollection('salesOrders')
    for (let attempt = 1; attempt < SYNC_ATTEMPTS; attempt += 1) {
      await until(() => waits() === attempt)
      await vi.advanceTimersByTimeAsync(SYNC_RETRY_AFTER_MS)
    }
    expect(await ended).toEqual({ kind: 'error', reason: 'Failed to sync Sales Orders' })
  })

  test('a pull whose answers are lost is tried three times if the server does not say what became of it', async () => {
    offering('syncs')
    api.use(http.get('/api/netsuite/areas', refusal(500, 'Oh')))
    const pulls = pulling('bins', broken)
    const ended = syncCollection('bins')
    for (let attempt = 1; attempt <= SYNC_ATTEMPTS; attempt += 1) {
      await until(() => waits() === attempt)
      await vi.advanceTimersByTimeAsync(SYNC_RETRY_AFTER_MS)
    }
    expect(await ended).toEqual({ kind: 'error', reason: 'Failed to sync Bins' })
    expect(pulls.count).toBe(SYNC_ATTEMPTS)
  })

  describe('a pull that the server answers early', () => {
    const early = () => HttpResponse.json({}, { status: 202 })
    const RUN = aSyncRun({ ended_at: new Date(NOON + 60_000).toISOString() })

    /** What the areas say of the bins, one second after the other; the last repeats. */
    function following(...told: readonly Partial<SyncArea>[]) {
      const seen = { count: 0 }
      api.use(
        http.get('/api/netsuite/areas', () => {
          const facts = told[Math.min(seen.count, told.length - 1)]
          seen.count += 1
          return HttpResponse.json({ areas: [{ ...BINS, ...facts }] })
        }),
      )
      return seen
    }

    const BINS: SyncArea = {
      collection: 'bins',
      present: null,
      last: null,
      last_success: null,
      expected_rows: null,
    }

    const RUNNING = { present: { ...RUN, state: 'running', ended_at: null } } as const

    async function untilEnded<T>(ended: Promise<T>): Promise<T> {
      let isOver = false
      void ended.finally(() => (isOver = true))
      while (!isOver) {
        await vi.advanceTimersByTimeAsync(SYNC_PROGRESS_EVERY_MS)
        await settled()
      }
      return ended
    }

    beforeEach(() => offering('syncs'))

    test('it is followed until its run has ended', async () => {
      const asked = preferencesOf(early)
      const looks = following(RUNNING, RUNNING, {
        last: { ...RUN, state: 'partial', sentence: 'P' },
      })
      expect(await untilEnded(syncCollection('bins'))).toEqual({ kind: 'success', note: 'P' })
      expect(asked).toEqual(['respond-async, wait=3'])
      expect(looks.count).toBe(3)
    })

    test('it is tried three times if its run fails, and says why', async () => {
      const pulls = pulling('bins', early)
      following({ last: { ...RUN, state: 'failed', sentence: 'NetSuite is busy.' } })
      const reason = 'NetSuite is busy.'
      expect(await untilEnded(syncCollection('bins'))).toEqual({ kind: 'error', reason })
      expect(pulls.count).toBe(SYNC_ATTEMPTS)
    })

    test('it ends without a word if somebody cancels it', async () => {
      const pulls = pulling('bins', early)
      following(RUNNING, { last: { ...RUN, state: 'failed', cancelled: true } })
      expect(await untilEnded(syncCollection('bins'))).toEqual({ kind: 'idle' })
      expect(pulls.count).toBe(1)
    })

    test('it is followed again after the link has broken', async () => {
      const pulls = pulling('bins', early)
      following(RUNNING, { last: RUN })
      api.use(http.get('/api/netsuite/areas', broken, { once: true }))
      expect(await untilEnded(syncCollection('bins'))).toEqual({ kind: 'success' })
      expect(pulls.count).toBe(1)
    })

    test('it fails after three times if the server knows nothing of it', async () => {
      const pulls = pulling('bins', early)
      following({})
      const reason = 'Failed to sync Bins'
      expect(await untilEnded(syncCollection('bins'))).toEqual({ kind: 'error', reason })
      expect(pulls.count).toBe(SYNC_ATTEMPTS)
    })
  })

  test('another server is not asked for an early answer', async () => {
    const asked = preferencesOf(pulled)
    await syncCollection('bins')
    expect(asked).toEqual([null])
  })

  test('a pull with an unreadable answer fails with a message of its own', async () => {
    pulling('sales-orders', () => new HttpResponse('{"syn', { headers: JSON_TYPE }))
    expect(await syncCollection('salesOrders')).toEqual({
      kind: 'error',
      reason: 'Failed to sync Sales Orders',
    })
  })

  test.each([{ ok: true }, [], 'synced', null])(
    'a pull of another server succeeds, whatever it answers: %j',
    async (body) => {
      pulling('bins', () => HttpResponse.json(body))
      expect(await syncCollection('bins')).toEqual({ kind: 'success' })
    },
  )

  test('a pull without a session sends no request', async () => {
    signedOut()
    const pulls = pulling('bins', pulled)
    expect(await syncCollection('bins')).toEqual({
      kind: 'error',
      reason: 'No authentication token found',
    })
    expect(pulls.count).toBe(0)
  })

  test('a pull refused with 401 ends its session, which shows the reason', async () => {
    const pulls = pulling('bins', refusal(401, 'No'))
    expect(await syncCollection('bins')).toEqual({ kind: 'idle' })
    expect(readSession().token).toBeNull()
    expect(pulls.count).toBe(1)
  })

  test('a pull ends with its session: no further attempt, and no notice to the next admin', async () => {
    const pulls = pulling('bins', refusal(503, 'NetSuite is busy'))
    const ended = syncCollection('bins')
    await until(() => waits() === 1)
    endSession('logout')
    await vi.advanceTimersByTimeAsync(10 * SYNC_RETRY_AFTER_MS)
    expect(await ended).toEqual({ kind: 'idle' })
    expect(pulls.count).toBe(1)
    expect(readSyncFlags()).toEqual({})
  })

  test('a list is read while the pulls of all areas are open', async () => {
    let end = (): void => undefined
    const answered = new Promise<void>((resolve) => (end = resolve))
    api.use(
      http.get('/api/netsuite/:area', () => answered.then(pulled)),
      http.get('/api/data_bins', () => HttpResponse.json({ data: [{ id: 1 }] })),
    )
    const pulls = pulledCollections.map(syncCollection)
    const options = { urgency: 'visible', signal: new AbortController().signal } as const
    const { rows } = await fetchCollection('bins', undefined, options)
    expect([rows.length, stateOf('bins')]).toEqual([1, 'syncing'])
    end()
    await Promise.all(pulls)
  })

  test('a pull is sent over a link that is known to be bad, because a person started it', async () => {
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    pulling('bins', pulled)
    expect(await syncCollection('bins')).toEqual({ kind: 'success' })
  })

  test('a running pull is not started again', async () => {
    const pulls = pulling('bins', pulled)
    const first = syncCollection('bins')
    expect(await syncCollection('bins')).toEqual({ kind: 'syncing' })
    expect(await first).toEqual({ kind: 'success' })
    expect(pulls.count).toBe(1)
  })
})

describe('the stored flag', () => {
  test('a flag is stored while a pull runs, one for each area, and removed at its end', async () => {
    pulling('bins', pulled)
    pulling('items', broken, pulled)
    const bins = syncCollection('bins')
    const items = syncCollection('items')
    expect(readSyncFlags()).toEqual({ bins: NOON, items: NOON })
    await bins
    expect(readSyncFlags()).toEqual({ items: NOON })
    await until(() => waits() === 1)
    await vi.advanceTimersByTimeAsync(SYNC_RETRY_AFTER_MS)
    await items
    expect(readSyncFlags()).toEqual({})
    expect(window.sessionStorage.getItem('syncInProgress')).toBeNull()
  })

  test('the flag is removed when the pull fails too', async () => {
    pulling('bins', refusal(403, 'No'))
    await syncCollection('bins')
    expect(readSyncFlags()).toEqual({})
  })

  test('the flag is cleared when it is 5 minutes old, because nothing waits for that pull any more', () => {
    writeSyncFlags({ bins: NOON - SYNC_STALE_MS, items: NOON - SYNC_STALE_MS + 1 })
    clearStaleSyncFlags(NOON)
    expect(readSyncFlags()).toEqual({ items: NOON - SYNC_STALE_MS + 1 })
    clearStaleSyncFlags(NOON + 1)
    expect(window.sessionStorage.getItem('syncInProgress')).toBeNull()
  })

  test('a sync interrupted by a reload reads as running until its flag is 5 minutes old', async () => {
    writeSyncFlags({ bins: NOON - 60_000, items: NOON - SYNC_STALE_MS, nonsense: NOON })
    resumeInterruptedSyncs(NOON)
    expect(interruptedSyncs()).toEqual(['bins'])
    expect([stateOf('bins'), stateOf('items')]).toEqual(['syncing', 'idle'])
    await vi.advanceTimersByTimeAsync(SYNC_STALE_MS - 60_001)
    expect(stateOf('bins')).toBe('syncing')
    await vi.advanceTimersByTimeAsync(1)
    expect(stateOf('bins')).toBe('idle')
  })

  test('the flag of a sync from before a reload is removed as soon as the server reports its end', async () => {
    queryClient.setQueryData(collectionKey('bins'), { rows: [] })
    writeSyncFlags({ bins: NOON - 1 })
    resumeInterruptedSyncs(NOON)
    await endInterruptedSync('bins')
    expect(stateOf('bins')).toBe('idle')
    expect(readSyncFlags()).toEqual({})
    expect(queryClient.getQueryState(collectionKey('bins'))?.isInvalidated).toBe(true)
  })

  test('the flag of a sync from before a reload does not keep this page from joining it', async () => {
    const pulls = pulling('bins', pulled)
    writeSyncFlags({ bins: NOON - 1 })
    resumeInterruptedSyncs(NOON)
    expect(await syncCollection('bins')).toEqual({ kind: 'success' })
    await vi.advanceTimersByTimeAsync(SYNC_STALE_MS)
    expect(stateOf('bins')).toBe('success')
    expect(pulls.count).toBe(1)
  })

  test('the flag does not affect the next session', () => {
    writeSyncFlags({ bins: NOON - 1 })
    resumeInterruptedSyncs(NOON)
    endSession('logout')
    expect([stateOf('bins'), interruptedSyncs()]).toEqual(['idle', []])
  })
})

function stateOf(name: 'bins' | 'items'): string {
  const { result, unmount } = renderHook(() => useSyncState(name).kind)
  unmount()
  return result.current
}
