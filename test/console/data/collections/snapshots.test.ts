import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import type { CollectionName } from '#contract/collections.ts'
import { arrivalOf, setArrival } from '#console/data/collections/arrivals.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { RECORD_FORMAT } from '#console/data/device/device-record.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { endGeneration } from '#console/data/device/write-guard.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { collectionKey, collectionQuery } from '#console/data/collections/queries.ts'
import { syncServerClock } from '#console/data/api/server-clock.ts'
import {
  dropRowsOfOthers,
  restoreSnapshot,
  startSnapshots,
} from '#console/data/collections/snapshots.ts'
import { endSession, type EndReason } from '#console/session/session.ts'
import { completeFeatureStep } from '#console/session/steps.ts'
import { readLastSyncTime } from '#console/session/sync-notes.ts'
import { offering } from '#test/support/console/console-config.ts'
import { bytesOf, emptyDisk, onDisk, putOnDisk } from '#test/support/console/device.ts'
import { fakeApi } from '#test/support/console/calls/fake-api.ts'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'
import { signedOut, signedIn, type SessionFacts } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'

const api = fakeApi()
const NOON = Date.UTC(2026, 4, 11, 12)
const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
/** How long a loaded machine may take for something that needs no simulated time. */
const WITHIN_MS = 10_000
const PLANTED = 'planted-bin-number'

let client: QueryClient
let stop = (): void => undefined

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  syncServerClock(new Date().toUTCString())
  signedOut()
  await readRecord('makes the database')
  await emptyDisk()
  forgetStoredState()
  client = new QueryClient()
  stop = startSnapshots(client)
})
afterEach(async () => {
  stop()
  showPage()
  await settled()
  // Rows that are still being encrypted would be written into the next test.
  endGeneration()
  client.clear()
  syncServerClock(new Date().toUTCString())
  vi.useRealTimers()
})

const ada = (facts: SessionFacts = {}) =>
  signedIn({
    username: 'ada',
    features: ADMIN_FEATURES,
    isSuperAdmin: true,
    cacheKey: KEY,
    ...facts,
  })

function serving(path: string, rows: readonly object[]): void {
  api.use(http.get(`/api${path}`, () => HttpResponse.json({ data: rows })))
}

const fetchBins = () => client.query({ ...collectionQuery('bins'), retry: false })

/** Stores Ada's bins on the device. */
async function adaKeptBins(facts: SessionFacts = {}): Promise<void> {
  ada(facts)
  serving('/data_bins', [{ id: 1, bin_number: PLANTED }])
  await fetchBins()
  await vi.advanceTimersByTimeAsync(1_000)
  await untilOnDisk(1)
}

async function untilOnDisk(count: number): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (performance.now() < deadline) if ((await onDisk()).length === count) return
  expect(await onDisk()).toHaveLength(count)
}

/** Fetches the bins and stops while they are being encrypted; returns a function that continues. */
async function inTheMiddleOfWriting(): Promise<() => Promise<void>> {
  const seal = crypto.subtle.encrypt.bind(crypto.subtle)
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const sealing = vi
    .spyOn(crypto.subtle, 'encrypt')
    .mockImplementation(async (...args) => released.then(() => seal(...args)))
  // Ending the session meanwhile also aborts this.
  fetchBins().catch(() => undefined)
  await until(() => sealing.mock.calls.length > 0)
  return async () => {
    release()
    await Promise.all(sealing.mock.results.map(({ value }) => value))
    sealing.mockRestore()
    await settled()
    await vi.advanceTimersByTimeAsync(10_000)
  }
}

/** Reloads the page: the session is stored, the memory is empty. */
function reload(): void {
  stop()
  client.clear()
  client = new QueryClient()
  stop = startSnapshots(client)
}

const shown = (name: CollectionName = 'bins') => client.getQueryData<Snapshot>(collectionKey(name))

