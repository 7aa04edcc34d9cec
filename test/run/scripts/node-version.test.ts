import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { neededInstead } from '../../../src/run/node-version.mjs'

const { engines } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { engines: { node: string } }

test.each([
  '20.19.0',
  '20.19.5',
  'v20.20.2',
  '22.13.0',
  'v22.23.3',
  '24.0.0',
  '26.10.0',
  '100.1.0',
])('Node %s is accepted', (version) => {
  expect(neededInstead(version, engines.node)).toBeNull()
})

// The packages of the tests refuse the release lines in between: `npm ci` fails with EBADENGINE.
test.each([
  ['18.20.8', '20.19'],
  ['9.99.0', '20.19'],
  ['20.18.9', '20.19'],
  ['21.7.3', '22.13'],
  ['22.0.0', '22.13'],
  ['22.12.0', '22.13'],
  ['23.11.1', '24.0'],
])('Node %s is refused, and %s is needed instead', (version, needed) => {
  expect(neededInstead(version, engines.node)).toBe(needed)
})

test('an engines field in an unknown form is an error, not a guess', () => {
  expect(() => neededInstead('20.19.0', '^20 || ^22')).toThrow('Cannot compare')
  expect(() => neededInstead('20.19.0', '20.x')).toThrow('Cannot compare')
})
