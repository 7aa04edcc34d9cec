import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { collectionNames, collectionOf, type CollectionName } from '#contract/collections.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  collectionKey,
  collectionQuery,
  forceRefetch,
  profileQuery,
  viewsQuery,
} from '#console/data/collections/queries.ts'
import { startSnapshots } from '#console/data/collections/snapshots.ts'
import { erpBudgetQuery, syncAreasQuery } from '#console/data/collections/sync-runs.ts'
import { casesQuery } from '#console/data/exceptions/cases.ts'
import { emptyDisk, onDisk } from '#test/support/console/device.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'

const NOON = Date.UTC(2026, 4, 11, 12)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The long run covers a whole day. */
const HOURS = Number(process.env['POLLED_HOURS'] ?? 2)

let asked: string[]
const opened: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers({
    now: NOON,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  signedIn({ username: 'ada', features: ADMIN_FEATURES, isSuperAdmin: true })
  await readRecord('makes the database')
  await emptyDisk()
  asked = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url)
    const headers = { etag: '"e1"', 'x-seq': '1', 'x-sync-epoch': 'e' }
    const isKnown = new Headers(init.headers).has('if-none-match')
    return Promise.resolve(
      isKnown
        ? new Response(null, { status: 304, headers })
        : Response.json({ data: [{ id: 1 }] }, { headers }),
    )
  })
})
afterEach(async () => {
  for (const close of opened.splice(0)) close()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  await settled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A tab that shows lists. */
function openTab(...names: readonly CollectionName[]): QueryClient {
  const client = new QueryClient()
  client.mount()
  opened.push(
    startSnapshots(client),
    () => client.unmount(),
    () => client.clear(),
  )
  for (const name of names) {
    opened.push(new QueryObserver(client, collectionQuery(name)).subscribe(() => undefined))
  }
  return client
}

const rowsIn = (client: QueryClient) => client.getQueryData<Snapshot>(collectionKey('bins'))?.rows

const fetchedAtIn = (client: QueryClient) =>
  client.getQueryData<Snapshot>(collectionKey('bins'))?.fetchedAt

/** Lets time pass until everything it started has finished. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let round = 0; round < 10; round += 1) await settled()
}

/** The same in steps of a second, so that no timeout for the device expires. */
async function slowly(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) await pass(1_000)
}

describe('a list on the screen', () => {
  const rhythms: readonly [CollectionName, number][] = [
    ['bins', 2 * MINUTE_MS],
    ['admins', MINUTE_MS / 2],
  ]
  test.each(rhythms)('%s is polled every %i ms', async (name, everyMs) => {
    openTab(name)
    await pass(0)
    expect(asked).toHaveLength(1)
    for (let round = 2; round < 6; round += 1) {
      await pass(everyMs - 1)
      expect(asked).toHaveLength(round - 1)
      await pass(1)
      expect(asked).toHaveLength(round)
    }
  })

  test('a list is not polled while the page is hidden, and refreshed at once when it is visible again', async () => {
    openTab('bins')
    await pass(0)
    focusManager.setFocused(false)
    await pass(10 * MINUTE_MS)
    expect(asked).toHaveLength(1)
    focusManager.setFocused(true)
    await pass(0)
    expect(asked).toHaveLength(2)
  })

  test('a list is not refreshed when the page is visible again within a minute', async () => {
    openTab('bins')
    await pass(0)
    focusManager.setFocused(false)
    await pass(30_000)
    focusManager.setFocused(true)
    await pass(0)
    expect(asked).toHaveLength(1)
  })

  test('a list is not polled without a network, and refreshed once when the network is back', async () => {
    openTab('bins')
    await pass(0)
    onlineManager.setOnline(false)
    await pass(10 * MINUTE_MS)
    expect(asked).toHaveLength(1)
    onlineManager.setOnline(true)
    await pass(0)
    expect(asked).toHaveLength(2)
  })

  test('a device in data-saver mode polls less often', async () => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    openTab('bins')
    await pass(0)
    await pass(9 * MINUTE_MS)
    expect(asked).toHaveLength(1)
    await pass(MINUTE_MS)
    expect(asked).toHaveLength(2)
  })

  const others: readonly [what: string, query: () => object, everyMs: number][] = [
    ['the own profile', profileQuery, 2 * MINUTE_MS],
    ['saved views', viewsQuery, 2 * MINUTE_MS],
    ['cases of exceptions', casesQuery, MINUTE_MS / 2],
    ['the state of syncs', syncAreasQuery, 10_000],
    ['the requests to the ERP', erpBudgetQuery, 10_000],
  ]
  test.each(others)('data-saver mode also polls %s less often', async (_what, query, everyMs) => {
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    const queryFn = vi.fn<() => unknown>(() => [])
    const options = { ...query(), queryKey: ['polled'], queryFn }
    opened.push(new QueryObserver(openTab(), options).subscribe(() => undefined))
    await pass(0)
    await pass(5 * everyMs - 1)
    expect(queryFn).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(queryFn).toHaveBeenCalledTimes(2)
  })
})

