/** The index of one column; each part is built when it is first needed. */
import { rankTexts } from '#console/data/engine/collate.ts'
import { joinLines, markLines, TEXT_END, type Lines } from '#console/data/engine/lines.ts'
import type { CellValue, Field } from '#console/data/engine/types.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import {
  lazyIncremental,
  walk,
  type LazyIncremental,
  type ChunkedTask,
} from '#console/rows/chunked-task.ts'

/** The distinct texts of a column as displayed; code 0 is the empty cell. */
export interface Dictionary {
  readonly texts: readonly string[]
  /** The index of each row's text. */
  readonly codes: Int32Array
}

export const EMPTY_CODE = 0
const NO_CODE = -1

export interface ColumnIndex {
  readonly dictionary: LazyIncremental<Dictionary>
  /** The texts, joined for searching. */
  readonly lines: LazyIncremental<Lines>
  /** Marks the texts of the dictionary that contain a text, which must be normalized with `searchable`. */
  readonly containing: (text: string) => Uint8Array
  /** The cells as numbers, with dates in ms; NaN if a cell is neither. */
  readonly numbers: LazyIncremental<Float64Array>
  /**
   * All rows in the order of the column; equal rows keep their order, and empty ones come last in
   * both directions.
   */
  readonly ascending: LazyIncremental<Int32Array>
  readonly descending: LazyIncremental<Int32Array>
}

export function columnIndexOf<R>(rows: readonly R[], field: Field<R>): ColumnIndex {
  const ranks = lazyIncremental(() => rankValues(rows, field))
  const dictionary = lazyIncremental(() => readTexts(rows, field))
  const lines = lazyIncremental(() => linesOf(dictionary))
  return {
    dictionary,
    lines,
    containing: containingIn(dictionary, lines),
    numbers: lazyIncremental(() => readNumbers(rows, field)),
    ascending: lazyIncremental(() => orderBy(ranks, false)),
    descending: lazyIncremental(() => orderBy(ranks, true)),
  }
}

function* readTexts<R>(rows: readonly R[], field: Field<R>): ChunkedTask<Dictionary> {
  const texts = [EMPTY_CELL]
  const places = new Map<string, number>()
  const codes = new Int32Array(rows.length)
  yield* walk(rows, (each, row) => {
    const text = field.text(each)
    // An unreadable quantity or date has no value, but its cell still shows text.
    if (text === EMPTY_CELL && isEmpty(field.value(each))) return
    let place = places.get(text)
    if (place === undefined) {
      place = texts.push(text) - 1
      places.set(text, place)
    }
    codes[row] = place
  })
  return { texts, codes }
}

function* linesOf(known: LazyIncremental<Dictionary>): ChunkedTask<Lines> {
  const { texts } = yield* known.ahead()
  const lines: string[] = []
  yield* walk(texts, (text) => {
    lines.push(text.toLowerCase() + TEXT_END)
  })
  return joinLines(lines)
}

/**
 * Remembers the last result, because each key typed in a filter asks twice: for the rows and for
 * the values to choose from.
 */
function containingIn(
  dictionary: LazyIncremental<Dictionary>,
  lines: LazyIncremental<Lines>,
): ColumnIndex['containing'] {
  let last: { readonly text: string; readonly found: Uint8Array } | undefined
  return (text) => {
    if (last?.text === text) return last.found
    const found = new Uint8Array(dictionary.now().texts.length)
    if (text === '') found.fill(1)
    else markLines(lines.now(), text, found)
    last = { text, found }
    return found
  }
}

function* readNumbers<R>(rows: readonly R[], field: Field<R>): ChunkedTask<Float64Array> {
  const numbers = new Float64Array(rows.length)
  yield* walk(rows, (each, row) => {
    const value = field.value(each)
    numbers[row] = typeof value === 'number' ? value : Number.NaN
  })
  return numbers
}

interface Ranks {
  readonly ranks: Int32Array
  /** The rank of empty cells, after all others. */
  readonly last: number
}

/**
 * The rank of each row's value among the distinct values; ranking only those makes sorting cheap
 * (decisions/console/table-engine.md).
 */
function* rankValues<R>(rows: readonly R[], field: Field<R>): ChunkedTask<Ranks> {
  const values: CellValue[] = []
  let hasTexts = false
  yield* walk(rows, (row) => {
    const value = field.value(row)
    values.push(value)
    hasTexts ||= typeof value === 'string' && value !== ''
  })
  return yield* hasTexts ? rankDistinct(values) : rankNumbers(values)
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
    ranks[row] = Number.isNaN(number) ? last : placeIn(distinct, number)
  })
  return { ranks, last }
}

/** The index of a number in a sorted list that contains it. */
function placeIn(sorted: Float64Array, number: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}

/** Counting sort: each rank gets a range, in which rows keep their order. */
function* orderBy(known: LazyIncremental<Ranks>, descending: boolean): ChunkedTask<Int32Array> {
  const { ranks, last } = yield* known.ahead()
  const stretchOf = (rank: number): number => (descending && rank < last ? last - 1 - rank : rank)
  const next = new Int32Array(last + 2)
  yield* walk(ranks, (rank) => {
    const after = stretchOf(rank) + 1
    next[after] = (next[after] ?? 0) + 1
  })
  for (let rank = 1; rank < next.length; rank += 1)
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const order = new Int32Array(ranks.length)
  yield* walk(ranks, (rank, row) => {
    const stretch = stretchOf(rank)
    const place = next[stretch] ?? 0
    order[place] = row
    next[stretch] = place + 1
  })
  return order
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === ''
}
