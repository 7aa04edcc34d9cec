import { expect, test } from 'vitest'
import { linesOf } from '#test/bench/link/figures.ts'
import { linkReport, linkSummary } from '#test/bench/link/report.ts'

const CONDITIONS = {
  at: '2026-01-02T03:04:05Z',
  rows: 100_000,
  browser: 'a browser',
  machine: 'a machine',
  load: 0.5,
  rounds: 3,
  seconds: 60,
}

test('the report has the median, the spread and the goal of each measured figure, and the line', () => {
  const lines = linesOf([{ signIn: 4.4 }, { signIn: 4 }, { signIn: 5 }])
  const report = linkReport({ ...CONDITIONS, lines })
  expect(report).toContain(
    '| first visit: sign-in can be typed into | 4.4 s | 3: 4.0 s to 5.0 s | 4.5 s | yes |',
  )
  expect(report).toContain('400 kbit/s in each direction, 400 ms round trip; 3 rounds')
  expect(report).not.toContain('cold Inventory')
  expect(linkSummary(lines)).toBe('1 of 1 goals')
})

test('what most runs did not reach before they gave up is never reached, and misses its goal', () => {
  const lines = linesOf([{ flapAll: 30 }, { flapAll: Infinity }, { flapAll: Infinity }])
  expect(linkReport({ ...CONDITIONS, lines })).toContain(
    '| never | 3: 30.0 s to never | 45.0 s | no |',
  )
  expect(linkSummary(lines)).toBe('0 of 1 goals')
})
