import Dexie from 'dexie'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { HEAD_PART, RECORD_FORMAT } from '#console/data/device/device-record.ts'
import { emptyDisk, putOnDisk, putPartOnDisk } from '#test/support/console/device.ts'
import { settled, until } from '#test/support/until.ts'

/** How often each kind is tested, each time with another length of the list. */
const TIMES = Number(process.env['STORAGE_FAULTS'] ?? 2)
const KEY = Buffer.alloc(32, 7).toString('base64')
const ROWS = [{ id: 1, memo: 'from the server' }]

const never = (): IDBRequest => new EventTarget() as IDBRequest
const record = (more: object) => ({
  id: 'ada|bins',
  format: RECORD_FORMAT,
  owner: 'ada',
  collection: 'bins',
  fetchedAt: Date.now() - 1_000,
  version: 'v 0 0',
  content: JSON.stringify({ rows: [{ id: 9 }], of: 1, fetchedAt: Date.now() - 1_000 }),
  ...more,
})
const failing = (name: string) => (): never => {
  throw new DOMException('broken on purpose', name)
}
const junk = (bytes: number) => ({ iv: new Uint8Array(12), data: new Uint8Array(bytes).buffer })

interface Kind {
  /** Breaks the storage before the console starts. */
  readonly before?: (time: number) => unknown
  /** Breaks the storage after the first rows have arrived. */
  readonly meanwhile?: () => unknown
  readonly notices: number
}

/** What can be wrong with the storage of a device. */
const kinds: Readonly<Record<string, Kind>> = {
  full: {
    before: () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(failing('QuotaExceededError')),
    notices: 1,
  },
  missing: {
    before: () =>
      vi.spyOn(Dexie, 'dependencies', 'get').mockReturnValue({} as typeof Dexie.dependencies),
    notices: 1,
  },
  'not allowed': {
    before: () =>
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(failing('SecurityError')),
    notices: 1,
  },
  blocked: {
    before: () =>
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => never() as IDBOpenDBRequest),
    notices: 1,
  },
  hung: {
    before: () => vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(never),
    notices: 1,
  },
  'without a connection': {
    before: () =>
      vi
        .spyOn(IDBDatabase.prototype, 'transaction')
        .mockImplementation(failing('InvalidStateError')),
    notices: 1,
  },
  'lost under way': {
    meanwhile: () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(failing('UnknownError')),
    notices: 1,
  },
  'cleared under way': { meanwhile: () => emptyDisk(), notices: 0 },
  'full of junk': {
    before: (time) => putOnDisk(record({ content: junk(time * 100) })),
    notices: 0,
  },
  'cut off': {
    before: (time) =>
      putOnDisk(record({ content: '{"rows":[{"id":9}],"of":1'.slice(0, 5 + time) })),
    notices: 0,
  },
  'of another format': {
    before: (time) => putOnDisk(record({ format: RECORD_FORMAT + 1 + time })),
    notices: 0,
  },
  'with a part of an older form': {
    before: async () => {
      await putOnDisk(record({}))
      const content = JSON.stringify({ base: 'v', rows: [{ id: 9 }] })
      await putPartOnDisk({ of: 'ada|bins', number: HEAD_PART, owner: 'ada', content })
    },
    notices: 0,
  },
  "another admin's": {
    before: () => putOnDisk(record({ id: 'bob|bins', owner: 'bob' })),
    notices: 0,
  },
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  await (await import('#console/data/device/device-store.ts')).readRecord('makes the database')
  await emptyDisk()
  vi.resetModules()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Also waits for work that takes many turns of the event loop, such as a transaction. */
async function longSettled(): Promise<void> {
  for (let round = 0; round < 30; round += 1) await settled()
}

/** Starts the console afresh, with no module that has used the storage before. */
async function startConsole() {
  const { signedIn } = await import('#test/support/console/session.ts')
  signedIn({ username: 'ada', features: ADMIN_FEATURES, cacheKey: KEY })
  const { onStoreFailure } = await import('#console/data/device/device-database.ts')
  const { restoreSnapshot, startSnapshots } = await import('#console/data/collections/snapshots.ts')
  const { collectionKey, collectionQuery } = await import('#console/data/collections/queries.ts')
  const client = new QueryClient()
  const notice = vi.fn<() => void>()
  onStoreFailure(notice)
  return {
    client,
    notice,
    restoreSnapshot,
    stop: startSnapshots(client),
    collectionKey,
    collectionQuery,
  }
}

describe.each(Object.entries(kinds))('storage that is %s', (_what, kind) => {
  test.each(Array.from({ length: TIMES }, (_, time) => time))(
    'broken storage loses only the cache (%i)',
    async (time) => {
      vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: ROWS })))
      await kind.before?.(time)
      const { client, notice, restoreSnapshot, stop, ...data } = await startConsole()
      const shown = () => client.getQueryData<{ rows: unknown }>(data.collectionKey('bins'))?.rows
      const refresh = () =>
        client.query({ ...data.collectionQuery('bins'), staleTime: 0, retry: false })
      void restoreSnapshot(client, 'bins')
      void refresh()
      // A store that does not answer is waited for one and a half seconds, and only once.
      await longSettled()
      await vi.advanceTimersByTimeAsync(1_500)
      await until(() => JSON.stringify(shown()) === JSON.stringify(ROWS))
      await kind.meanwhile?.()
      for (let round = 0; round < 3; round += 1) {
        await refresh()
        await vi.advanceTimersByTimeAsync(1_000)
        await longSettled()
      }
      // A store that has not answered by then is reported, and a write that never ends is given up. One that works
      // answers meanwhile, however busy the machine is.
      for (let second = 0; second < 20; second += 1) {
        await vi.advanceTimersByTimeAsync(1_000)
        await longSettled()
      }
      await until(() => notice.mock.calls.length >= kind.notices)
      expect(shown()).toEqual(ROWS)
      expect(notice).toHaveBeenCalledTimes(kind.notices)
      stop()
      client.clear()
    },
  )
})
