import { describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { readHeadRows, readSnapshot } from '#console/data/device/snapshot-store.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { endSession } from '#console/session/session.ts'
import { completeFeatureStep } from '#console/session/steps.ts'
import { bytesOf, onDisk, partsOnDisk, putOnDisk } from '#test/support/console/device.ts'
import { ada, devicePage, NOON, rowsOf } from '#test/support/console/device-page.ts'
import { settled, until } from '#test/support/until.ts'

const page = devicePage()

/** How long a loaded machine may take for something that needs no simulated time. */
const WITHIN_MS = 10_000
const ROWS = 20_000
const PARTS = 10
const PLANTED = 'planted-memo'

/** As sent by a server with deltas. */
const snapshotOf = (rows: readonly Row[], seq = 1): Snapshot => ({
  rows,
  etag: `"e${String(seq)}"`,
  cursor: { since: seq, epoch: 'e' },
  asOf: null,
  fetchedAt: NOON + seq,
})

/** The bins arrive; no time passes. */
const see = (rows: readonly Row[], seq = 1): void => page.show('bins', snapshotOf(rows, seq))

/** The bins arrive and are stored on the device with all of their parts. */
async function keep(rows: readonly Row[], seq = 1): Promise<void> {
  see(rows, seq)
  await vi.advanceTimersByTimeAsync(1_000)
  await untilThere(([record]) => record?.fetchedAt === NOON + seq && !record.isFirstOnly)
}

async function untilThere(
  claim: (records: Awaited<ReturnType<typeof onDisk>>) => boolean,
): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!claim(await onDisk())) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(claim)}`)
    await settled()
  }
}

const untilOnDisk = (count: number) => untilThere(({ length }) => length === count)

describe('the first rows of a long list', () => {
  test('the first rows of a long list are stored at once, encrypted, and no others', async () => {
    const rows = rowsOf(ROWS, PLANTED)
    see(rows)
    await untilOnDisk(1)
    const [record] = await onDisk()
    expect(record).toMatchObject({ owner: 'ada', isFirstOnly: true })
    expect(record && bytesOf(record)).not.toContain(PLANTED)
    expect(await partsOnDisk()).toEqual([])
    // As if the page had been closed within that second.
    expect(await page.restored('bins')).toBeUndefined()
    const head = { rows: rows.slice(0, 100), of: ROWS, isAlone: true }
    expect(await readHeadRows('bins')).toMatchObject(head)
    expect(await onDisk()).toEqual([record])
  })

  test('the first rows are replaced completely by the whole list', async () => {
    const rows = rowsOf(ROWS)
    see(rows)
    await untilOnDisk(1)
    await keep(rows)
    expect(await onDisk()).toHaveLength(1)
    expect((await onDisk())[0]).not.toHaveProperty('isFirstOnly')
    expect(await page.restored('bins')).toEqual(snapshotOf(rows))
  })

  test('the first rows do not replace an older complete list', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    page.reload()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    see(rowsOf(ROWS, 'y'), 2)
    await settled()
    expect(put).not.toHaveBeenCalled()
    expect(await page.restored('bins')).toEqual(snapshotOf(rows))
  })

  test('the first rows are removed with the session, and with the flag for the list', async () => {
    see(rowsOf(ROWS))
    await untilOnDisk(1)
    endSession('logout')
    await untilOnDisk(0)
    ada()
    see(rowsOf(ROWS))
    await untilOnDisk(1)
    completeFeatureStep({ items: true })
    await untilOnDisk(0)
    expect(await partsOnDisk()).toEqual([])
  })

  test('the first rows are not written once the session has ended', async () => {
    const seal = crypto.subtle.encrypt.bind(crypto.subtle)
    const sealing = vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...args) => {
      endSession('logout')
      return seal(...args)
    })
    see(rowsOf(ROWS))
    await until(() => sealing.mock.calls.length > 0)
    await settled()
    expect(await onDisk()).toEqual([])
  })
})

describe('a long list', () => {
  test('a long list is stored in parts, and its first rows are read first', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    expect((await partsOnDisk()).map(({ of, owner }) => `${of} ${owner}`)).toEqual(
      Array.from({ length: PARTS }, () => 'ada|bins ada'),
    )
    page.reload()
    expect(await readHeadRows('bins')).toMatchObject({ of: ROWS, rows: rows.slice(0, 100) })
    expect(await page.restored('bins')).toEqual(snapshotOf(rows))
  })

  test('a few changes add one part, and the list is read back complete', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    const before = await partsOnDisk()
    const changed = [...rows.slice(5), { id: 99_999, memo: 'new' }]
    changed[100] = { id: 105, memo: 'other' }
    await keep(changed, 2)
    const after = await partsOnDisk()
    expect(after.slice(0, PARTS)).toEqual(before)
    expect(after).toHaveLength(PARTS + 1)
    expect(await page.restored('bins')).toEqual(snapshotOf(changed, 2))
  })

  test('an unchanged list does not rewrite its parts', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    const before = await partsOnDisk()
    await keep(rows, 2)
    expect(await partsOnDisk()).toEqual(before)
  })

  test('a list that another tab wrote meanwhile is rewritten', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    const [record] = await onDisk()
    await putOnDisk({ ...record, version: 'other 3 3' })
    const changed = [...rows, { id: 99_999, memo: 'new' }]
    await keep(changed, 2)
    expect((await page.restored('bins'))?.rows).toEqual(changed)
  })

  test('a list with a missing part is removed with all of its parts', async () => {
    await keep(rowsOf(ROWS))
    const [record] = await onDisk()
    await putOnDisk({ ...record, version: record?.version.replace(/\d+$/, '9') })
    expect(await page.restored('bins')).toBeUndefined()
    expect(await onDisk()).toEqual([])
    expect(await partsOnDisk()).toEqual([])
  })

  test('a lock while the parts of a list are being read leaves all of them', async () => {
    const rows = rowsOf(ROWS)
    await keep(rows)
    const stored = await partsOnDisk()
    page.reload()
    await readHeadRows('bins')
    const reading = readSnapshot('bins')
    endSession('hidden')
    expect(await reading).toBeNull()
    await settled()
    expect(await partsOnDisk()).toEqual(stored)
    ada()
    expect((await page.restored('bins'))?.rows).toEqual(rows)
  })

  test('wiping the session removes a list with all of its parts', async () => {
    await keep(rowsOf(ROWS))
    endSession('logout')
    await untilOnDisk(0)
    expect(await partsOnDisk()).toEqual([])
  })
})
