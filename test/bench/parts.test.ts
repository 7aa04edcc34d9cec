import { expect, test } from 'vitest'
import { readDose } from '#test/bench/dose.ts'
import type { Line } from '#test/bench/figures.ts'
import { nameOf, partsOf, type Found } from '#test/bench/parts.ts'
import { quoteOf } from '#test/bench/quote.ts'

function namesOf(env: Readonly<Record<string, string>>): string[] {
  return partsOf(readDose(env)).map(nameOf)
}

test('parts with goals come first, then the server, then the other sizes', () => {
  expect(namesOf({})).toEqual([
    'table, 100,000 rows, normal speed',
    'table, 100,000 rows, 1/4 of the speed',
    'server, 10,000 rows',
    'server, 100,000 rows',
    'server, 250,000 rows',
    'table, 10,000 rows, normal speed',
    'table, 250,000 rows, normal speed',
    'table, 10,000 rows, 1/4 of the speed',
    'table, 250,000 rows, 1/4 of the speed',
  ])
})

test.each([
  ['server', ['server, 10,000 rows']],
  ['table', ['table, 10,000 rows, normal speed']],
  ['server,table', ['server, 10,000 rows', 'table, 10,000 rows, normal speed']],
  ['search,page', ['table, 10,000 rows, normal speed']],
])('BENCH_ONLY=%s measures nothing else', (only, names) => {
  expect(namesOf({ BENCH_ROWS: '10000', BENCH_SPEEDS: '1', BENCH_ONLY: only })).toEqual(names)
})

test('the quote has every part, the growth of cost, and our server compared with each other', () => {
  const quote = quoteOf([
    found('table', 10_000, line('search', 10_000, 20, { peer: 40 })),
    found('table', 100_000, line('search', 100_000, 30, { peer: 90 })),
    found('server', 100_000, line('serverFull', 100_000, 300, { bare: 100 })),
  ])
  expect(quote).toContain('- table, 100,000 rows, normal speed, 7 of 7 rounds in 60 s, load 0.5')
  expect(quote).toContain('; visited once: a peer (70 s a visit)')
  expect(quote).toContain('| figure | speed | 10,000 | 100,000 |')
  expect(quote).toContain('| a title | normal | 20 ms / 40 ms | 30 ms / 90 ms |')
  expect(quote).toContain('| a title | 100,000 | 300 ms | 100 ms | 3.0 |')
})

function found(of: Found['of'], rows: number, ...lines: readonly Line[]): Found {
  return {
    of,
    rows,
    speed: 1,
    at: '2026-01-02T03:04:05Z',
    beside: 'a browser',
    machine: 'a machine',
    load: 0.5,
    seconds: 60,
    rounds: [7, 7],
    lines,
    givenUp: [{ figure: 'all figures', rows, speed: 1, contender: 'a peer', overSeconds: 70 }],
  }
}

function line(
  figure: string,
  rows: number,
  ours: number,
  others: Readonly<Record<string, number>>,
): Line {
  const [[name, value] = ['', 0]] = Object.entries(others)
  return {
    figure,
    title: 'a title',
    unit: 'ms',
    rows,
    speed: 1,
    ours,
    peer: { name, value },
    ratio: ours / value,
    verdict: 'ahead',
    goal: null,
    reached: null,
    medians: { ours: { value: ours, of: 7 }, [name]: { value, of: 7 } },
  }
}
