import { describe, expect, test } from 'vitest'
import { closureOf, importedPackages } from '../../src/run/production.mjs'
import { productionPackages } from '../../src/run/release.mjs'

describe('the packages of a release', () => {
  const { manifest, lockfile } = productionPackages([
    'import Fastify from \'fastify\'\nimport { eq } from "drizzle-orm/pg-core"',
    "const { default: pg } = await import('pg')",
  ])

  test('are those that the built server imports, and no others', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['drizzle-orm', 'fastify', 'pg'])
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest.scripts).toEqual({ start: 'node src/run/start-built.mjs' })
  })

  test('are locked with all that they need, and without those of the console and the tests', () => {
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

describe('what programs import', () => {
  const known = { pg: '8', 'pg-native': '3', '@a/b': '1', c: '2' }

  test.each([
    ["import x from 'pg'", ['pg']],
    ["import 'c'", ['c']],
    ["export { x } from '@a/b/deep'", ['@a/b']],
    ["await import('pg-native')", ['pg-native']],
    ["import x from './pg'; import y from 'node:fs'", []],
  ])('of %s is %j', (text, expected) => {
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

  test('holds the nearest copies, and peers that are not optional', () => {
    expect(Object.keys(closureOf(packages, ['a']))).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
      'node_modules/d',
    ])
  })

  test('cannot be told where one is missing', () => {
    expect(() => closureOf(packages, ['x'])).toThrow('package-lock.json does not have x')
  })
})
