import { beforeEach, describe, expect, test } from 'vitest'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { mergeRun } from '#server/db/mirror/mirror.ts'
import { RunLost, stagePage, type StagedPage } from '#server/db/mirror/staging.ts'
import type { Database } from '#server/db/database.ts'
import { listRecords } from '#server/db/mirror/records.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { recordHeartbeat, cancelRun, claimRun, failRun, findRun } from '#server/db/mirror/runs.ts'
import { cleanDatabase } from '#test/support/database/database.ts'
import { silenceRuns } from '#test/support/database/silent-runs.ts'

const STOPPED = { fault: 'stopped', error: 'The server was stopped.' }
const MINUTE_MS = 60_000

let db: Database
let now: number

beforeEach(async () => {
  db = (await cleanDatabase()).db
  now = Date.UTC(2026, 4, 11, 12)
})

async function begin(): Promise<string> {
  now += MINUTE_MS
  const claim = await claimRun(db, 'bins', 'root', now, STOPPED)
  if (claim.kind !== 'ours') throw new Error(`the run is ${claim.kind}`)
  return claim.run.id
}

/** A page of bins with these ids; null stands for a refused row with an unreadable id. */
function page(keys: readonly number[], refused: readonly (number | null)[] = []): StagedPage {
  return {
    rows: keys.map((id) => {
      const body = canonicalJson({ id, memo: 'x' })
      return { id: String(id), body, hash: hashOf(body) }
    }),
    refused: refused.map((id) => ({
      id: id === null ? null : String(id),
      row: `row ${id}`,
      reason: 'cannot be read',
    })),
    cursor: ['1'],
    readAt: now,
  }
}

async function pull(...pages: StagedPage[]) {
  const run = await begin()
  for (const one of pages) await stagePage(db, run, one)
  return mergeRun(db, 'bins', run, now)
}

async function ids(): Promise<number[]> {
  const rows = JSON.parse((await listRecords(db, 'bins')).json) as { id: number }[]
  return rows.map(({ id }) => id)
}

describe('a merge whose run is cancelled', () => {
  test.each([1, 2, 3, 4])(
    'a merge cancelled before its transaction %i shows nothing, and the next one shows everything',
    async (at) => {
      await pull(page([1, 2, 3]))
      const run = await begin()
      await stagePage(db, run, page([2, 4]))
      let begun = 0
      const cancelling = new Proxy(db, {
        get: (target, name) =>
          name === 'transaction'
            ? async (...how: Parameters<Database['transaction']>) => {
                begun += 1
                if (begun === at) await cancelRun(db, 'bins', now, STOPPED)
                return db.transaction(...how)
              }
            : Reflect.get(target, name),
      })
      await expect(mergeRun(cancelling, 'bins', run, now)).rejects.toThrow(RunLost)
      expect(await ids()).toEqual([1, 2, 3])
      // The next run reuses the pages.
      expect(await pull(page([5]))).toMatchObject({ added: 2, removed: 2, total: 3 })
      expect(await ids()).toEqual([2, 4, 5])
      expect((await stateOf(db, 'bins')).seq).toBe(2)
    },
  )
})

describe('a key that occurs twice', () => {
  test.each([
    ['in one page', [[1, 2, 2, 3]]],
    [
      'in two pages',
      [
        [1, 2],
        [2, 3],
      ],
    ],
  ])('a key that occurs twice %s is refused the second time', async (_where, pages) => {
    expect(await pull(...pages.map((keys) => page(keys)))).toMatchObject({
      state: 'partial',
      added: 3,
      total: 3,
      refused: 1,
      refusals: [{ row: '2', reason: 'the key came twice' }],
    })
    expect(await ids()).toEqual([1, 2, 3])
  })
})