describe('fetched rows', () => {
  test('fetched rows are stored before they are shown, and so are their changes', async () => {
    ada()
    serving('/data_bins', [{ id: 1 }])
    await fetchBins()
    expect(await onDisk()).toHaveLength(1)
    serving('/data_bins', [{ id: 1 }, { id: 2 }])
    await client.refetchQueries({ queryKey: collectionKey('bins') })
    reload()
    await restoreSnapshot(client, 'bins')
    expect(shown()?.rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  test('fetched rows are shown after a tenth of a second if the device takes longer', async () => {
    ada()
    serving('/data_bins', [{ id: 1 }])
    const put = vi
      .spyOn(IDBObjectStore.prototype, 'put')
      .mockReturnValue(new EventTarget() as IDBRequest<IDBValidKey>)
    let isFetched = false
    const fetching = fetchBins().finally(() => {
      isFetched = true
    })
    await until(() => put.mock.calls.length > 0)
    await vi.advanceTimersByTimeAsync(99)
    await settled()
    expect(isFetched).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await fetching
    expect(shown()?.rows).toEqual([{ id: 1 }])
    put.mockRestore()
  })

  test('fetched rows are not rewritten a second later, nor at once if a refresh changed nothing', async () => {
    await adaKeptBins()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    await vi.advanceTimersByTimeAsync(10_000)
    await settled()
    expect(put).not.toHaveBeenCalled()
    await client.refetchQueries({ queryKey: collectionKey('bins') })
    await client.refetchQueries({ queryKey: collectionKey('bins') })
    await settled()
    expect(put).not.toHaveBeenCalled()
    // Its age is written once for all fetches within a second.
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => put.mock.calls.length > 0)
    await vi.advanceTimersByTimeAsync(10_000)
    await settled()
    expect(put).toHaveBeenCalledTimes(1)
    put.mockRestore()
  })

  test('the age of the last refresh is stored at once when the page is hidden', async () => {
    await adaKeptBins()
    vi.setSystemTime(NOON + 60_000)
    await client.refetchQueries({ queryKey: collectionKey('bins') })
    await settled()
    expect(await onDisk()).toMatchObject([{ owner: 'ada', fetchedAt: NOON }])
    hidePage()
    await expect.poll(async () => (await onDisk())[0]?.fetchedAt).toBe(NOON + 60_000)
  })

  test('fetched rows are stored encrypted, so that no part of them can be read', async () => {
    await adaKeptBins()
    const [record] = await onDisk()
    expect(record).toMatchObject({ owner: 'ada', collection: 'bins', fetchedAt: NOON })
    expect(record && bytesOf(record)).not.toContain(PLANTED)
    expect(record && bytesOf(record)).not.toContain(KEY)
  })

  test('fetched rows are shown again after a reload, with their fetch time', async () => {
    await adaKeptBins()
    reload()
    vi.setSystemTime(NOON + 600_000)
    await restoreSnapshot(client, 'bins')
    expect(shown()).toEqual({
      rows: [{ id: 1, bin_number: PLANTED }],
      etag: null,
      asOf: null,
      fetchedAt: NOON,
    })
    expect(client.getQueryState(collectionKey('bins'))?.dataUpdatedAt).toBe(NOON)
  })

  test("stored rows are never newer than now, whatever the tablet's clock did", async () => {
    await adaKeptBins()
    reload()
    vi.setSystemTime(NOON - 7_200_000)
    await restoreSnapshot(client, 'bins')
    expect(client.getQueryState(collectionKey('bins'))?.dataUpdatedAt).toBe(NOON - 7_200_000)
  })

  test('stored rows do not replace rows that the network brought first', async () => {
    await adaKeptBins()
    reload()
    serving('/data_bins', [{ id: 2 }])
    await fetchBins()
    await restoreSnapshot(client, 'bins')
    expect(shown()?.rows).toEqual([{ id: 2 }])
  })

  test('the stored rows of another list are not shown in its place', async () => {
    await adaKeptBins()
    await restoreSnapshot(client, 'items')
    expect(shown('items')).toBeUndefined()
  })
})

describe('the end of a session', () => {
  const locks: EndReason[] = ['hidden', 'expired', 'refused', 'login-page']
  test.each(locks)(
    'an end by %s keeps the rows for the same admin, and hides them',
    async (end) => {
      await adaKeptBins()
      endSession(end)
      expect(shown()).toBeUndefined()
      await settled()
      expect(await onDisk()).toHaveLength(1)
      await restoreSnapshot(client, 'bins')
      expect(shown()).toBeUndefined()
      ada()
      await restoreSnapshot(client, 'bins')
      expect(shown()?.rows).toEqual([{ id: 1, bin_number: PLANTED }])
    },
  )

  const wipes: EndReason[] = ['logout', 'refresh-failed', 'other-admin']
  test.each(wipes)('an end by %s removes all rows', async (end) => {
    await adaKeptBins()
    endSession(end)
    expect(shown()).toBeUndefined()
    await untilOnDisk(0)
  })

  test('rows that arrive after the end of a session are neither shown nor stored', async () => {
    await adaKeptBins()
    let answer = (): void => undefined
    let asked = false
    api.use(
      http.get('/api/data_bins', () => {
        asked = true
        return new Promise<Response>((resolve) => {
          answer = () => resolve(HttpResponse.json({ data: [{ id: 9, bin_number: 'late' }] }))
        })
      }),
    )
    void client.refetchQueries({ queryKey: collectionKey('bins') })
    await until(() => asked)
    endSession('logout')
    answer()
    await settled()
    hidePage()
    await vi.advanceTimersByTimeAsync(10_000)
    await untilOnDisk(0)
    expect(shown()).toBeUndefined()
    expect(readLastSyncTime()).toBeNull()
  })

  test('ending the session while rows are being written leaves none', async () => {
    ada()
    serving('/data_bins', [{ id: 1 }])
    const goOn = await inTheMiddleOfWriting()
    endSession('logout')
    await untilOnDisk(0)
    await goOn()
    expect(await onDisk()).toEqual([])
  })

  test('ending the session before a stored list was read shows none of it', async () => {
    await adaKeptBins({ cacheKey: null })
    reload()
    const restoring = restoreSnapshot(client, 'bins')
    endSession('hidden')
    await restoring
    expect(shown()).toBeUndefined()
  })

  test.each(locks)(
    'an end by %s while the rows are being read from the device keeps them for the same admin',
    async (end) => {
      await adaKeptBins()
      reload()
      const restoring = restoreSnapshot(client, 'bins')
      endSession(end)
      await restoring
      await settled()
      expect(await onDisk()).toHaveLength(1)
      ada()
      await restoreSnapshot(client, 'bins')
      expect(shown()?.rows).toEqual([{ id: 1, bin_number: PLANTED }])
    },
  )
})

describe('stored rows', () => {
  test("stored rows are gone before another admin's first screen", async () => {
    await adaKeptBins()
    await dropRowsOfOthers('bob')
    expect(await onDisk()).toEqual([])
  })

  test('stored rows of the same admin remain at the next sign-in', async () => {
    await adaKeptBins()
    await dropRowsOfOthers('ada')
    expect(await onDisk()).toHaveLength(1)
  })

  test('stored rows are not shown to another admin, nor without a session', async () => {
    await adaKeptBins()
    reload()
    ada({ username: 'bob' })
    await restoreSnapshot(client, 'bins')
    signedOut()
    await restoreSnapshot(client, 'bins')
    expect(shown()).toBeUndefined()
  })

  test("stored rows are kept for 7 days by the server's clock", async () => {
    await adaKeptBins()
    reload()
    syncServerClock(new Date(NOON + SNAPSHOT_KEPT_MS).toUTCString())
    await restoreSnapshot(client, 'bins')
    expect(shown()?.rows).toHaveLength(1)
    reload()
    syncServerClock(new Date(NOON + SNAPSHOT_KEPT_MS + 1_000).toUTCString())
    await restoreSnapshot(client, 'bins')
    expect(shown()).toBeUndefined()
    await untilOnDisk(0)
  })

  test('stored rows that cannot be decrypted are removed', async () => {
    await adaKeptBins()
    reload()
    ada({ cacheKey: OTHER_KEY })
    await restoreSnapshot(client, 'bins')
    expect(shown()).toBeUndefined()
    await untilOnDisk(0)
  })

  const record = {
    id: 'ada|bins',
    format: RECORD_FORMAT,
    owner: 'ada',
    collection: 'bins',
    fetchedAt: NOON,
    version: 'v1 0 0',
  }
  const content = (value: unknown) => ({ ...record, content: JSON.stringify(value) })
  const damaged: readonly [what: string, record: object][] = [
    ['of another format', { ...content({ rows: [], of: 0, fetchedAt: NOON }), format: 1 }],
    ['that are no JSON', { ...record, content: '{"rows":[' }],
    ['that are HTML', content('<html>')],
    ['that are nothing', content(null)],
    ['without rows', content({ of: 0, fetchedAt: NOON })],
    ['without a time', content({ rows: [], of: 0 })],
    ['with most of them missing', content({ rows: [{ id: 1 }], of: 3_000, fetchedAt: NOON })],
    ['that are not objects', content({ rows: [1, 2], of: 2, fetchedAt: NOON })],
    [
      'of bytes that were never encrypted',
      {
        ...record,
        content: { iv: new Uint8Array(12), data: new Uint8Array(40).buffer },
      },
    ],
  ]
  test.each(damaged)('stored rows %s are ignored and removed', async (_what, planted) => {
    ada()
    await putOnDisk(planted)
    await restoreSnapshot(client, 'bins')
    expect(shown()).toBeUndefined()
    await untilOnDisk(0)
  })

  test('stored rows are removed with the flag for their list', async () => {
    await adaKeptBins()
    serving('/data_items', [{ id: 5 }])
    await client.query(collectionQuery('items'))
    await vi.advanceTimersByTimeAsync(1_000)
    await untilOnDisk(2)
    completeFeatureStep({ items: true })
    expect(shown()).toBeUndefined()
    await untilOnDisk(1)
    expect(shown('items')?.rows).toEqual([{ id: 5 }])
    expect((await onDisk()).map(({ collection }) => collection)).toEqual(['items'])
  })

  test('the parts of a list that is arriving are forgotten with the flag for it', async () => {
    ada()
    const part = { rows: [{ id: 1 }], seq: 1, sum: '0' }
    const arrival = {
      epoch: 'e',
      starts: ['2'],
      parts: [part, null],
      of: 2,
      asOf: null,
      fetchedAt: NOON,
    }
    await setArrival('bins', arrival)
    await setArrival('items', arrival)
    completeFeatureStep({ items: true })
    expect([arrivalOf('bins'), arrivalOf('items')]).toEqual([undefined, arrival])
  })

  test('rows are no longer written once that flag is withdrawn', async () => {
    ada()
    serving('/data_bins', [{ id: 1 }])
    const goOn = await inTheMiddleOfWriting()
    completeFeatureStep({ items: true })
    await goOn()
    expect(await onDisk()).toEqual([])
  })
})

describe('a server without keys', () => {
  test('without a key, ERP rows are stored unencrypted and lists of people are not stored', async () => {
    ada({ cacheKey: null })
    serving('/data_bins', [{ id: 1 }])
    serving('/master-admin-details', [{ username: 'ada' }])
    serving('/wms-ai-users', [{ userid: 'pat' }])
    for (const name of ['bins', 'admins', 'wmsAiUsers'] as const) {
      await client.query(collectionQuery(name))
    }
    await vi.advanceTimersByTimeAsync(1_000)
    await untilOnDisk(1)
    await settled()
    expect(await onDisk()).toMatchObject([{ collection: 'bins' }])
    reload()
    await restoreSnapshot(client, 'bins')
    expect(shown()?.rows).toEqual([{ id: 1 }])
  })

  test.each(['hidden', 'expired', 'refused', 'logout'] as const)(
    'without a key, an end by %s wipes the rows',
    async (end) => {
      await adaKeptBins({ cacheKey: null })
      endSession(end)
      expect(shown()).toBeUndefined()
      await untilOnDisk(0)
    },
  )

  test('a start without a session wipes unencrypted rows and leaves encrypted ones', async () => {
    await adaKeptBins({ cacheKey: null })
    await putOnDisk({
      id: 'ada|items',
      format: 1,
      owner: 'ada',
      collection: 'items',
      fetchedAt: NOON,
      content: { iv: new Uint8Array(12), data: new Uint8Array(40).buffer },
    })
    signedOut()
    reload()
    await untilOnDisk(1)
    expect(await onDisk()).toMatchObject([{ collection: 'items' }])
  })

  test('an unusable key counts as none for lists of people too', async () => {
    ada({ cacheKey: 'no key at all' })
    serving('/master-admin-details', [{ username: 'ada' }])
    await client.query(collectionQuery('admins'))
    await vi.advanceTimersByTimeAsync(1_000)
    await settled()
    expect(await onDisk()).toEqual([])
  })
})

describe('a restart', () => {
  test('the first request after a restart asks for changes, and unchanged rows are not rewritten', async () => {
    offering('deltas')
    ada()
    const asked: string[] = []
    api.use(
      http.get('/api/data_bins', ({ request }) => {
        asked.push(`${new URL(request.url).search} ${request.headers.get('if-none-match') ?? '-'}`)
        const headers = { etag: '"e7"', 'x-seq': '7', 'x-sync-epoch': 'spring' }
        return asked.length === 1
          ? HttpResponse.json({ data: [{ id: 1 }] }, { headers })
          : new HttpResponse(null, { status: 304, headers })
      }),
    )
    await fetchBins()
    await vi.advanceTimersByTimeAsync(1_000)
    await untilOnDisk(1)
    reload()
    const [written] = await onDisk()
    await restoreSnapshot(client, 'bins')
    await vi.advanceTimersByTimeAsync(10_000)
    await settled()
    expect(await onDisk()).toEqual([written])
    client.clear()
    await fetchBins()
    expect(asked).toEqual([' -', '?since=7&epoch=spring "e7"'])
    expect(shown()?.rows).toEqual([{ id: 1 }])
  })
})
