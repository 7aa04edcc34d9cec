import { describe, expect, test } from 'vitest'
import { firstInOrder } from '#console/data/engine/first-in-order.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { runSync } from '#console/rows/chunked-task.ts'

interface Cell {
  readonly nth: number
  readonly value: CellValue
}

const COUNT = 5
const NUMBERS: readonly CellValue[] = [3, -1, 0, 3, 2.5, null, true, 9, 1, Number.NaN, 3]
const TEXTS: readonly CellValue[] = ['b 10', 'B 9', '', 'a', null, 'ä', 'A', 12, 'b 9', false, '-']
const FEW: readonly CellValue[] = ['b', null, 'a']

/** What the table of the same rows shows first. */
function firstOfIndex(rows: readonly Cell[]): readonly Cell[] {
  const index = indexRows(rows, [{ id: 'value', value: ({ value }) => value, text: () => '' }])
  const sort = { id: 'value', descending: false }
  return index.answer({ search: '', filters: [], sort, page: 0, pageSize: COUNT }).rows
}

/** All rotations of the values, so that each of them comes first, last and in between. */
function turnsOf(values: readonly CellValue[]): Cell[][] {
  return values.map((_, turn) =>
    values.map((__, nth) => ({ nth, value: values[(nth + turn) % values.length] ?? null })),
  )
}

describe('the first rows in the order of a column', () => {
  test.each([
    ['numbers', NUMBERS],
    ['texts', TEXTS],
    ['fewer than are asked for', FEW],
    ['nothing', [null, '', null]],
  ])('the first rows of %s are those that the index puts first', (_what, values) => {
    for (const rows of [...turnsOf(values), ...turnsOf(values.toReversed())])
      expect(runSync(firstInOrder(rows, ({ value }) => value, COUNT))).toEqual(firstOfIndex(rows))
  })
})
