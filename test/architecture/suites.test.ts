/** Which suites run a test file. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asksOf } from '#test/architecture/imports.ts'
import { sourceAt, sourcesIn, textsOf } from '#test/architecture/sources.ts'
import { ON_ANY_DATABASE } from '#test/support/database/any-database.ts'

const SUITE_DATABASE = 'test/support/database/database.ts'

/** What a test or a helper imports. Each file is read once, because tests share helpers. */
const imported = new Map<string, readonly string[]>()

function importsOf(path: string): readonly string[] {
  const known = imported.get(path) ?? asksOf(sourceAt(path)).map(({ what }) => what)
  imported.set(path, known)
  return known
}

/** Whether a test imports a file, directly or through its helpers. */
function reaches(path: string, wanted: string, seen = new Set<string>()): boolean {
  if (path === wanted) return true
  if (seen.has(path)) return false
  seen.add(path)
  return importsOf(path)
    .map((what) => what.replace(/^#test\//, 'test/'))
    .some((asked) => /^test\/.*\.tsx?$/.test(asked) && reaches(asked, wanted, seen))
}

test('exactly the tests that do not open the database of their suite run once', () => {
  const tests = sourcesIn('test/server', ['.ts']).filter(({ path }) => path.endsWith('.test.ts'))
  const without = tests.filter(({ path }) => !reaches(path, SUITE_DATABASE))
  expect(without.map(({ path }) => path)).toEqual(ON_ANY_DATABASE)
})

test('the name of a console test says whether it opens the whole console', () => {
  const tests = sourcesIn('test/console', ['.ts', '.tsx']).filter(({ path }) =>
    /\.test\.tsx?$/.test(path),
  )
  const misnamed = tests.filter(
    ({ path, text }) => path.includes('.page.test.') !== text.includes('consolePage()'),
  )
  expect(misnamed.map(({ path }) => path)).toEqual([])
})

test('the name of a console test that renders says so', () => {
  const sharing = sourcesIn('test/console', ['.ts']).filter(
    ({ path }) => path.endsWith('.test.ts') && !/\.(page|node|apart)\.test\.ts$/.test(path),
  )
  expect(sharing.length).toBeGreaterThan(20)
  const rendering = sharing.filter(({ path }) => importsOf(path).includes('@testing-library/react'))
  expect(rendering.map(({ path }) => path)).toEqual([])
})

test('no test chooses its own environment, because its name does', () => {
  const choosing = sourcesIn('test', ['.ts', '.tsx']).filter(({ text }) =>
    /^\/\/ @vitest-environment/m.test(text),
  )
  expect(choosing.map(({ path }) => path)).toEqual([])
})

test('every test file that a suite or a command names exists', () => {
  const lists = ['test/support/projects.ts', 'test/support/database/any-database.ts']
  const commands = ['test/long.mjs', 'test/abuse.mjs']
  const named = [...lists, ...commands]
    .map(sourceAt)
    .flatMap(textsOf)
    .filter((text) => /^test\/[^*]+\.test\.tsx?$/.test(text))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
