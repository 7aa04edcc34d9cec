import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { columnsSum } from '#contract/sync/checksum.ts'
import { fromColumns, toColumns } from '#contract/sync/columns.ts'
import { packColumns, unpackColumns } from '#console/data/device/packed-columns.ts'
import { parseStoredPart } from '#console/data/device/part-format.ts'
import { chance, wildText, wildValue } from '#test/support/random-input.ts'

const FACTS = { base: 'b', gone: ['x|1'], sum: 'proven' }

function carried(rows: readonly Row[]): Row[] {
  const { facts, columns } = unpackColumns(packColumns(FACTS, toColumns(rows)))
  expect(facts).toEqual(FACTS)
  expect(columnsSum(columns)).toBe(columnsSum(toColumns(rows)))
  return fromColumns(columns)
}

const column = (values: readonly unknown[]): Row[] => values.map((value) => ({ value }))

describe('packed columns', () => {
  test.each<[string, Row[]]>([
    ['no rows', []],
    ['rows without fields', [{}, {}]],
    ['absent fields', [{ a: 1 }, { b: 'x' }, { a: 1, b: 'x' }, {}]],
    ['empty texts', column(['', 'a', '', 'b', 'c', 'd'])],
    ['one empty text', column([''])],
    ['texts with the separator', column(['a\u007Fb', 'c', 'd'])],
    ['texts of other scripts, and halves of a pair', column(['棚', '🏷️', '\uD800', 'ß'])],
    ['texts beside numbers and nulls', column(['1', 1, null, true, { a: [1] }])],
    ['small, large and negative integers', column([0, -1, 127, -128, 32_767, -32_768, 40_000])],
    ['integers beyond 32 bits', column([2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER])],
    ['fractions', column([0.1, 1e21, -5e-324, 2.5])],
    ['fields with names of Object.prototype', [JSON.parse('{"__proto__":1,"constructor":"a"}')]],
  ])('%s come back as they were', (_, rows) => {
    expect(carried(rows)).toEqual(rows)
  })

  test.each([100, 200, 40_000])('codes of %d distinct texts come back as they were', (distinct) => {
    const texts = Array.from({ length: distinct * 3 }, (_, nth) => `t ${String(nth % distinct)}`)
    expect(carried(column(texts))).toEqual(column(texts))
  })

  test('300 random lists come back as they were', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const random = chance(seed)
      const names = ['id', ...Array.from({ length: 5 }, () => wildText(random))]
      const rows = Array.from({ length: Math.floor(random() * 30) }, () => {
        const fields = names.filter(() => random() < 0.7)
        return Object.fromEntries(fields.map((name) => [name, wildValue(random)]))
      })
      expect([seed, carried(rows)]).toEqual([seed, rows])
    }
  })

  test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ['are cut off', (bytes) => bytes.slice(0, bytes.length - 8)],
    ['end in their head', (bytes) => bytes.slice(0, 24)],
    ['are missing', () => new Uint8Array()],
    ['claim a longer head', (bytes) => bytes.with(1, 255)],
  ])('bytes that %s are refused', (_, damage) => {
    const rows = Array.from({ length: 40 }, (_row, id) => ({ id, memo: id % 2 ? 'x' : 'y' }))
    const bytes = packColumns(FACTS, toColumns(rows))
    expect(parseStoredPart('b', { bytes, isProven: true })).not.toBe(null)
    expect(parseStoredPart('b', { bytes: damage(bytes), isProven: true })).toBe(null)
  })
})
