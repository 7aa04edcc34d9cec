import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CollectionName } from '#contract/collections.ts'
import { describeFreshness } from '#console/data/collections/freshness.ts'
import { syncServerClock, serverNow } from '#console/data/api/server-clock.ts'

const NOW = Date.UTC(2026, 4, 11, 14, 35)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  syncServerClock(new Date().toUTCString())
})

const snapshot = (fetchedAgo: number, asOfAgo: number | null) => ({
  rows: [],
  etag: null,
  fetchedAt: NOW - fetchedAgo,
  asOf: asOfAgo === null ? null : NOW - asOfAgo,
})

describe('the age of rows', () => {
  const cases: readonly [ago: number, text: string, isOld: boolean][] = [
    [59_999, 'Fetched 14:34 (just now)', false],
    [MINUTE, 'Fetched 14:34 (1 min ago)', false],
    [5 * MINUTE, 'Fetched 14:30 (5 min ago)', false],
    [5 * MINUTE + 1, 'Fetched 14:29 (5 min ago)', true],
    [59 * MINUTE, 'Fetched 13:36 (59 min ago)', true],
    [HOUR, 'Fetched 13:35 (1 h ago)', true],
    [49 * HOUR, 'Fetched 09-05-2026 13:35 (2 days ago)', true],
    [-5 * MINUTE, 'Fetched 14:40 (just now)', false],
  ]
  test.each(cases)(
    "where NetSuite's time is unknown, rows fetched %i ms ago read %s",
    (ago, text, isOld) => {
      expect(describeFreshness('bins', snapshot(ago, null), NOW)).toEqual({
        text,
        times: null,
        isOld,
      })
    },
  )

  const pulled: readonly [
    name: CollectionName,
    asOfAgo: number,
    text: string,
    at: string,
    isOld: boolean,
  ][] = [
    ['bins', 30_000, 'NetSuite data just now', '14:34', false],
    ['bins', 30 * MINUTE, 'NetSuite data 30 min old', '14:05', false],
    ['bins', 31 * MINUTE, 'NetSuite data 31 min old', '14:04', true],
    ['items', 23 * HOUR, 'NetSuite data 23 h old', '10-05-2026 15:35', false],
    ['items', 49 * HOUR, 'NetSuite data 2 days old', '09-05-2026 13:35', true],
  ]
  test.each(pulled)(
    '%s that NetSuite gave %i ms ago and the console just now read %s',
    (name, asOfAgo, text, at, isOld) => {
      expect(describeFreshness(name, snapshot(0, asOfAgo), NOW)).toEqual({
        text,
        times: `as of ${at}, fetched 14:35`,
        isOld,
      })
    },
  )

  const limits: readonly [name: CollectionName, minutes: number][] = [
    ['locations', 15],
    ['items', 15],
    ['inventory', 5],
    ['binCountRecords', 5],
    ['admins', 2],
    ['wmsAiUsers', 2],
  ]
  test.each(limits)('the age of %s becomes a warning after %i minutes', (name, minutes) => {
    const isOld = (ago: number) => describeFreshness(name, snapshot(ago, null), NOW).isOld
    expect(isOld(minutes * MINUTE)).toBe(false)
    expect(isOld(minutes * MINUTE + 1)).toBe(true)
  })
})

describe('the time', () => {
  test("the time follows the server's as soon as it has answered, whatever the tablet's clock says", () => {
    vi.useFakeTimers({ now: Date.UTC(2020, 0, 1), toFake: ['Date'] })
    syncServerClock(new Date(NOW).toUTCString())
    expect(serverNow()).toBe(NOW)
    vi.setSystemTime(Date.now() + MINUTE)
    expect(serverNow()).toBe(NOW + MINUTE)
  })

  test.each([null, 'yesterday', ''])('a Date header of %o leaves the time unchanged', (header) => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
    syncServerClock(new Date(NOW + HOUR).toUTCString())
    syncServerClock(header)
    expect(serverNow()).toBe(NOW + HOUR)
  })
})
