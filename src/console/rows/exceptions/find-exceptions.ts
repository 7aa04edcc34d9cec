/** The exceptions in a list of records. After a refresh only the changed records are read again. */
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { carriedOver } from '#console/rows/carried/carried-over.ts'
import { carryOver } from '#console/rows/carried/changed-places.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { readException, type ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** What was found in the records of one collection. */
export interface FoundExceptions {
  readonly collection: FloorCollection
  /** Refused and unanswered records, by their places in the list. */
  readonly records: ReadonlyMap<number, ExceptionRecord>
  /** When the record at each place succeeded, in ms; NaN if it did not, or does not say. */
  readonly succeededAt: Float64Array
}

/** Finds the exceptions in a list of records. */
export function findExceptions(
  collection: FloorCollection,
  rows: readonly Row[],
): ChunkedTask<FoundExceptions> {
  return finders[collection](rows)
}

const finders = {
  binCountRecords: finderOf('binCountRecords'),
  binAdjustmentRecords: finderOf('binAdjustmentRecords'),
  binTransfer: finderOf('binTransfer'),
  inboundDataRecords: finderOf('inboundDataRecords'),
} as const satisfies Record<FloorCollection, unknown>

function finderOf(
  collection: FloorCollection,
): (rows: readonly Row[]) => ChunkedTask<FoundExceptions> {
  const made = new WeakMap<readonly Row[], FoundExceptions>()
  const find = carriedOver<Row, FoundExceptions>({
    *make(rows) {
      const records = new Map<number, ExceptionRecord>()
      const succeededAt = new Float64Array(rows.length).fill(Number.NaN)
      yield* walk(rows, (row, place) => put(row, place, records, succeededAt))
      return { collection, records, succeededAt }
    },
    *carry(known, rows, change) {
      const { fresh, formerly, removed, places } = change
      const records = new Map<number, ExceptionRecord>()
      const gone = new Set([...removed, ...formerly])
      for (const [place, record] of known.records)
        if (!gone.has(place)) records.set(places?.[place] ?? place, record)
      const succeededAt = new Float64Array(rows.length).fill(Number.NaN)
      carryOver(known.succeededAt, change, succeededAt)
      yield* walk(fresh, (place) => {
        succeededAt[place] = Number.NaN
        const row = rows[place]
        if (row) put(row, place, records, succeededAt)
      })
      return { collection, records, succeededAt }
    },
  })
  return function* (rows) {
    const found = made.get(rows) ?? (yield* find(rows))
    made.set(rows, found)
    return found
  }

  function put(
    row: Row,
    place: number,
    records: Map<number, ExceptionRecord>,
    succeededAt: Float64Array,
  ): void {
    const read = readException(collection, row)
    if ('record' in read) records.set(place, read.record)
    else succeededAt[place] = read.succeededAt ?? Number.NaN
  }
}
