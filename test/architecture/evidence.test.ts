/** src/docs/evidence.tsv has a test for each statement about the product, and what it names exists. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceAt } from '#test/architecture/sources.ts'

/** The last statement. Their list is kept outside of this repository, so the number is written here. */
const STATEMENTS = 1_095
/** The last decision beyond the specification, 9.1 being the first. */
const DECISIONS = 17

const EXPECTED = [
  ...Array.from({ length: STATEMENTS }, (_, nth) => `L${String(nth + 1).padStart(3, '0')}`),
  ...Array.from({ length: DECISIONS }, (_, nth) => `9.${String(nth + 1)}`),
]

/** The rows without the heading. */
const lines = sourceAt('src/docs/evidence.tsv').text.trimEnd().split('\n').slice(1)

/** What is wrong with a row: the test must be in its file, between quotes. */
function faultsOf(line: string): string[] {
  const [id = '', statement = '', file = '', name = '', ...more] = line.split('\t')
  if (more.length > 0 || !statement || !name) return [`${id} does not have four parts`]
  if (file === 'none') return []
  if (!/^test\/.+\.test\.tsx?$/.test(file) || !existsSync(join(ROOT, file)))
    return [`${id} names ${file}`]
  const { text } = sourceAt(file)
  const isThere = ["'", '"', '`'].some((quote) => text.includes(quote + name + quote))
  return isThere ? [] : [`${id} names '${name}' in ${file}`]
}

/** What comes more than once: the same test for the same statement. */
function repeatedIn(rows: readonly string[]): string[] {
  const keys = rows.map((line) => line.split('\t').toSpliced(1, 1).join(' '))
  return keys.filter((key, nth) => keys.indexOf(key) !== nth)
}

test('every statement and every decision has its rows, and there are no others', () => {
  const named = new Set(lines.map((line) => line.split('\t')[0]))
  expect(named).toEqual(new Set(EXPECTED))
})

test('every named test is in its named file', () => {
  expect(lines.flatMap(faultsOf)).toEqual([])
})

test('no row is there twice', () => {
  expect(repeatedIn(lines)).toEqual([])
})

test('a planted wrong row is found', () => {
  const here = 'test/architecture/evidence.test.ts'
  const good = `L001\tIt works\t${here}\tno row is there twice`
  expect([good, 'L002\tIt works\tnone\tno test shows it'].flatMap(faultsOf)).toEqual([])
  expect(
    [
      'L001\tIt works\tnone',
      `L002\tIt works\ttest/no-such.test.ts\tno row is there twice`,
      `L003\tIt works\t${here}\t${'no such '}test`,
    ].flatMap(faultsOf),
  ).toEqual([
    'L001 does not have four parts',
    'L002 names test/no-such.test.ts',
    `L003 names '${'no such '}test' in ${here}`,
  ])
  expect(repeatedIn([good, good])).toEqual([`L001 ${here} no row is there twice`])
})
