import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onStoreFailure } from '#console/data/device/device-database.ts'
import {
  readRecord,
  removePlainRecords,
  removeRecord,
  removeRecords,
  removeUnreadable,
  writeRecord,
} from '#console/data/device/device-store.ts'
import { RECORD_FORMAT, recordId, type DeviceRecord } from '#console/data/device/device-record.ts'
import { emptyDisk, onDisk } from '#test/support/console/device.ts'
import { settled } from '#test/support/until.ts'

const record = (more: Partial<DeviceRecord> = {}): DeviceRecord => ({
  id: recordId('ada', 'bins'),
  format: RECORD_FORMAT,
  owner: 'ada',
  collection: 'bins',
  fetchedAt: 1_000,
  version: 'v1',
  content: 'plain',
  ...more,
})
const sealed = { iv: new Uint8Array(12), data: new ArrayBuffer(20) }
const wanted = () => true
const replacing = { kind: 'replace', parts: [] } as const

beforeEach(async () => {
  // No time passes, so that a slow machine does not look like a device that does not answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await readRecord('makes the database')
  await emptyDisk()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a record', () => {
  test('a record is found by its admin and list', async () => {
    await writeRecord(record(), replacing, wanted)
    expect(await readRecord(recordId('ada', 'bins'))).toEqual(record())
    expect(await readRecord(recordId('ada', 'items'))).toBeUndefined()
    expect(await readRecord(recordId('bob', 'bins'))).toBeUndefined()
  })

  test('a record of an older tab does not replace a newer one', async () => {
    await writeRecord(record({ fetchedAt: 2_000, content: 'newer' }), replacing, wanted)
    await writeRecord(record({ fetchedAt: 1_000, content: 'older' }), replacing, wanted)
    expect(await onDisk()).toMatchObject([{ content: 'newer' }])
    await writeRecord(record({ fetchedAt: 2_000, content: 'as new' }), replacing, wanted)
    expect(await onDisk()).toMatchObject([{ content: 'as new' }])
  })

  test('a record that is no longer wanted when its turn comes is not written', async () => {
    let isWanted = true
    const writing = writeRecord(record(), replacing, () => isWanted)
    isWanted = false
    await writing
    expect(await onDisk()).toEqual([])
  })
})

describe('removing records', () => {
  beforeEach(async () => {
    await writeRecord(record(), replacing, wanted)
    await writeRecord(record({ id: recordId('ada', 'items'), content: sealed }), replacing, wanted)
    await writeRecord(record({ id: recordId('bob', 'bins'), owner: 'bob' }), replacing, wanted)
  })
  const ids = async () => (await onDisk()).map(({ id }) => id)

  test('removeRecord removes one record', async () => {
    await removeRecord(recordId('ada', 'bins'))
    expect(await ids()).toEqual(['ada|items', 'bob|bins'])
  })

  test('removing an unreadable record leaves what another tab has stored meanwhile', async () => {
    await removeUnreadable(record({ version: 'v0' }))
    await removeUnreadable(record({ fetchedAt: 1 }))
    expect(await ids()).toContain('ada|bins')
    await removeUnreadable(record())
    expect(await ids()).not.toContain('ada|bins')
  })

  test('removeRecords removes the records of other admins', async () => {
    await removeRecords('ada')
    expect(await ids()).toEqual(['ada|bins', 'ada|items'])
  })

  test('removeRecords without an owner removes everything', async () => {
    await removeRecords(null)
    expect(await ids()).toEqual([])
  })

  test('removePlainRecords removes unencrypted records', async () => {
    await removePlainRecords()
    expect(await ids()).toEqual(['ada|items'])
  })
})

/** A store that has not failed yet, as after a page load. */
async function freshStore() {
  vi.resetModules()
  return {
    ...(await import('#console/data/device/device-database.ts')),
    ...(await import('#console/data/device/device-store.ts')),
  }
}

