import { expect, test } from 'vitest'
import { isNewEnough } from '../../src/run/node-version.mjs'

test.each([
  ['20.19.0', true],
  ['20.19.5', true],
  ['v20.20.2', true],
  ['22.0.0', true],
  ['100.1.0', true],
  ['20.18.9', false],
  ['18.20.8', false],
  ['9.99.0', false],
])('Node %s against >=20.19: %s', (version, expected) => {
  expect(isNewEnough(version, '>=20.19')).toBe(expected)
})

test('an engines field in a form that is not understood is an error, not a guess', () => {
  expect(() => isNewEnough('20.19.0', '^20 || ^22')).toThrow('Cannot compare')
})
