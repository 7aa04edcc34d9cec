import { expect, test } from 'vitest'
import { compare, OURS } from '#test/bench/compare.ts'
import type { Figure } from '#test/bench/figures.ts'

const FIGURE: Figure = {
  id: 'search',
  title: 'search',
  unit: 'ms',
  goal: (rows) => (rows === 10 ? 40 : undefined),
}

function measured(contender: string, values: readonly number[]) {
  return values.map((value) => ({ figure: 'search', rows: 10, speed: 1, contender, value }))
}

test.each([
  [30, 100, 'ahead'],
  [100, 84, 'tie'],
  [84, 100, 'tie'],
  [100, 83, 'behind'],
])('%d ms compared with %d ms is %s', (ours, theirs, verdict) => {
  const samples = [...measured(OURS, [ours]), ...measured('peer', [theirs])]
  expect(compare([FIGURE], samples)).toMatchObject([{ verdict, ratio: ours / theirs }])
})

test('our table is compared with the best of the others by their medians', () => {
  const samples = [
    ...measured('one', [90, 10, 80]),
    ...measured('other', [60, 70, 900]),
    ...measured(OURS, [41, 40, 39]),
  ]
  const [line] = compare([FIGURE], samples)
  expect(line).toMatchObject({ ours: 40, peer: { name: 'other', value: 70 }, verdict: 'ahead' })
  expect(line).toMatchObject({ goal: 40, reached: true })
})

test('a goal that is missed by a little counts as missed', () => {
  expect(compare([FIGURE], measured(OURS, [40.1]))).toMatchObject([
    { reached: false, verdict: 'alone', ratio: null },
  ])
})
