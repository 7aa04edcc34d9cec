import { describe, expect, test, vi, type MockInstance } from 'vitest'
import type { CollectionName, Row } from '#contract/collections.ts'
import {
  onStoreFailure,
  type DevicePart,
  type StoreFailure,
} from '#console/data/device/device-store.ts'
import { readHeadRows } from '#console/data/device/snapshot-store.ts'
import { endSession } from '#console/session/session.ts'
import { onDisk, partsOnDisk, sizeOf, withRoomFor } from '#test/support/console/device.ts'
import { ada, devicePage, NOON, rowsOf } from '#test/support/console/device-page.ts'
import { settled } from '#test/support/until.ts'

const page = devicePage()

const MINUTE_MS = 60_000
const MANY = 20_000
const FEW = 300
/** Room for a few hundred rows, not for some thousands. */
const LITTLE = 50_000
/** So many parts of a long list are put before there is no room left. */
const FIT = 1

/** All that was put there, since the device has had room for so much. */
let put: MockInstance<IDBObjectStore['put']>

/** The device has room for so much from now on. */
function room(bytes: number): void {
  vi.restoreAllMocks()
  put = withRoomFor(bytes)
}

/** A list comes, or is refreshed with the rows that it had; what that writes has been written. */
async function comes(name: CollectionName, rows: readonly Row[]): Promise<void> {
  page.show(name, { rows, etag: null, asOf: null, fetchedAt: Date.now() })
  await settled()
  await vi.advanceTimersByTimeAsync(1_000)
  // What is sealed and written in parts takes its turns.
  for (let turn = 0; turn < 20; turn += 1) await settled()
}

const names = async () => (await onDisk()).map(({ collection }) => collection)

describe('a device that has room for little', () => {
  test('keeps short lists whole and of a long one its first rows', async () => {
    room(LITTLE)
    const bins = rowsOf(MANY)
    await comes('bins', bins)
    // What lies there by then is not written a second time when the whole list turns out not to fit.
    expect(put.mock.results.filter(({ type }) => type === 'return')).toHaveLength(1 + FIT)
    await comes('items', rowsOf(FEW))
    expect(await names()).toEqual(['bins', 'items'])
    expect((await page.restored('items'))?.rows).toEqual(rowsOf(FEW))
    expect(await page.restored('bins')).toBeUndefined()
    expect(await readHeadRows('bins')).toMatchObject({
      rows: bins.slice(0, 100),
      of: MANY,
      isAlone: true,
    })
    expect(await partsOnDisk()).toEqual([])
  })

  test('keeps the first rows of a list that is not long, too', async () => {
    room(5_000)
    await comes('items', rowsOf(FEW))
    expect(await readHeadRows('items')).toMatchObject({ of: FEW, isAlone: true })
    expect((await readHeadRows('items'))?.rows).toHaveLength(100)
  })

  test('says so once', async () => {
    const told: StoreFailure[] = []
    const stopTelling = onStoreFailure((failure) => told.push(failure))
    room(LITTLE)
    await comes('bins', rowsOf(MANY))
    await comes('inventory', rowsOf(MANY))
    await comes('bins', rowsOf(MANY, 'y'))
    stopTelling()
    expect(told).toEqual(['full'])
  })

  test('that has none at all is left alone, too', async () => {
    room(0)
    const bins = rowsOf(MANY)
    await comes('bins', bins)
    expect(await onDisk()).toEqual([])
    put.mockClear()
    for (let minute = 0; minute < 9; minute += 1) {
      await comes('bins', bins)
      await vi.advanceTimersByTimeAsync(MINUTE_MS - 1_000)
    }
    expect(put).not.toHaveBeenCalled()
  })
})

describe('what had no room', () => {
  /** What was put there meanwhile, by its table. */
  const writes = (): string[] => (put.mock.contexts as IDBObjectStore[]).map(({ name }) => name)

  test('is not tried again at each refresh: the first rows alone get their new age', async () => {
    room(LITTLE)
    const bins = rowsOf(MANY)
    await comes('bins', bins)
    for (let minute = 1; minute < 9; minute += 1) {
      await vi.advanceTimersByTimeAsync(MINUTE_MS - 1_000)
      put.mockClear()
      await comes('bins', bins)
      expect(writes()).toEqual(['snapshots'])
      expect(await onDisk()).toMatchObject([{ fetchedAt: NOON + minute * MINUTE_MS }])
    }
  })

  test('is kept whole ten minutes later, where there is room by then', async () => {
    room(LITTLE)
    const bins = rowsOf(MANY)
    await comes('bins', bins)
    room(Number.POSITIVE_INFINITY)
    await vi.advanceTimersByTimeAsync(9 * MINUTE_MS - 2_000)
    await comes('bins', bins)
    expect(await partsOnDisk()).toEqual([])
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    await comes('bins', bins)
    expect((await page.restored('bins'))?.rows).toEqual(bins)
  })

  test('is tried at once in the next session', async () => {
    room(LITTLE)
    await comes('bins', rowsOf(MANY))
    room(Number.POSITIVE_INFINITY)
    endSession('hidden')
    ada()
    const bins = rowsOf(MANY, 'y')
    await comes('bins', bins)
    expect((await page.restored('bins'))?.rows).toEqual(bins)
  })

  test('leaves an older list that lies there whole, and follows it when there is room', async () => {
    const older = rowsOf(MANY)
    await comes('bins', older)
    const lying = await onDisk()
    room(LITTLE)
    const newer = rowsOf(MANY, 'y')
    await comes('bins', newer)
    expect(await onDisk()).toEqual(lying)
    room(Number.POSITIVE_INFINITY)
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
    await comes('bins', newer)
    expect((await page.restored('bins'))?.rows).toEqual(newer)
  })

  test('in the middle of its parts leaves nothing of itself', async () => {
    const older = rowsOf(MANY)
    await comes('bins', older)
    const parts = await partsOnDisk()
    room(sizeOfAll(parts) / 2)
    await comes('bins', rowsOf(MANY, 'y'))
    expect(put.mock.results.map(({ type }) => type)).toContain('return')
    expect(put.mock.results.at(-1)?.type).toBe('throw')
    expect(await partsOnDisk()).toEqual(parts)
    expect((await page.restored('bins'))?.rows).toEqual(older)
  })
})

function sizeOfAll(parts: readonly DevicePart[]): number {
  return parts.reduce((sum, { content }) => sum + sizeOf(content), 0)
}
