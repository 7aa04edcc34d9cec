/** The first rows of a column's order in a single pass, without sorting all of them. */
import { cellOrder, isText } from '#console/data/engine/cell-order.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/**
 * The rows that the column's index would put first, ascending: equal rows keep their order, and
 * empty ones come last.
 */
export function* firstInOrder<R>(
  rows: readonly R[],
  valueOf: (row: R) => CellValue,
  count: number,
): ChunkedTask<R[]> {
  const values: CellValue[] = []
  let hasTexts = false
  yield* walk(rows, (row) => {
    const value = valueOf(row)
    values.push(value)
    hasTexts ||= isText(value)
  })
  const { compare, isLast } = cellOrder(hasTexts)
  const first: number[] = []
  const last: number[] = []
  yield* walk(values, (value, nth) => {
    if (isLast(value)) {
      if (last.length < count) last.push(nth)
      return
    }
    const place = placeIn(first, (other) => compare(values[other] ?? null, value) <= 0)
    if (place >= count) return
    first.splice(place, 0, nth)
    if (first.length > count) first.pop()
  })
  const wanted = [...first, ...last].slice(0, count)
  const found: R[] = []
  for (const nth of wanted) {
    const row = rows[nth]
    if (row !== undefined) found.push(row)
  }
  return found
}

/** The insertion index; most rows come after all others, which takes one comparison. */
function placeIn(sorted: readonly number[], isBefore: (other: number) => boolean): number {
  const end = sorted.at(-1)
  if (end === undefined || isBefore(end)) return sorted.length
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(sorted[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
