/** What the engine knows of one column, each part made when it is first needed. */
import { rankTexts } from '#console/data/engine/collate.ts'
import type { CellValue, Field } from '#console/data/engine/view-index.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'

/** The distinct texts of a column as they are shown; code 0 is the empty cell. */
export interface Dictionary {
  readonly texts: readonly string[]
  /** For each row the place of its text. */
  readonly codes: Int32Array
}

export const EMPTY_CODE = 0
const NO_CODE = -1

export interface ColumnIndex {
  readonly dictionary: () => Dictionary
  /** The cells as numbers, dates in ms; NaN where a cell is neither. */
  readonly numbers: () => Float64Array
  /** All rows in the order of the column; equal ones as they came, empty ones last in both directions. */
  readonly order: (descending: boolean) => Int32Array
}

export function columnIndexOf<R>(rows: readonly R[], field: Field<R>): ColumnIndex {
  const ranks = once(() => rankValues(rows.map(field.value)))
  const ascending = once(() => orderBy(ranks(), false))
  const descending = once(() => orderBy(ranks(), true))
  return {
    dictionary: once(() => readTexts(rows, field)),
    numbers: once(() => Float64Array.from(rows, (row) => numberIn(field.value(row)))),
    order: (isDescending) => (isDescending ? descending() : ascending()),
  }
}

function readTexts<R>(rows: readonly R[], field: Field<R>): Dictionary {
  const texts = [EMPTY_CELL]
  const places = new Map<string, number>()
  const codes = new Int32Array(rows.length)
  for (const [row, each] of rows.entries()) {
    const text = field.text(each)
    // A quantity or a date that cannot be read has no value, and yet something is shown.
    if (text === EMPTY_CELL && isEmpty(field.value(each))) continue
    let place = places.get(text)
    if (place === undefined) {
      place = texts.push(text) - 1
      places.set(text, place)
    }
    codes[row] = place
  }
  return { texts, codes }
}

interface Ranks {
  readonly ranks: Int32Array
  /** The rank of empty cells, after all others. */
  readonly last: number
}

/** The place of each row among the distinct values; ranking those is what makes sorting cheap (tables.md section 4). */
function rankValues(values: readonly CellValue[]): Ranks {
  return values.every((value) => typeof value !== 'string' || value === '')
    ? rankNumbers(
        Float64Array.from(values, (value) => (isEmpty(value) ? Number.NaN : Number(value))),
      )
    : rankDistinct(values)
}

function rankDistinct(values: readonly CellValue[]): Ranks {
  const places = new Map<CellValue, number>()
  const codes = new Int32Array(values.length).fill(NO_CODE)
  for (const [row, value] of values.entries()) {
    if (isEmpty(value)) continue
    let place = places.get(value)
    if (place === undefined) {
      place = places.size
      places.set(value, place)
    }
    codes[row] = place
  }
  const ranks = rankTexts(Array.from(places.keys(), String))
  const last = places.size
  return { ranks: codes.map((code) => ranks[code] ?? last), last }
}

function rankNumbers(numbers: Float64Array): Ranks {
  const sorted = numbers.filter((number) => !Number.isNaN(number)).sort()
  const distinct = sorted.filter((number, place) => place === 0 || number !== sorted[place - 1])
  const last = distinct.length
  const ranks = Int32Array.from(numbers, (number) =>
    Number.isNaN(number) ? last : placeIn(distinct, number),
  )
  return { ranks, last }
}

/** Where a number stands in a sorted list that holds it. */
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

/** Counting sort: each rank gets its stretch, in which rows stay as they came. */
function orderBy({ ranks, last }: Ranks, descending: boolean): Int32Array {
  const stretchOf = (rank: number): number => (descending && rank < last ? last - 1 - rank : rank)
  const next = new Int32Array(last + 2)
  for (const rank of ranks) next[stretchOf(rank) + 1] = (next[stretchOf(rank) + 1] ?? 0) + 1
  for (let rank = 1; rank < next.length; rank += 1)
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const order = new Int32Array(ranks.length)
  for (let row = 0; row < ranks.length; row += 1) {
    const stretch = stretchOf(ranks[row] ?? last)
    const place = next[stretch] ?? 0
    order[place] = row
    next[stretch] = place + 1
  }
  return order
}

function numberIn(value: CellValue): number {
  return typeof value === 'number' ? value : Number.NaN
}

function isEmpty(value: CellValue): boolean {
  return value === null || value === ''
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
