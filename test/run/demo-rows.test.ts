import { expect, test } from 'vitest'
import { readDemoRows } from '#test/demo/rows.ts'

test('the demo has 5,000 inventory rows, or as many as DEMO_ROWS says', () => {
  expect([undefined, '', '1', '250000'].map(readDemoRows)).toEqual([5_000, 5_000, 1, 250_000])
})

test.each(['0', '250001', '-5', '1.5', 'many'])('DEMO_ROWS=%s is refused', (given) => {
  expect(() => readDemoRows(given)).toThrow(`from 1 to 250000, but is '${given}'`)
})
