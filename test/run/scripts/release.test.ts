import { describe, expect, test } from 'vitest'
import { closureOf, importedPackages } from '../../../src/run/production.mjs'
import { productionPackages } from '../../../src/run/release.mjs'

describe('the packages of a release', () => {
  const { manifest, lockfile } = productionPackages([
    'import Fastify from \'fastify\'\nimport { eq } from "drizzle-orm/pg-core"',
    "const { default: pg } = await import('pg')",
  ])

  test('a release has exactly the packages that the built server imports', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['drizzle-orm', 'fastify', 'pg'])
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest.scripts).toEqual({
      start: 'node src/run/start-built.mjs',
      'second-factor': 'node dist/server/second-factor.js',
    })
  })

  test('the lockfile has all packages that they need, and none of the console and the tests', () => {
    const paths = Object.keys(lockfile.packages)
    expect(paths).toEqual(
      expect.arrayContaining(['', 'node_modules/fastify', 'node_modules/light-my-request']),
    )
    expect(
      paths.filter((path) => /\/(react|vite|vitest|typescript|@mantine.*)$/.test(path)),
    ).toEqual([])
    expect(JSON.stringify(lockfile)).not.toMatch(/"dev":true|"resolved"/)
  })
})

describe('importedPackages', () => {
  const known = { pg: '8', 'pg-native': '3', '@a/b': '1', c: '2' }

  test.each([
    ["import x from 'pg'", ['pg']],
    ["import 'c'", ['c']],
    ["export { x } from '@a/b/deep'", ['@a/b']],
    ["await import('pg-native')", ['pg-native']],
    ["import x from './pg'; import y from 'node:fs'", []],
  ])('the packages of %s are %j', (text, expected) => {
    expect(Object.keys(importedPackages([text], known))).toEqual(expected)
  })
})

describe('the part of a lockfile that packages need', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { gone: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': {},
    'node_modules/c': {
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/d': {},
    'node_modules/e': {},
  }

  test('the part has the nearest copies, and peers that are not optional', () => {
    expect(Object.keys(closureOf(packages, ['a']))).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ])
  })

  test('a package that the lockfile does not have is an error', () => {
    expect(() => closureOf(packages, ['x'])).toThrow('package-lock.json does not have x')
  })
})
