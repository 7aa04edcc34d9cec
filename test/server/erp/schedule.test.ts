import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pulledLists, type PulledList } from '#contract/lists.ts'
import { changeState, lockState } from '#server/db/mirror/collection-states.ts'
import type { Database } from '#server/db/database.ts'
import { runs } from '#server/db/schema/runs.ts'
import { SCHEDULE, scheduleOutdatedLists, schedulePulls } from '#server/erp/schedule.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

const HOUR_MS = 3_600_000
const NOTHING = { added: 0, changed: 0, removed: 0, total: 0, refused: 0 }

let db: Database
let now: number
let asked: [collection: string, by: string][]
let warned: unknown[]
let nextPullAt: Date | null
let stop: () => void = () => {}
let pull: (collection: PulledList, by: string) => Promise<typeof NOTHING>

beforeEach(async () => {
  ;({ db } = await cleanDatabase())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  now = Date.UTC(2026, 4, 11)
  asked = []
  warned = []
  pull = () => Promise.resolve(NOTHING)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('the schedule pulls every collection at its interval', async () => {
  start(HOUR_MS)
  pass(HOUR_MS - 1)
  expect(asked).toEqual([])
  pass(1)
  await untilAsked(pulledLists.length)
  expect(asked).toEqual(pulledLists.map((name) => [name, SCHEDULE]))
  const askedAfterAnHour = (): number => {
    pass(HOUR_MS)
    return asked.length
  }
  await expect.poll(askedAfterAnHour).toBeGreaterThan(pulledLists.length)
})

test('the schedule says when it pulls next, until it is stopped', async () => {
  start(HOUR_MS)
  expect(nextPullAt).toEqual(new Date(now + HOUR_MS))
  pass(HOUR_MS)
  await expect.poll(() => nextPullAt).toEqual(new Date(now + HOUR_MS))
  stop()
  expect(nextPullAt).toBeNull()
})

test('the schedule skips what was pulled meanwhile', async () => {
  const [first] = pulledLists
  if (!first) throw new Error('no area is pulled')
  start(HOUR_MS)
  await db.transaction(async (tx) => {
    await lockState(tx, first)
    await changeState(tx, first, { asOf: new Date(now + 0.9 * HOUR_MS) })
  })
  pass(HOUR_MS)
  await untilAsked(pulledLists.length - 1)
  expect(asked.map(([name]) => name)).toEqual(pulledLists.slice(1))
})

test('lists of an earlier version are looked for at the start and every five minutes, until none is left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answers = [true, new Error('no database'), false, true]
  const readOlder = vi.fn<(by: string) => Promise<boolean>>(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? false
  })
  const log = { warn: vi.fn<() => void>() }
  stop = scheduleOutdatedLists({ erp: { readOlder }, log })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(readOlder.mock.calls).toEqual([[SCHEDULE], [SCHEDULE], [SCHEDULE]])
  expect(log.warn).toHaveBeenCalledOnce()
})

test('the schedule continues after a collection that fails, and logs it', async () => {
  pull = (collection) =>
    collection === 'bins' ? Promise.reject(new Error('not now')) : Promise.resolve(NOTHING)
  start(HOUR_MS)
  pass(HOUR_MS)
  await untilAsked(pulledLists.length)
  expect(warned).toEqual([expect.objectContaining({ collection: 'bins' })])
})

test('a side list that the account has refused is not asked for again on the same day', async () => {
  const at = new Date(now)
  const run = {
    id: 'run',
    collection: 'binStock',
    startedBy: SCHEDULE,
    heartbeatAt: at,
    endedAt: at,
  }
  await db
    .insert(runs)
    .values({ ...run, state: 'failed', startedAt: at, fault: 'query', error: 'no' })
  start(HOUR_MS)
  pass(HOUR_MS)
  await untilAsked(pulledLists.length - 1)
  expect(asked.map(([name]) => name)).not.toContain('binStock')
})

test('the schedule never starts if it is off, and stops when it is stopped', async () => {
  start(null)
  pass(HOUR_MS)
  start(HOUR_MS)
  stop()
  pass(HOUR_MS)
  expect(asked).toEqual([])
})

function start(everyMs: number | null): void {
  // A round that is running when a test ends must not count in the next one.
  const [mine, own] = [asked, pull]
  const erp = {
    pull: (collection: PulledList, by: string) => {
      mine.push([collection, by])
      return own(collection, by)
    },
    noteNextPull: (at: Date | null) => void (nextPullAt = at),
  }
  const log = { warn: (facts: unknown) => void warned.push(facts) }
  stop = schedulePulls({ db, erp, now: () => now, log: log as never }, everyMs)
}

function pass(ms: number): void {
  now += ms
  vi.advanceTimersByTime(ms)
}

async function untilAsked(times: number): Promise<void> {
  await expect.poll(() => asked).toHaveLength(times)
}
