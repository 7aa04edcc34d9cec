import { expect, test } from 'vitest'
import { installDigest } from '../../src/run/ensure.mjs'

const manifest = {
  scripts: { start: 'node src/run/start.mjs' },
  dependencies: { react: '19.3.1' },
  overrides: { rollup: '4.67.4' },
}

test('a new script alone installs nothing again', () => {
  const changed = { ...manifest, scripts: { start: 'node elsewhere.mjs' }, version: '2.0.0' }
  expect(installDigest(changed, 'lock')).toBe(installDigest(manifest, 'lock'))
})

test.each([
  ['the lockfile', manifest, 'another lock'],
  ['a dependency', { ...manifest, dependencies: { react: '19.3.2' } }, 'lock'],
  ['a development dependency', { ...manifest, devDependencies: { vite: '8.3.8' } }, 'lock'],
  ['an override', { ...manifest, overrides: {} }, 'lock'],
])('%s that changed is installed', (_, changed, lockfile) => {
  expect(installDigest(changed, lockfile)).not.toBe(installDigest(manifest, 'lock'))
})