describe('a device without working storage', () => {
  const full = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }

  test('a full device loses the cache, and reports it once', async () => {
    const store = await freshStore()
    const told = vi.fn<() => void>()
    store.onStoreFailure(told)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    await store.writeRecord(record(), replacing, wanted)
    await store.writeRecord(record(), replacing, wanted)
    expect(told).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
    expect(await store.readRecord(record().id)).toBeUndefined()
  })

  test('a broken device loses the cache', async () => {
    const store = await freshStore()
    const told = vi.fn<() => void>()
    store.onStoreFailure(told)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('connection lost', 'UnknownError')
    })
    expect(await store.readRecord(record().id)).toBeUndefined()
    await store.writeRecord(record(), replacing, wanted)
    await store.removeRecords(null)
    await store.removePlainRecords()
    await store.removeRecord(record().id)
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('a device that never answers is waited for one and a half seconds', async () => {
    const store = await freshStore()
    await store.readRecord('opens the database')
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(new EventTarget() as IDBRequest)
    let read = false
    const reading = store.readRecord(record().id).finally(() => {
      read = true
    })
    await vi.advanceTimersByTimeAsync(1_499)
    await settled()
    expect(read).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await reading).toBeUndefined()
  })

  test('removals do not hold up a sign-in or a logout on a device that never answers', async () => {
    const store = await freshStore()
    vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue(new EventTarget() as IDBOpenDBRequest)
    let isOver = false
    const removing = store.removeRecords('ada').finally(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(1_499)
    await settled()
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await removing
    // Now the device is known not to answer.
    const others = Promise.all([store.removeRecords(null), store.removePlainRecords()])
    await vi.advanceTimersByTimeAsync(0)
    await others
  })

  test('a device that answers late still removes what it was asked to remove', async () => {
    await writeRecord(record(), replacing, wanted)
    await writeRecord(record({ id: recordId('bob', 'bins'), owner: 'bob' }), replacing, wanted)
    await writeRecord(record({ id: recordId('ada', 'items'), content: sealed }), replacing, wanted)
    const store = await freshStore()
    const open = indexedDB.open.bind(indexedDB)
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce((...how) => {
      const asked = open(...how)
      const listen = (listener: (event: Event) => void): void =>
        asked.addEventListener('success', (event) => void answered.then(() => listener(event)))
      Object.defineProperty(asked, 'onsuccess', { set: listen })
      return asked
    })
    const removing = [store.removeRecords('ada'), store.removePlainRecords()]
    await vi.advanceTimersByTimeAsync(1_500)
    await Promise.all(removing)
    answer()
    await vi.waitFor(async () =>
      expect((await onDisk()).map(({ id }) => id)).toEqual(['ada|items']),
    )
  })

  test('a device that answers after a few seconds is not said to be broken', async () => {
    const store = await freshStore()
    const told = vi.fn<() => void>()
    store.onStoreFailure(told)
    await store.readRecord('opens the database')
    const late = new EventTarget() as IDBRequest
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValueOnce(late)
    const reading = store.readRecord(record().id)
    await vi.advanceTimersByTimeAsync(9_000)
    await settled()
    expect(await reading).toBeUndefined()
    expect(told).not.toHaveBeenCalled()
    expect(store.isAnswering()).toBe(false)
    late.onsuccess?.({ target: { result: undefined } } as unknown as Event)
    await vi.waitFor(() => expect(store.isAnswering()).toBe(true))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(told).not.toHaveBeenCalled()
  })

  test('a device that has not answered after ten seconds is said to be broken, once', async () => {
    const store = await freshStore()
    const told = vi.fn<() => void>()
    store.onStoreFailure(told)
    await store.readRecord('opens the database')
    vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue(new EventTarget() as IDBRequest)
    void store.readRecord(record().id)
    void store.readRecord(record().id)
    await vi.advanceTimersByTimeAsync(9_999)
    await settled()
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('a storage failure is not reported to removed listeners', async () => {
    const told = vi.fn<() => void>()
    onStoreFailure(told)()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full)
    await writeRecord(record(), replacing, wanted)
    expect(told).not.toHaveBeenCalled()
  })
})

test('a database without tables is recreated for the next write', async () => {
  await deleteDatabase()
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('dockside', 20)
    opening.onsuccess = () => resolve(opening.result.close())
    opening.onerror = () => reject(opening.error ?? new Error('no answer'))
  })
  const store = await freshStore()
  await store.readRecord(record().id)
  await expect.poll(() => store.writeRecord(record(), replacing, wanted)).toBe('written')
  expect(await store.readRecord(record().id)).toEqual(record())
})

describe('a device with the database of an earlier version', () => {
  /** As the console created it before long lists were stored in parts. */
  const earlier = async (): Promise<IDBDatabase> => {
    await deleteDatabase()
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open('dockside', 10)
      opening.onupgradeneeded = () => {
        const snapshots = opening.result.createObjectStore('snapshots', { keyPath: 'id' })
        snapshots.createIndex('owner', 'owner')
        snapshots.put(record())
      }
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error ?? new Error('no answer'))
    })
  }
  const part = { of: record().id, number: 0, owner: 'ada', content: new Uint8Array([1]) }

  test('the store reads an earlier database and adds to it, from two tabs at once', async () => {
    ;(await earlier()).close()
    for (const store of [await freshStore(), await freshStore()]) {
      expect(await store.readRecord(record().id)).toMatchObject({ owner: 'ada' })
      const changed = record({ version: 'v2' })
      expect(await store.writeRecord(changed, { kind: 'replace', parts: [part] }, wanted)).toBe(
        'written',
      )
      expect(await store.readParts(changed, 0)).toEqual([part])
    }
  })

  test('the store works without a database that another tab blocks, and uses it once that tab lets go', async () => {
    const held = await earlier()
    const store = await freshStore()
    const reading = store.readRecord(record().id)
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await reading).toBeUndefined()
    const writing = store.writeRecord(record({ version: 'v2' }), replacing, wanted)
    held.close()
    vi.useRealTimers()
    expect(await writing).toBe('written')
    expect(await store.readRecord(record().id)).toMatchObject({ version: 'v2' })
  })
})

function deleteDatabase(): Promise<unknown> {
  return new Promise((resolve) => {
    indexedDB.deleteDatabase('dockside').onsuccess = resolve
  })
}
