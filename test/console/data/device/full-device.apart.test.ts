import { describe, expect, test, vi, type MockInstance } from 'vitest'
import type { CollectionName, Row } from '#contract/collections.ts'
import { onStoreFailure, type StoreFailure } from '#console/data/device/device-database.ts'
import type { DevicePart } from '#console/data/device/device-record.ts'
import { readHeadRows } from '#console/data/device/snapshot-store.ts'
import { endSession } from '#console/session/session.ts'
import { onDisk, partsOnDisk, sizeOf, withRoomFor } from '#test/support/console/device.ts'
import { ada, devicePage, NOON, rowsOf } from '#test/support/console/device-page.ts'
import { settled } from '#test/support/until.ts'

const page = devicePage()

const MINUTE_MS = 60_000
const MANY = 20_000
const FEW = 300
/** Space for a few thousand rows, not for all of them. */
const LITTLE = 20_000
/** This many parts of a long list are written before the space runs out. */
const FIT = 3
/** Writes of first rows: their record and the rows. */
const FIRST_ROWS = 2
/** The rows of a head are written before the parts. */
const HEAD = 1

/** All writes since the space was last set. */
let put: MockInstance<IDBObjectStore['put']>

/** Limits the device's space from now on. */
function room(bytes: number): void {
  vi.restoreAllMocks()
  put = withRoomFor(bytes)
}

/** A list arrives, or is refreshed with the rows that it had; resolves when its writes are done. */
async function comes(name: CollectionName, rows: readonly Row[]): Promise<void> {
  page.show(name, { rows, etag: null, asOf: null, fetchedAt: Date.now() })
  await settled()
  await vi.advanceTimersByTimeAsync(1_000)
  // Encrypting and writing in parts takes several turns.
  for (let turn = 0; turn < 20; turn += 1) await settled()
}

const names = async () => (await onDisk()).map(({ collection }) => collection)

describe('a device with little space', () => {
  test('a device with little space stores short lists completely and only the first rows of a long one', async () => {
    room(LITTLE)
    const bins = rowsOf(MANY)
    await comes('bins', bins)
    // The first rows are not written a second time when the whole list turns out not to fit.
    expect(put.mock.results.filter(({ type }) => type === 'return')).toHaveLength(
      FIRST_ROWS + HEAD + FIT,
    )
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

  test('a device with little space stores the first rows of a shorter list too', async () => {
    room(1_000)
    await comes('items', rowsOf(FEW))
    expect(await readHeadRows('items')).toMatchObject({ of: FEW, isAlone: true })
    expect((await readHeadRows('items'))?.rows).toHaveLength(100)
  })

  test('a device with little space reports it once', async () => {
    const told: StoreFailure[] = []
    const stopTelling = onStoreFailure((failure) => told.push(failure))
    room(LITTLE)
    await comes('bins', rowsOf(MANY))
    await comes('inventory', rowsOf(MANY))
    await comes('bins', rowsOf(MANY, 'y'))
    stopTelling()
    expect(told).toEqual(['full'])
  })

  test('a device without any space is not written to again', async () => {
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

describe('a list without space', () => {
  /** What has been written meanwhile, by table. */
  const writes = (): string[] => (put.mock.contexts as IDBObjectStore[]).map(({ name }) => name)

  test('a list without space is not retried at each refresh: only the age of its first rows is updated', async () => {
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

  test('a list without space is stored completely ten minutes later, if there is space by then', async () => {
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

  test('a list without space is retried at once in the next session', async () => {
    room(LITTLE)
    await comes('bins', rowsOf(MANY))
    room(Number.POSITIVE_INFINITY)
    endSession('hidden')
    ada()
    const bins = rowsOf(MANY, 'y')
    await comes('bins', bins)
    expect((await page.restored('bins'))?.rows).toEqual(bins)
  })

  test('a list without space leaves an older complete list in place, and replaces it when there is space', async () => {
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

  test('a list that runs out of space between its parts leaves nothing behind', async () => {
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
