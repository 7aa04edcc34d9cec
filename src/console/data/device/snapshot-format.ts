/** How a list lies on the device: a head that is read at once, and parts where it is long. */
import { rowKey, type CollectionName, type Row } from '#contract/collections.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import { firstInOrder } from '#console/data/engine/first-in-order.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { listShapeOf } from '#console/rows/list-shapes.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { isObject } from '#console/rows/loose/objects.ts'

/** So many rows lie in the head itself; of longer lists only those of the largest first page do. */
const HEAD_ROWS = 2_000
const FIRST_LINES = Math.max(...PAGE_SIZES)
/** Sealed, opened and read within a few milliseconds each. */
const PART_ROWS = 2_000
/** Beyond this many additions, or this share of the rows, the list is written anew. */
const MOST_ADDITIONS = 20
const MOST_ADDED = 0.1

/** What is known of a list, with its first rows or all of them. */
export interface Head extends Snapshot {
  /** How many rows the list has. */
  readonly of: number
  /** Where these are its first rows only; a head that was written before there were lines has none. */
  readonly lines?: RowCounts
  /** The column in whose order they are the first ones; absent where it is that of the list. */
  readonly sortedBy?: string
  /** The others do not lie on the device. */
  readonly isAlone?: true
}

/** How many rows of their screen records make: one each, or one for all that belong together. */
export interface RowCounts {
  /** Those whose records are all here. */
  readonly here: number
  /** Those of the whole list. */
  readonly of: number
}

/** Rows that came or changed, and the keys of those that went. */
export interface SnapshotDelta {
  readonly put: readonly Row[]
  readonly gone: readonly string[]
}

/** The head of a list. */
export function* headOf(name: CollectionName, snapshot: Snapshot): ChunkedTask<Head> {
  const { rows } = snapshot
  return needsParts(rows) ? yield* firstHeadOf(name, snapshot) : { ...snapshot, of: rows.length }
}

/** The head with the first rows alone, also where the list is not long. */
export function* firstHeadOf(name: CollectionName, snapshot: Snapshot): ChunkedTask<Head> {
  const { rows } = snapshot
  const first = firstOf.get(rows) ?? (yield* firstRows(name, rows))
  firstOf.set(rows, first)
  return { ...snapshot, ...first, of: rows.length }
}

/** A list that did not change is not looked through again when its age is written. */
const firstOf = new WeakMap<readonly Row[], First>()

type First = Pick<Head, 'rows' | 'lines' | 'sortedBy'>

/** Records that belong together stay so: with some of them missing a sum would be wrong. */
function* firstRows(name: CollectionName, rows: readonly Row[]): ChunkedTask<First> {
  const { sortedBy, sortValue, groupRecords } = listShapeOf(name)
  const order = sortValue && sortedBy !== undefined ? { sortedBy } : {}
  if (!groupRecords) {
    const first = sortValue
      ? yield* firstInOrder(rows, sortValue, FIRST_LINES)
      : rows.slice(0, FIRST_LINES)
    return { rows: first, lines: { here: first.length, of: rows.length }, ...order }
  }
  const groups = yield* groupRecords(rows)
  const firstGroups = sortValue
    ? yield* firstInOrder(groups, ([row]) => (row ? sortValue(row) : null), FIRST_LINES)
    : groups.slice(0, FIRST_LINES)
  const wanted = new Set<Row>()
  let here = 0
  for (const group of firstGroups) {
    if (wanted.size + group.length > HEAD_ROWS) break
    for (const row of group) wanted.add(row)
    here += 1
  }
  const first: Row[] = []
  yield* walk(rows, (row) => {
    if (wanted.has(row)) first.push(row)
  })
  return { rows: first, lines: { here, of: groups.length }, ...order }
}

/** Whether a list needs parts. */
export function needsParts(rows: readonly Row[]): boolean {
  return rows.length > HEAD_ROWS
}

/** The rows of a long list in pieces that are sealed and read one after the other. */
export function splitIntoParts(rows: readonly Row[]): SnapshotDelta[] {
  if (!needsParts(rows)) return []
  const starts = Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, n) => n * PART_ROWS)
  return starts.map((start) => ({ put: rows.slice(start, start + PART_ROWS), gone: [] }))
}

/**
 * What leads from the rows that lie there to those that are to lie there; null where it would be
 * cheaper to write them anew, or where keys do not tell the rows apart.
 */
export function* deltaBetween(
  name: CollectionName,
  lying: { readonly rows: readonly Row[]; readonly additions: number },
  rows: readonly Row[],
): ChunkedTask<SnapshotDelta | null> {
  if (!needsParts(rows) || !needsParts(lying.rows) || lying.additions >= MOST_ADDITIONS) return null
  const put = yield* without(rows, lying.rows)
  const left = yield* without(lying.rows, rows)
  if (put.length + left.length > rows.length * MOST_ADDED) return null
  const come = new Set(put.map((row) => rowKey(name, row)))
  const gone = left.map((row) => rowKey(name, row)).filter((key) => !come.has(key))
  if (come.has(null) || come.size < put.length) return null
  return gone.every((key) => key !== null) ? { put, gone } : null
}

/** Those of the rows that are not among the others. */
function* without(rows: readonly Row[], others: readonly Row[]): ChunkedTask<Row[]> {
  const known = new Set<Row>()
  yield* walk(others, (row) => known.add(row))
  const found: Row[] = []
  yield* walk(rows, (row) => {
    if (!known.has(row)) found.push(row)
  })
  return found
}

/** The rows after an addition; a replaced row keeps its place. */
export function* applySnapshotDelta(
  name: CollectionName,
  rows: readonly Row[],
  { put, gone }: SnapshotDelta,
): ChunkedTask<Row[]> {
  const given = new Map(put.map((row) => [rowKey(name, row), row]))
  const left = new Set<string | null>(gone)
  const merged: Row[] = []
  yield* walk(rows, (row) => {
    const key = rowKey(name, row)
    if (left.has(key)) return
    merged.push(given.get(key) ?? row)
    given.delete(key)
  })
  yield* walk([...given.values()], (row) => merged.push(row))
  return merged
}

/** A head as it was written, or null. */
export function parseHead(name: CollectionName, value: unknown): Head | null {
  if (typeof value !== 'object' || value === null) return null
  const { rows, etag, standpoint, asOf, fetchedAt, of, ...more } = value as Partial<Head>
  if (!isRows(rows) || typeof fetchedAt !== 'number') return null
  if (typeof of !== 'number' || of < rows.length) return null
  const isOneEach = of > rows.length && !listShapeOf(name).groupRecords
  const lines = more.lines ?? (isOneEach ? { here: rows.length, of } : undefined)
  return {
    rows,
    etag: etag ?? null,
    ...(standpoint && { standpoint }),
    asOf: asOf ?? null,
    fetchedAt,
    of,
    ...(lines && { lines }),
    ...(typeof more.sortedBy === 'string' && { sortedBy: more.sortedBy }),
  }
}

/** A part as it was written, or null. */
export function parseSnapshotDelta(value: unknown): SnapshotDelta | null {
  if (typeof value !== 'object' || value === null) return null
  const { put, gone } = value as Partial<SnapshotDelta>
  return isRows(put) && Array.isArray(gone) ? { put, gone } : null
}

function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every(isObject)
}
