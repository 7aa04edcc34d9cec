import { describe, expect, test } from 'vitest'
import { readPageSize } from '#contract/views/list-search.ts'
import type { View } from '#console/data/engine/types.ts'
import { fittingRows, resized } from '#console/table/columns/fitting-rows.ts'
import { readListSearch, searchOf } from '#console/table/columns/table-address.ts'

const VIEW: View = { search: '', filters: [], sort: null, page: 0, pageSize: 12, isFit: true }

describe('as many rows as fit', () => {
  const rooms: readonly [room: number, head: number, row: number, rows: number][] = [
    [572, 44, 44, 12],
    [571, 44, 44, 11],
    [824, 48, 48, 16],
    [100, 44, 44, 5],
    [9_000, 36, 36, 100],
    [500, 44, 0, 5],
  ]
  test.each(rooms)(
    'of %i px with a head of %i and rows of %i px, %i rows fit',
    (room, head, row, rows) => {
      expect(fittingRows(room, head, row)).toBe(rows)
    },
  )

  const turns: readonly [page: number, before: number, after: number, then: number][] = [
    [0, 12, 16, 0],
    [2, 12, 16, 1],
    [3, 16, 12, 4],
    [1, 12, 5, 2],
  ]
  test.each(turns)(
    'page %i of %i rows becomes, with %i rows, page %i, which has its first row',
    (page, before, after, then) => {
      const found = resized({ ...VIEW, page, pageSize: before }, after)
      expect(found).toEqual({ ...VIEW, page: then, pageSize: after })
      const first = page * before
      expect(first).toBeGreaterThanOrEqual(then * after)
      expect(first).toBeLessThan((then + 1) * after)
    },
  )

  test('the address says that the page size fits, whatever fits now', () => {
    expect(searchOf(VIEW)).toEqual({ size: 'fit' })
    expect(readListSearch({ size: 'fit' })).toEqual({ size: 'fit' })
    expect([readPageSize('fit'), readPageSize('Fit'), readPageSize('12')]).toEqual([
      'fit',
      undefined,
      undefined,
    ])
  })
})
