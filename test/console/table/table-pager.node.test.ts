import { describe, expect, test } from 'vitest'
import { jumpBack } from '#console/table/table-pager.tsx'

describe('the way back to the first page', () => {
  const cases: readonly [page: number, pageSize: number, to: number, label: string][] = [
    [0, 10, 0, 'First page'],
    [3, 10, 0, 'First page'],
    [100, 10, 0, 'First page'],
    [101, 10, 1, 'Back 100 pages'],
    [500, 10, 400, 'Back 100 pages'],
    [201, 5, 1, 'Back 200 pages'],
    [40, 25, 0, 'First page'],
    [41, 25, 1, 'Back 40 pages'],
    [30, 50, 10, 'Back 20 pages'],
    [11, 100, 1, 'Back 10 pages'],
  ]
  test.each(cases)(
    'the way back from page %i of %i rows each leads to %i: %s',
    (page, pageSize, to, label) => {
      expect(jumpBack(page, pageSize)).toEqual({ page: to, label })
    },
  )
})
