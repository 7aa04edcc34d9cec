/** Rows read from records, newest first. After a refresh only the changed records are read again. */
import { carriedOver } from '#console/rows/carried/carried-over.ts'
import { carryOver, NEW, type ChangedPlaces } from '#console/rows/carried/changed-places.ts'
import { orderChange } from '#console/rows/carried/order-change.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'

interface Dated<T> {
  /** The row of each record. */
  readonly read: readonly T[]
  /** Its time in ms; `-Infinity` if it has none. */
  readonly times: Float64Array
  /** The places of the records, newest first. */
  readonly order: Int32Array
  readonly rows: readonly T[]
}

/**
 * Reads records into rows, one each, newest first; rows without a time come last. Rows whose records did not change
 * stay the same objects.
 */
export function newestFirstFrom<R extends object, T extends object>(
  readRow: (record: R) => T,
  timeOf: (row: T) => number,
): (records: readonly R[]) => ChunkedTask<readonly T[]> {
  const datedOf = carriedOver<R, Dated<T>>({
    *make(records) {
      const read: T[] = []
      const times = new Float64Array(records.length)
      yield* walk(records, (record, place) => {
        const row = readRow(record)
        read.push(row)
        times[place] = timeOf(row)
      })
      const order = Int32Array.from(read.keys()).sort(newerOf(times))
      return { read, times, order, rows: yield* inOrder(read, order) }
    },
    *carry(known, records, change) {
      const read = yield* carryRows(known.read, change, records.length)
      const times = new Float64Array(records.length)
      carryOver(known.times, change, times)
      yield* walk(change.fresh, (place) => {
        const record = records[place]
        if (!record) return
        const row = readRow(record)
        read[place] = row
        times[place] = timeOf(row)
      })
      const { before, isChanged } = yield* placesNow(known.order, change, records.length)
      const order = yield* mergeOrder(before, change.fresh, isChanged, newerOf(times))
      const rows = yield* inOrder(read, order)
      const rowChange = yield* orderChange(before, order, isChanged)
      rememberDerivation(rows, { from: known.rows, ...rowChange })
      return { read, times, order, rows }
    },
  })
  return function* (records) {
    return (yield* datedOf(records)).rows
  }
}

type Compare = (one: number, other: number) => number

function newerOf(times: Float64Array): Compare {
  // The difference of two missing times is not a number.
  return (one, other) => (times[other] ?? 0) - (times[one] ?? 0) || one - other
}

function* inOrder<T>(read: readonly T[], order: Int32Array): ChunkedTask<T[]> {
  const rows: T[] = []
  yield* walk(order, (place) => {
    const row = read[place]
    if (row) rows.push(row)
  })
  return rows
}

function* carryRows<T>(
  before: readonly T[],
  { places, removed }: ChangedPlaces,
  count: number,
): ChunkedTask<T[]> {
  if (places === null) return before.slice()
  const now = before.slice(0, count)
  let gone = 0
  yield* walk(before, (row, place) => {
    if (place === removed[gone]) gone += 1
    else now[places[place] ?? place] = row
  })
  return now
}

interface PlacesNow {
  /** The order before, by the places now; removed records have numbers after those. */
  readonly before: Int32Array
  readonly isChanged: Uint8Array
}

function* placesNow(
  known: Int32Array,
  { fresh, removed, places }: ChangedPlaces,
  count: number,
): ChunkedTask<PlacesNow> {
  const isChanged = new Uint8Array(count + removed.length).fill(1, count)
  for (const place of fresh) isChanged[place] = 1
  const gone = new Map(removed.map((place, nth) => [place, count + nth]))
  const before = new Int32Array(known.length)
  yield* walk(known, (place, nth) => {
    before[nth] = gone.get(place) ?? places?.[place] ?? place
  })
  return { before, isChanged }
}

/** The unchanged places as they were, with the fresh ones sorted in. */
function* mergeOrder(
  before: Int32Array,
  fresh: Int32Array,
  isChanged: Uint8Array,
  compare: Compare,
): ChunkedTask<Int32Array> {
  const come = fresh.slice().sort(compare)
  const order: number[] = []
  let next = 0
  yield* walk(before, (place) => {
    if (isChanged[place] === 1) return
    for (; next < come.length && compare(come[next] ?? NEW, place) < 0; next += 1)
      order.push(come[next] ?? NEW)
    order.push(place)
  })
  return Int32Array.from([...order, ...come.subarray(next)])
}