describe('a refused row', () => {
  test('a refused row stays in the mirror, and other missing rows are deleted', async () => {
    await pull(page([1, 2, 3, 4]))
    expect(await pull(page([1], [2]))).toMatchObject({ removed: 2, refused: 1, total: 2 })
    expect(await ids()).toEqual([1, 2])
  })

  test('a refused row with an unreadable id keeps all missing rows in the mirror', async () => {
    await pull(page([1, 2, 3]))
    expect(await pull(page([1, 9], [null]))).toMatchObject({ added: 1, removed: 0, total: 4 })
    expect(await ids()).toEqual([1, 2, 3, 9])
  })

  test('a refused row that was never in the mirror is not added', async () => {
    expect(await pull(page([1], [2, null]))).toMatchObject({ added: 1, refused: 2, total: 1 })
    expect(await ids()).toEqual([1])
  })
})

describe('a run that was ended by another process', () => {
  test('a run that was ended stages nothing, merges nothing and is not alive', async () => {
    const lost = await begin()
    await stagePage(db, lost, page([1, 2]))
    await silenceRuns(db, 2 * MINUTE_MS)
    const taken = await begin()
    await expect(stagePage(db, lost, page([3]))).rejects.toThrow(RunLost)
    await expect(mergeRun(db, 'bins', lost, now)).rejects.toThrow(RunLost)
    expect(await recordHeartbeat(db, lost)).toBe(false)
    await failRun(db, lost, now, { fault: 'busy', error: 'busy' })
    expect(await findRun(db, lost)).toMatchObject({ state: 'failed', fault: 'stopped' })
    expect(await mergeRun(db, 'bins', taken, now)).toMatchObject({ added: 2 })
    expect(await ids()).toEqual([1, 2])
  })

  test('a run ended after the clock of the database was set back by hours is taken over too', async () => {
    await begin()
    await silenceRuns(db, -5 * 60 * MINUTE_MS)
    expect(await begin()).toEqual(expect.any(String))
  })

  test.each([5 * 60, -5 * 60])(
    'a run is alive for a process whose own clock is %i minutes ahead',
    async (minutes) => {
      const runId = await begin()
      now += minutes * MINUTE_MS
      const claim = claimRun(db, 'bins', 'root', now, STOPPED)
      expect(await claim).toEqual({ kind: 'theirs', runId })
    },
  )
})

test('the pages of an interrupted run are reused once, even if the clock was set back', async () => {
  const broken = await begin()
  await stagePage(db, broken, page([1, 2]))
  await failRun(db, broken, now, { fault: 'busy', error: 'busy' })
  now -= 10 * MINUTE_MS
  const next = await begin()
  expect(await findRun(db, next)).toMatchObject({ cursor: ['1'], stage: broken })
  expect(await mergeRun(db, 'bins', next, now)).toMatchObject({ added: 2 })
  expect(await findRun(db, await begin())).toMatchObject({ cursor: null, stage: null })
})

describe('the date of the mirror', () => {
  test('the mirror is dated by its first page, not by its last write', async () => {
    const run = await begin()
    const readAt = now
    await stagePage(db, run, { ...page([1]), readAt })
    await stagePage(db, run, { ...page([2]), readAt: (now += MINUTE_MS) })
    now += MINUTE_MS
    await mergeRun(db, 'bins', run, now)
    expect((await stateOf(db, 'bins')).asOf).toEqual(new Date(readAt))
  })
})

test('a run records its progress with every page', async () => {
  const run = await begin()
  await stagePage(db, run, page([1, 2], [3]))
  const before = await findRun(db, run)
  await silenceRuns(db, MINUTE_MS)
  await stagePage(db, run, { ...page([4]), cursor: ['4'] })
  const after = await findRun(db, run)
  expect(after?.heartbeatAt.getTime()).toBeGreaterThanOrEqual(before?.heartbeatAt.getTime() ?? NaN)
  expect(after).toMatchObject({
    state: 'running',
    pages: 2,
    rows: 4,
    refused: 1,
    cursor: ['4'],
  })
})
