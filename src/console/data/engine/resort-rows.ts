/** The order of a column after a change: only the rows that changed are sorted. */
import { cellOrder, isText, type CellOrder } from '#console/data/engine/cell-order.ts'
import { sortedPlaces } from '#console/data/engine/collate.ts'
import type { RowChange } from '#console/data/engine/row-change.ts'
import type { SortedOrder } from '#console/data/engine/sorted-order.ts'
import type { CellValue, Field } from '#console/data/engine/types.ts'
import { NEW } from '#console/rows/carried/changed-places.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** The order after some rows have changed; null if the other cells compare in another way now. */
export function* resortRows<R>(
  known: SortedOrder,
  field: Field<R>,
  change: RowChange<R>,
): ChunkedTask<SortedOrder | null> {
  const { rows, fresh, formerly, former, removed, gone } = change
  const valueAt = (place: number): CellValue => {
    const row = rows[place]
    return row === undefined ? null : field.value(row)
  }
  const isGone = new Uint8Array(change.countBefore)
  let { texts } = known
  const leave = (place: number, row: R): void => {
    isGone[place] = 1
    if (isText(field.value(row))) texts -= 1
  }
  yield* walk(gone, (row, nth) => leave(removed[nth] ?? NEW, row))
  const come: number[] = []
  const values: CellValue[] = []
  yield* walk(fresh, (place, nth) => {
    const value = valueAt(place)
    const before = former[nth]
    if (before !== undefined) {
      if (Object.is(field.value(before), value)) return
      leave(formerly[nth] ?? NEW, before)
    }
    come.push(place)
    values.push(value)
    if (isText(value)) texts += 1
  })
  if (texts > 0 !== known.texts > 0) return null
  if (come.length + removed.length === 0) return known
  const kept = yield* withoutGone(known, isGone, change.places)
  const merged = yield* insertRows(kept, { rows: come, values }, cellOrder(texts > 0), valueAt)
  return { ...merged, texts }
}

type Order = Omit<SortedOrder, 'texts'>

/** Numbers copied between two yields: less than a millisecond. */
const ROWS_A_STEP = 16_384

function* withoutGone(
  { ascending, starts, filled }: Order,
  isGone: Uint8Array,
  places: Int32Array | null,
): ChunkedTask<Order> {
  const left = new Int32Array(ascending.length)
  const leftStarts = new Uint8Array(ascending.length)
  let count = 0
  let leftFilled = 0
  let isStart = false
  for (let nth = 0; nth < ascending.length; nth += 1) {
    if (nth % ROWS_A_STEP === 0) yield
    const place = ascending[nth] ?? 0
    // The first row of equal ones may be gone.
    isStart ||= starts[nth] === 1
    if (isGone[place] === 1) continue
    left[count] = places === null ? place : (places[place] ?? 0)
    leftStarts[count] = isStart ? 1 : 0
    isStart = false
    count += 1
    if (nth < filled) leftFilled = count
  }
  return {
    ascending: left.subarray(0, count),
    starts: leftStarts.subarray(0, count),
    filled: leftFilled,
  }
}

/** Rows to insert, ascending, with their cells. */
interface Come {
  readonly rows: readonly number[]
  readonly values: readonly CellValue[]
}

function* insertRows(
  known: Order,
  { rows, values }: Come,
  { compare, isLast }: CellOrder,
  valueAt: (row: number) => CellValue,
): ChunkedTask<Order> {
  const length = known.ascending.length + rows.length
  const ascending = new Int32Array(length)
  const starts = new Uint8Array(length)
  const compareCells = (one: CellValue, other: CellValue): number => {
    const isOtherLast = isLast(other)
    if (isLast(one)) return isOtherLast ? 0 : 1
    return isOtherLast ? -1 : compare(one, other)
  }
  const valueOf = (nth: number): CellValue => values[nth] ?? null
  const sorted = yield* sortedPlaces(rows.length, (a, b) => compareCells(valueOf(a), valueOf(b)))
  const inserted: number[] = []
  let { filled } = known
  let copied = 0
  const copyUntil = (end: number): void => {
    const to = copied + inserted.length
    ascending.set(known.ascending.subarray(copied, end), to)
    starts.set(known.starts.subarray(copied, end), to)
    copied = end
  }
  yield* walk(sorted, (nth) => {
    const row = rows[nth] ?? 0
    const value = valueOf(nth)
    const isBefore = (other: number): boolean =>
      (compareCells(valueAt(other), value) || other - row) < 0
    copyUntil(placeFrom(copied, known.ascending, isBefore))
    const place = copied + inserted.length
    ascending[place] = row
    inserted.push(place)
    if (!isLast(value)) filled += 1
  })
  copyUntil(known.ascending.length)
  const mark = (place: number): void => {
    if (place >= filled) return
    const value = valueAt(ascending[place] ?? 0)
    const isStart = place === 0 || compareCells(valueAt(ascending[place - 1] ?? 0), value) !== 0
    starts[place] = isStart ? 1 : 0
  }
  yield* walk(inserted, (place) => {
    mark(place)
    mark(place + 1)
  })
  return { ascending, starts, filled }
}

/** The first place from `low` on whose row does not come before. It is looked for nearby first. */
function placeFrom(low: number, sorted: Int32Array, isBefore: (row: number) => boolean): number {
  let from = low
  let step = 1
  while (from + step <= sorted.length && isBefore(sorted[from + step - 1] ?? 0)) {
    from += step
    step *= 2
  }
  let to = Math.min(from + step - 1, sorted.length)
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBefore(sorted[middle] ?? 0)) from = middle + 1
    else to = middle
  }
  return from
}
