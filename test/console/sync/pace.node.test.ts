import { expect, test } from 'vitest'
import { durationInWords, remainingMs } from '#console/sync/pace.ts'

test('the remaining time follows the pace since the pull was first seen', () => {
  const first = { rows: 1_000, at: 10_000 }
  expect(remainingMs(first, { rows: 3_000, at: 14_000 }, 13_000)).toBe(20_000)
})

test.each([
  ['without a total', { rows: 3_000, at: 14_000 }, null],
  ['before more rows were read', { rows: 1_000, at: 14_000 }, 13_000],
  ['at the same moment', { rows: 3_000, at: 10_000 }, 13_000],
  ['past the total', { rows: 13_000, at: 14_000 }, 13_000],
])('the remaining time is unknown %s', (_when, present, all) => {
  expect(remainingMs({ rows: 1_000, at: 10_000 }, present, all)).toBeNull()
})

test.each([
  [200, '1 s'],
  [12_400, '12 s'],
  [99_000, '99 s'],
  [150_000, '3 min'],
])('%i ms reads as %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words)
})
