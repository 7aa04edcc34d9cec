import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { packagesBefore } from '#test/architecture/imports.ts'
import { ROOT } from '#test/architecture/sources.ts'

const Versions = z.record(z.string(), z.string())

const Manifest = z.looseObject({
  dependencies: Versions,
  devDependencies: Versions,
  scripts: Versions,
})

const Apart = z.looseObject({
  dependencies: z._default(Versions, {}),
  optionalDependencies: z._default(Versions, {}),
  overrides: z.optional(Versions),
})

const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.optional(z.boolean()), optional: z.optional(z.boolean()) }),
  ),
})

const Installed = z.looseObject({ license: z.optional(z.string()) })

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function readJson(path: string): unknown {
  return JSON.parse(readText(path))
}

const manifest = Manifest.parse(readJson('package.json'))
const direct = { ...manifest.dependencies, ...manifest.devDependencies }
const { packages } = Lock.parse(readJson('package-lock.json'))

/** The packages of the agreed stack. */
const CARD = [
  'react',
  'react-dom',
  '@tanstack/react-router',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  'mantine-react-table',
  '@tanstack/react-query',
  '@tanstack/query-sync-storage-persister',
  'dexie',
  'workbox-window',
  'vite-plugin-pwa',
  'vitest',
  'msw',
]

/** Licences that only require attribution. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Whether a licence is permissive, or one of the licences to choose from: `(MIT OR GPL-3.0)`. */
function isPermissive(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((name) => PERMISSIVE.has(name)))
}

/** An exact version, also of a package installed under an alias. */
const EXACT = /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

const REGISTRY = /"resolved": "(?!file:)|registry\s*=|_authToken|\/\/registry\./

/** Packages that single commands install on their own, and the local folders that some of them link to. */
const APART = [
  { folder: 'test/bench/peers', own: { name: '@mui/icons-material', folder: 'icons' } },
  { folder: 'test/lighthouse', own: null },
  { folder: 'test/support/embedded-postgres', own: null },
]

describe('the packages of the project', () => {
  test.each(CARD)('%s of the agreed stack is used', (name) => {
    expect(Object.keys(direct)).toContain(name)
  })

  test.each(Object.entries(direct))('%s is pinned to %s', (name, version) => {
    expect(version).toMatch(EXACT)
    expect(packages[`node_modules/${name}`]?.['version']).toBe(version.split('@').at(-1))
  })

  test.each(['package-lock.json', '.npmrc'])('%s names no registry', (path) => {
    expect(readText(path)).not.toMatch(REGISTRY)
  })

  test('@tanstack/query-core is installed once, so that a query has one cache', () => {
    const copies = Object.keys(packages).filter((path) =>
      path.endsWith('node_modules/@tanstack/query-core'),
    )
    expect(copies).toEqual(['node_modules/@tanstack/query-core'])
  })

  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional }]) =>
      path !== '' && !dev && (!optional || existsSync(join(ROOT, path))),
  )

  test('the test sees all packages that are shipped', () => {
    const names = shipped.map(([path]) => path)
    for (const name of Object.keys(manifest.dependencies))
      expect(names).toContain(`node_modules/${name}`)
  })

  test('all packages that are shipped have permissive licences', () => {
    const licences = shipped.map(([path]) => {
      const { license } = Installed.parse(readJson(`${path}/package.json`))
      return { path, licence: license ?? 'none' }
    })
    expect(licences.filter(({ licence }) => !isPermissive(licence))).toEqual([])
  })
})

describe.each(APART)('the packages of $folder', ({ folder, own }) => {
  const { dependencies, optionalDependencies } = Apart.parse(readJson(`${folder}/package.json`))
  const locked = Lock.parse(readJson(`${folder}/package-lock.json`)).packages
  const fetched = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([name]) => name !== own?.name,
  )

  test.each(fetched)('%s is pinned to %s', (name, version) => {
    expect(version).toMatch(EXACT)
    expect(locked[`node_modules/${name}`]?.['version']).toBe(version)
  })

  test('the project does not install them too', () => {
    expect(fetched.filter(([name]) => packages[`node_modules/${name}`])).toEqual([])
  })

  test.each(['package-lock.json', '.npmrc'])('%s names no registry', (path) => {
    const link = own ? `"resolved": "${own.folder}"` : ''
    expect(readText(`${folder}/${path}`).replace(link, '')).not.toMatch(REGISTRY)
  })
})

test('the bench uses icons of its own', () => {
  const { dependencies } = Apart.parse(readJson('test/bench/peers/package.json'))
  expect(dependencies['@mui/icons-material']).toBe('file:icons')
  expect(existsSync(join(ROOT, 'test/bench/peers/icons/package.json'))).toBe(true)
})

test('the peers of the bench run with the @tanstack/react-query of the console', () => {
  const { overrides } = Apart.parse(readJson('test/bench/peers/package.json'))
  expect(overrides?.['@tanstack/react-query']).toBe(direct['@tanstack/react-query'])
})

describe('the commands', () => {
  const programs = Object.entries(manifest.scripts).map(
    ([name, command]) => [name, command.split(' ')[1] ?? ''] as const,
  )

  test.each(programs)('npm run %s starts before anything is installed: %s', (_name, path) => {
    expect(packagesBefore(path)).toEqual([])
  })

  test('a package that is needed too early is found, also when another file imports it', () => {
    expect(packagesBefore('test/architecture/imports.ts')).toEqual([
      'vite in test/architecture/imports.ts',
      'vite in test/architecture/sources.ts',
    ])
  })
})

describe('the checks themselves', () => {
  test.each([
    ['1.2.3', true],
    ['npm:mantine-react-table-open@9.0.3', true],
    ['npm:@scope/name@1.0.0', true],
    ['^1.2.3', false],
    ['~1.2.3', false],
    ['1.x', false],
    ['latest', false],
    ['*', false],
    ['npm:name@^1.0.0', false],
    ['https://example.com/a.tgz', false],
    ['file:../a', false],
  ])('a version %s is exact: %s', (version, expected) => {
    expect(EXACT.test(version)).toBe(expected)
  })

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(BSD-2-Clause OR MIT OR Apache-2.0)', true],
    ['MIT AND ISC', true],
    ['GPL-3.0', false],
    ['AGPL-3.0-only', false],
    ['LGPL-3.0', false],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
    ['none', false],
  ])('a licence %s is permissive: %s', (licence, expected) => {
    expect(isPermissive(licence)).toBe(expected)
  })
})
