/** The first rows of a column's order in a single pass, without sorting all of them. */
import { cellOrder, isText } from '#console/data/engine/cell-order.ts'
import { rowsAt } from '#console/data/engine/row-change.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import type { Derivation } from '#console/rows/derivation.ts'

/** Where the first rows of a column's order are in their list. */
export interface FirstPlaces {
  readonly places: readonly number[]
  /** Whether any cell of the column is a text. */
  readonly hasTexts: boolean
}

/**
 * The rows that the column's index would put first, ascending: equal rows keep their order, and
 * empty ones come last.
 */
export function* firstInOrder<R>(
  rows: readonly R[],
  valueOf: (row: R) => CellValue,
  count: number,
): ChunkedTask<R[]> {
  const { places } = yield* firstPlaces(rows, valueOf, count)
  return rowsAt(rows, places)
}

/** The places of these rows. */
export function* firstPlaces<R>(
  rows: readonly R[],
  valueOf: (row: R) => CellValue,
  count: number,
): ChunkedTask<FirstPlaces> {
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
  return { places: [...first, ...last].slice(0, count), hasTexts }
}

/**
 * The first places after a change, from those before it and the changed rows alone. All other rows come after the last
 * of the known ones, as they did before. Null if that leaves fewer than `count`, or if rows were inserted: then all
 * rows must be read.
 */
export function firstPlacesAfter<R extends object>(
  known: FirstPlaces,
  rows: readonly R[],
  { from, replaced, removed, added, inserted = [] }: Derivation<R>,
  valueOf: (row: R) => CellValue,
  count: number,
): FirstPlaces | null {
  const lastPlace = known.places.at(-1) ?? -1
  const lastRow = from[lastPlace]
  if (lastRow === undefined || inserted.length > 0) return null
  const changed = new Set([...replaced, ...removed])
  const now = (place: number): number => place - placeIn(removed, (other) => other < place)
  const cellAt = (place: number): Cell => {
    const row = rows[place]
    return { place, value: row === undefined ? null : valueOf(row) }
  }
  const kept = known.places
    .filter((place) => !changed.has(place))
    .map((place) => cellAt(now(place)))
  const fresh = replaced.map((place) => cellAt(now(place)))
  for (let place = rows.length - added; place < rows.length; place += 1) fresh.push(cellAt(place))
  const { hasTexts } = known
  const areTexts = (cells: readonly Cell[]): boolean => cells.some(({ value }) => isText(value))
  if (hasTexts ? !areTexts(kept) : areTexts(fresh)) return null
  const compare = inOrder(hasTexts)
  const last: Cell = { place: now(lastPlace), value: valueOf(lastRow) }
  const first = [...kept, ...fresh].filter((cell) => compare(cell, last) <= 0).toSorted(compare)
  const places = first.slice(0, known.places.length).map(({ place }) => place)
  return places.length < count ? null : { places, hasTexts }
}

interface Cell {
  readonly place: number
  readonly value: CellValue
}

function inOrder(hasTexts: boolean): (a: Cell, b: Cell) => number {
  const { compare, isLast } = cellOrder(hasTexts)
  return (a, b) => {
    const isLastA = isLast(a.value)
    const isLastB = isLast(b.value)
    if (isLastA !== isLastB) return isLastA ? 1 : -1
    return (isLastA ? 0 : compare(a.value, b.value)) || a.place - b.place
  }
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
