/** The index of one column; each part is built when it is first needed. */
import {
  joinTexts,
  readTexts,
  rereadTexts,
  type Dictionary,
} from '#console/data/engine/dictionary.ts'
import { markLines, type Lines } from '#console/data/engine/lines.ts'
import { resortRows } from '#console/data/engine/resort-rows.ts'
import type { RowChange } from '#console/data/engine/row-change.ts'
import { sortRows, type SortedOrder } from '#console/data/engine/sorted-order.ts'
import type { Field } from '#console/data/engine/types.ts'
import { carryOver } from '#console/rows/carried/changed-places.ts'
import {
  lazyIncremental,
  walk,
  type LazyIncremental,
  type ChunkedTask,
} from '#console/rows/chunked-task.ts'

export interface ColumnIndex {
  readonly dictionary: LazyIncremental<Dictionary>
  /** The texts, joined for searching. */
  readonly lines: LazyIncremental<Lines>
  /** Marks the texts of the dictionary that contain a text, which must be normalized with `searchable`. */
  readonly containing: (text: string) => Uint8Array
  /** The cells as numbers, with dates in ms; NaN if a cell is neither. */
  readonly numbers: LazyIncremental<Float64Array>
  /** All rows in the order of the column. */
  readonly order: LazyIncremental<SortedOrder>
  /** What is built. */
  readonly built: () => BuiltColumn
}

/** The parts of a column's index that were built. It does not refer to the rows. */
export interface BuiltColumn {
  readonly dictionary: Dictionary | undefined
  readonly lines: Lines | undefined
  readonly numbers: Float64Array | undefined
  readonly order: SortedOrder | undefined
}

/** @param before what was built over the list before, and the change since */
export function columnIndexOf<R>(
  rows: readonly R[],
  field: Field<R>,
  before?: { readonly built: BuiltColumn; readonly change: RowChange<R> },
): ColumnIndex {
  const { built, change } = before ?? {}
  // Functions in here must not use these two: they would keep them as long as the index.
  const dictionary = carried(
    built?.dictionary,
    change,
    (known, since) => rereadTexts(known, field, since),
    () => readTexts(rows, field),
  )
  const lines = linesOf(dictionary, built?.lines, built?.dictionary?.origin)
  const numbers = carried(
    built?.numbers,
    change,
    (known, since) => rereadNumbers(known, field, since),
    () => readNumbers(rows, field),
  )
  const order = carried(
    built?.order,
    change,
    (known, since) => resortRows(known, field, since),
    () => sortRows(rows, field),
  )
  return {
    dictionary,
    lines,
    containing: containingIn(dictionary, lines),
    numbers,
    order,
    built: () => ({
      dictionary: dictionary.ifMade(),
      lines: lines.ifMade(),
      numbers: numbers.ifMade(),
      order: order.ifMade(),
    }),
  }
}

/** A part of an index: carried over from the list before if it was built there, and otherwise made from all rows. */
function carried<T, R>(
  known: T | undefined,
  change: RowChange<R> | undefined,
  carry: (known: T, change: RowChange<R>) => ChunkedTask<T | null>,
  make: () => ChunkedTask<T>,
): LazyIncremental<T> {
  if (known === undefined || change === undefined) return lazyIncremental(make)
  return lazyIncremental(function* () {
    return (yield* carry(known, change)) ?? (yield* make())
  })
}

/** @param known the lines over the list before, for dictionaries of one origin */
function linesOf(
  dictionary: LazyIncremental<Dictionary>,
  known: Lines | undefined,
  origin: Dictionary['origin'] | undefined,
): LazyIncremental<Lines> {
  return lazyIncremental(function* () {
    const now = yield* dictionary.ahead()
    return yield* joinTexts(now, now.origin === origin ? known : undefined)
  })
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
    numbers[row] = numberIn(each, field)
  })
  return numbers
}

function* rereadNumbers<R>(
  known: Float64Array,
  field: Field<R>,
  change: RowChange<R>,
): ChunkedTask<Float64Array> {
  const numbers = new Float64Array(change.rows.length)
  carryOver(known, change, numbers)
  yield* walk(change.fresh, (place) => {
    const row = change.rows[place]
    if (row !== undefined) numbers[place] = numberIn(row, field)
  })
  return numbers
}

function numberIn<R>(row: R, field: Field<R>): number {
  const value = field.value(row)
  return typeof value === 'number' ? value : Number.NaN
}
