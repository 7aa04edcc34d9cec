import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { fromColumns, isColumns, toColumns } from '#contract/sync/columns.ts'
import { columnsSum, combinedSum, createSum } from '#contract/sync/checksum.ts'
import { chance, oneOf, wildText, wildValue } from '#test/support/random-input.ts'

/** Over the wire and back. */
function carried(rows: readonly Row[]): Row[] | null {
  const columns: unknown = JSON.parse(JSON.stringify(toColumns(rows)))
  return isColumns(columns) ? fromColumns(columns) : null
}

const sumOf = (rows: readonly Row[]): string => {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

describe('rows as columns', () => {
  test.each<[string, Row[]]>([
    ['no rows', []],
    ['rows without fields', [{}, {}]],
    ['absent fields', [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }, {}]],
    ['nulls', [{ a: null }, { a: null }, {}]],
    ['nested values', [{ a: { b: [1, { c: 'd' }] } }, { a: { b: [1, { c: 'd' }] } }, { a: [] }]],
    ['1 and "1"', [{ a: 1 }, { a: '1' }, { a: 1 }, { a: '1' }]],
    ['false, 0, null and empty text', [{ a: false }, { a: 0 }, { a: null }, { a: '' }]],
    ['names of Object.prototype', [JSON.parse('{"__proto__":1,"constructor":2}'), { toString: 3 }]],
    ['only different values', Array.from({ length: 9 }, (_, a) => ({ a: `value ${String(a)}` }))],
  ])('%s come back as they were', (_, rows) => {
    expect(carried(rows)).toEqual(rows)
    expect(carried(rows)?.map((row) => Object.getPrototypeOf(row))).toEqual(
      rows.map(() => Object.prototype),
    )
  })

  test('an undefined field is absent', () => {
    expect(carried([{ a: undefined, b: 1 }])).toEqual([{ b: 1 }])
  })

  test('a repeated value is sent once, and different values as they are', () => {
    const rows = Array.from({ length: 4 }, (_, id) => ({ id, memo: 'x' }))
    expect(toColumns(rows)).toEqual({
      rows: 4,
      columns: [
        { name: 'id', values: [0, 1, 2, 3] },
        { name: 'memo', distinct: ['x'], codes: [0, 0, 0, 0] },
      ],
    })
  })

  test('300 random lists come back as they were, with the same checksum', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = chance(seed)
      const names = ['id', '__proto__', ...Array.from({ length: 5 }, () => wildText(random))]
      const rows = Array.from({ length: Math.floor(random() * 30) }, () => {
        const fields = names.filter(() => random() < 0.7)
        return Object.fromEntries(fields.map((name) => [name, wildValue(random)]))
      })
      const back = carried(rows)
      expect([seed, back]).toEqual([seed, rows])
      expect(sumOf(back ?? [])).toBe(sumOf(rows))
      expect([seed, columnsSum(toColumns(rows))]).toEqual([seed, sumOf(rows)])
    }
  })
})

test('some of the rows can be read on their own', () => {
  const rows = Array.from({ length: 7 }, (_, id) => ({ id, memo: id % 2 ? 'x' : 'y' }))
  const columns = toColumns(rows)
  expect(fromColumns(columns, 2, 5)).toEqual(rows.slice(2, 5))
  expect(fromColumns(columns, 5, 99)).toEqual(rows.slice(5))
})

test('the checksums of two lists make that of both', () => {
  const rows = Array.from({ length: 7 }, (_, id) => ({ id }))
  expect(combinedSum(sumOf(rows.slice(0, 3)), sumOf(rows.slice(3)))).toBe(sumOf(rows))
})

describe('columns that contradict each other', () => {
  test.each<[string, unknown]>([
    ['too few values', { rows: 2, columns: [{ name: 'a', values: [1] }] }],
    ['too many values', { rows: 1, columns: [{ name: 'a', values: [1, 2] }] }],
    ['too few codes', { rows: 2, columns: [{ name: 'a', distinct: [1], codes: [0] }] }],
    ['a code without a value', { rows: 1, columns: [{ name: 'a', distinct: [1], codes: [1] }] }],
    ['a code below -1', { rows: 1, columns: [{ name: 'a', distinct: [1], codes: [-2] }] }],
    ['a broken code', { rows: 1, columns: [{ name: 'a', distinct: [1], codes: [0.5] }] }],
    ['a negative number of rows', { rows: -1, columns: [] }],
    ['half a row', { rows: 0.5, columns: [] }],
    ['more rows than any list', { rows: 1e9, columns: [] }],
    [
      'one name twice',
      {
        rows: 1,
        columns: [
          { name: 'a', values: [1] },
          { name: 'a', values: [2] },
        ],
      },
    ],
    [
      'more columns than any list',
      {
        rows: 0,
        columns: Array.from({ length: 2_000 }, (_, nth) => ({ name: `${nth}`, values: [] })),
      },
    ],
    ['a text', 'columns'],
    ['no list of columns', { rows: 0, columns: {} }],
    ['a column without a name', { rows: 0, columns: [{ values: [] }] }],
    ['a column without values', { rows: 0, columns: [{ name: 'a' }] }],
  ])('%s are no columns', (_, columns) => {
    expect(isColumns(columns)).toBe(false)
  })

  test('5,000 random columns are rows or refused, and never an error', () => {
    const seen = { rows: 0, refused: 0 }
    for (let seed = 0; seed < 5_000; seed += 1) {
      const random = chance(seed)
      const some = (): unknown[] =>
        Array.from({ length: Math.floor(random() * 4) }, () => wildValue(random))
      const codes = (): unknown[] =>
        Array.from({ length: Math.floor(random() * 4) }, () =>
          oneOf(random, [-1, 0, 0, 1, 2, ...some()]),
        )
      const column = (): unknown =>
        oneOf<unknown>(random, [
          { name: wildText(random), values: some() },
          { name: wildText(random), distinct: some(), codes: codes() },
          { name: '__proto__', values: some() },
          wildValue(random),
        ])
      const count = oneOf<unknown>(random, [0, 1, 2, 3, wildValue(random)])
      const columns = Array.from({ length: Math.floor(random() * 3) }, column)
      const given: unknown = { rows: count, columns }
      const isRead = isColumns(given)
      seen[isRead ? 'rows' : 'refused'] += 1
      if (isRead && fromColumns(given).length !== given.rows)
        throw new Error(`seed ${String(seed)}`)
    }
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(100)
  })
})