describe('two tabs of one admin', () => {
  test('only one tab asks the server, and the other takes over the result', async () => {
    openTab('bins')
    await pass(0)
    await slowly(30_000)
    const other = openTab('bins')
    await until(() => rowsIn(other) !== undefined)
    const rows = rowsIn(other)
    const before = asked.length
    // The first one refreshes at 2 minutes, the other half a minute later.
    await slowly(90_000)
    expect(asked).toHaveLength(before + 1)
    await slowly(2_000)
    await slowly(28_000)
    expect(asked).toHaveLength(before + 1)
    expect(rowsIn(other)).toBe(rows)
    expect(fetchedAtIn(other)).toBe(NOON + 120_000)
  })

  test('a clock that was set back does not bring back the rows of before', async () => {
    let sent = 0
    // No date: as from a server of another origin, which does not show it.
    vi.stubGlobal('fetch', () => {
      sent += 1
      return Promise.resolve(Response.json({ data: [{ id: sent }] }))
    })
    const tab = openTab('bins')
    await pass(0)
    expect(rowsIn(tab)).toEqual([{ id: 1 }])
    await pass(1_000)
    vi.setSystemTime(Date.now() - HOUR_MS)
    for (let round = 2; round < 6; round += 1) {
      await pass(2 * MINUTE_MS)
      expect(rowsIn(tab)).toEqual([{ id: round }])
    }
    const stored = await readRecord('ada|bins')
    expect(stored?.fetchedAt).toBeLessThanOrEqual(Date.now())
  })

  test('each tab asks on its own if a person or a change requires it', async () => {
    openTab('bins')
    await pass(0)
    await slowly(30_000)
    const other = openTab('bins')
    await until(() => rowsIn(other) !== undefined)
    await slowly(91_000)
    const before = asked.length
    forceRefetch('bins')
    await other.refetchQueries({ queryKey: collectionKey('bins') })
    expect(asked).toHaveLength(before + 1)
    await other.invalidateQueries({ queryKey: collectionKey('bins') })
    expect(asked).toHaveLength(before + 2)
  })
})

test(
  `${String(HOURS)} hours of polling leave no more behind than one`,
  async () => {
    const client = openTab(...collectionNames)
    /** Each refresh ends before the next one, so that the result does not depend on a race. */
    const passAnHour = async (): Promise<void> => {
      for (let passed = 0; passed < HOUR_MS; passed += MINUTE_MS / 2) {
        await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
        await until(() => client.isFetching() === 0)
      }
      await pass(0)
    }
    await passAnHour()
    const left = () => ({
      timers: vi.getTimerCount(),
      queries: client.getQueryCache().getAll().length,
      observers: client
        .getQueryCache()
        .getAll()
        .map((query) => query.getObserversCount()),
    })
    const after = left()
    const lists = collectionNames.map(
      (name) => client.getQueryData<Snapshot>(collectionKey(name))?.rows,
    )
    asked.length = 0
    for (let hour = 1; hour < HOURS; hour += 1) await passAnHour()
    const anHour = collectionNames.map((name) => (collectionOf(name).refresh === 'live' ? 120 : 30))
    const expected = anHour.reduce((sum, count) => sum + count, 0) * (HOURS - 1)
    expect(Math.abs(asked.length - expected)).toBeLessThanOrEqual(collectionNames.length)
    expect(left()).toEqual(after)
    // Lists of people are not stored.
    expect(await onDisk()).toHaveLength(collectionNames.length - 2)
    expect(
      collectionNames.map((name) => client.getQueryData<Snapshot>(collectionKey(name))?.rows),
    ).toEqual(lists)
  },
  60_000 + HOURS * 60_000,
)
