/** The order of a column over all rows. */
import { isText } from '#console/data/engine/cell-order.ts'
import { rankValues, type Ranks } from '#console/data/engine/rank-values.ts'
import type { CellValue, Field } from '#console/data/engine/types.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

export interface SortedOrder {
  /** The rows, smallest first; equal rows keep their order, and empty ones come last. */
  readonly ascending: Int32Array
  /** 1 at each place whose row differs from the one before. */
  readonly starts: Uint8Array
  /** The number of rows that are not empty. */
  readonly filled: number
  /** The number of texts among them: numbers alone compare as such. */
  readonly texts: number
}

/** The rows, largest first; equal rows keep their order here too, and empty ones come last. */
export function descendingOf({ ascending, starts, filled }: SortedOrder): Int32Array {
  const order = new Int32Array(ascending.length)
  let next = 0
  for (let end = filled; end > 0;) {
    let start = end - 1
    while (start > 0 && starts[start] === 0) start -= 1
    for (let place = start; place < end; place += 1) {
      order[next] = ascending[place] ?? 0
      next += 1
    }
    end = start
  }
  order.set(ascending.subarray(filled), filled)
  return order
}

/** Sorts all rows by a column. */
export function* sortRows<R>(rows: readonly R[], field: Field<R>): ChunkedTask<SortedOrder> {
  const values: CellValue[] = []
  let texts = 0
  yield* walk(rows, (row) => {
    const value = field.value(row)
    values.push(value)
    if (isText(value)) texts += 1
  })
  const ranks = yield* rankValues(values, texts > 0)
  return { ...(yield* orderByRank(ranks)), texts }
}

/** Counting sort: each rank gets a range, in which rows keep their order. */
function* orderByRank({ ranks, last }: Ranks): ChunkedTask<Omit<SortedOrder, 'texts'>> {
  const next = new Int32Array(last + 2)
  yield* walk(ranks, (rank) => {
    next[rank + 1] = (next[rank + 1] ?? 0) + 1
  })
  for (let rank = 1; rank < next.length; rank += 1)
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const filled = next[last] ?? 0
  const starts = new Uint8Array(ranks.length)
  for (let rank = 0; rank < last; rank += 1) starts[next[rank] ?? 0] = 1
  const ascending = new Int32Array(ranks.length)
  yield* walk(ranks, (rank, row) => {
    const place = next[rank] ?? 0
    ascending[place] = row
    next[rank] = place + 1
  })
  return { ascending, starts, filled }
}
