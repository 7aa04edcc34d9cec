import { describe, expect, test } from 'vitest'
import { createSum, EMPTY_SUM, rowSum } from '#contract/sync/checksum.ts'
import type { Row } from '#contract/collections.ts'

const sumOf = (...rows: Row[]): string => {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

const bin = (id: number, memo = 'x'): Row => ({ id, memo })

describe('the checksum of a row', () => {
  test('the checksum of a row never changes, because servers store it', () => {
    const row = { id: 7, name: 'A-1', memo: null, on: true, nested: { b: [1, 'x'], a: 'ключ 😀' } }
    expect(rowSum(row)).toBe('fa44a05ed1f174cf')
    expect(rowSum({})).toBe(EMPTY_SUM)
  })

  test('the checksum of a row ignores the order of fields at any depth, and undefined fields', () => {
    const one = rowSum({ a: 1, b: { c: 1, d: [2] }, gone: undefined })
    expect(rowSum({ b: { d: [2], c: 1 }, a: 1 })).toBe(one)
  })

  test('different rows have different checksums', () => {
    const rows: Row[] = [
      {},
      { a: 1 },
      { a: '1' },
      { a: '"1' },
      { a: [1] },
      { a: '[1]' },
      { a: { b: 1 } },
      { a: null },
      { a: 'null' },
      { a: true },
      { b: 1 },
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { ab: '' },
      { a: '', b: '' },
    ]
    expect(new Set(rows.map(rowSum)).size).toBe(rows.length)
  })

  test('the checksum of a row varies in all of its digits', () => {
    const sums = Array.from({ length: 20_000 }, (_, id) => rowSum(bin(id)))
    for (const half of [sums.map((sum) => sum.slice(0, 8)), sums.map((sum) => sum.slice(8))])
      expect(new Set(half).size).toBeGreaterThan(19_990)
    expect(new Set(sums).size).toBe(sums.length)
  })
})

describe('the checksum of a list', () => {
  test('the checksum of a list does not depend on the order of its rows', () => {
    expect(sumOf(bin(1), bin(2), bin(3))).toBe(sumOf(bin(3), bin(1), bin(2)))
    expect(sumOf()).toBe(EMPTY_SUM)
  })

  test('the checksum of a list changes when a row is added, removed or replaced', () => {
    const sums = [
      sumOf(bin(1), bin(2)),
      sumOf(bin(1)),
      sumOf(bin(1), bin(2), bin(3)),
      sumOf(bin(1), bin(2, 'y')),
      sumOf(bin(1, 'y'), bin(2)),
      sumOf(bin(1, 'y'), bin(2, 'y')),
    ]
    expect(new Set(sums).size).toBe(sums.length)
  })

  test('the checksum of a list changes when values move between rows', () => {
    expect(sumOf({ id: 1, at: 'A' }, { id: 2, at: 'B' })).not.toBe(
      sumOf({ id: 1, at: 'B' }, { id: 2, at: 'A' }),
    )
  })
})
