import { expect, test } from 'vitest'
import { stepWords } from '#console/screens/exceptions/exception-rows.ts'

test.each([
  ['booked-by-hand', 'Resolved: Booked by hand in NetSuite'],
  ['booked-by-hand 48213', 'Resolved: Booked by hand in NetSuite (48213)'],
])('the step of a resolution as %s reads "%s"', (text, words) => {
  expect(stepWords({ step: 'resolve', text })).toBe(words)
})
