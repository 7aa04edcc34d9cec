/** The ranks of values; ranking only the distinct ones makes sorting cheap (decisions/console/table-engine.md). */
import { isEmpty } from '#console/data/engine/cell-order.ts'
import { rankTexts } from '#console/data/engine/collate.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

export interface Ranks {
  readonly ranks: Int32Array
  /** The rank of empty cells, after all others. */
  readonly last: number
}

const NO_CODE = -1

/**
 * The rank of each value among the distinct ones.
 * @param hasTexts whether any of them is a text; otherwise they compare as numbers
 */
export function rankValues(values: readonly CellValue[], hasTexts: boolean): ChunkedTask<Ranks> {
  return hasTexts ? rankDistinct(values) : rankNumbers(values)
}

function* rankDistinct(values: readonly CellValue[]): ChunkedTask<Ranks> {
  const places = new Map<CellValue, number>()
  const codes = new Int32Array(values.length)
  yield* walk(values, (value, row) => {
    if (isEmpty(value)) {
      codes[row] = NO_CODE
      return
    }
    let place = places.get(value)
    if (place === undefined) {
      place = places.size
      places.set(value, place)
    }
    codes[row] = place
  })
  const ranks = yield* rankTexts(Array.from(places.keys(), String))
  const last = places.size
  yield* walk(codes, (code, row) => {
    codes[row] = ranks[code] ?? last
  })
  return { ranks: codes, last }
}

function* rankNumbers(values: readonly CellValue[]): ChunkedTask<Ranks> {
  const numbers = Float64Array.from(values, (value) =>
    isEmpty(value) ? Number.NaN : Number(value),
  )
  yield
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort()
  yield
  const distinct = sorted.filter((number, place) => place === 0 || number !== sorted[place - 1])
  const last = distinct.length
  const ranks = new Int32Array(numbers.length)
  yield* walk(numbers, (number, row) => {
    ranks[row] = Number.isNaN(number) ? last : placeOf(distinct, number)
  })
  return { ranks, last }
}

/** The index of a number in a sorted list that contains it. */
function placeOf(sorted: Float64Array, number: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
