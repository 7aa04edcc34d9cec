import { expect, test } from 'vitest'
import { sparklinePoints } from '#console/screens/dashboard/cards/sparkline-points.ts'

test('a course runs from edge to edge, and its highest number touches the top', () => {
  expect(sparklinePoints([0, 2, 4], 24, 14)).toBe('2.0,12.0 12.0,7.0 22.0,2.0')
})

test('a course of zeros lies at the bottom', () => {
  expect(sparklinePoints([0, 0], 24, 14)).toBe('2.0,12.0 22.0,12.0')
})

test('a single day is one point', () => {
  expect(sparklinePoints([3], 24, 14)).toBe('2.0,2.0')
})
