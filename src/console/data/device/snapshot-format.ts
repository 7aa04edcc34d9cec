/** The format of a stored list: a head that is read at once, and parts if the list is long. */
import type { Row } from '#contract/collections.ts'
import { listKey, type ListName } from '#contract/lists.ts'
import { PAGE_SIZES } from '#contract/constants.ts'
import type { ListSum } from '#contract/sync/checksum.ts'
import {
  firstInOrder,
  firstPlaces,
  firstPlacesAfter,
  type FirstPlaces,
} from '#console/data/engine/first-in-order.ts'
import { rowsAt } from '#console/data/engine/row-change.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { mayHaveKey } from '#console/rows/key-finder.ts'
import { knownSum } from '#console/data/api/merge.ts'
import { derivationOf } from '#console/rows/derivation.ts'
import { listShapeOf, type ListShape } from '#console/rows/list-shapes.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { isObject } from '#console/rows/loose/objects.ts'

/** A list up to this length is stored in the head; of a longer list, only the largest first page is. */
const SNAPSHOT_HEAD_ROWS = 2_000
const FIRST_LINES = Math.max(...PAGE_SIZES)
/** Encrypted, decrypted and read within a few milliseconds each. */
const PART_ROWS = 2_000
/** Beyond this many deltas, or this share of changed rows, the whole list is rewritten. */
const MAX_ADDITIONS = 20
const MAX_ADDED = 0.1

/** The metadata of a list, with its first rows or all of them. */
export interface Head extends Snapshot {
  /** How many rows the list has. */
  readonly of: number
  /** Present if these are only the first rows; heads written by older versions do not have it. */
  readonly lines?: RowCounts
  /** The column whose order decided which rows are first; absent if it was the order of the list. */
  readonly sortedBy?: string
  /** The other rows are not stored on the device. */
  readonly isAlone?: true
  /** The checksum of all rows, if it is known. */
  readonly sum?: string
}

/** How many rows of the screen the records make: one each, or one per group. */
export interface RowCounts {
  /** Rows whose records are all here. */
  readonly here: number
  /** Rows of the whole list. */
  readonly of: number
}

/** Added or changed rows, and the keys of removed ones. */
export interface SnapshotDelta {
  readonly put: readonly Row[]
  readonly gone: readonly string[]
}

export function* headOf(name: ListName, snapshot: Snapshot): ChunkedTask<Head> {
  const { rows } = snapshot
  if (!needsParts(rows)) return { ...snapshot, of: rows.length }
  const sum = knownSum(rows)
  return { ...(yield* firstHeadOf(name, snapshot)), ...(sum !== undefined && { sum }) }
}

/** A head with only the first rows, even if the list is short. */
export function* firstHeadOf(name: ListName, snapshot: Snapshot): ChunkedTask<Head> {
  const { rows } = snapshot
  const first = firstOf.get(rows) ?? (yield* firstRows(name, rows))
  firstOf.set(rows, first)
  return { ...snapshot, ...first, of: rows.length }
}

/** Avoids choosing the first rows again when only the age of an unchanged list is written. */
const firstOf = new WeakMap<readonly Row[], First>()

type First = Pick<Head, 'rows' | 'lines' | 'sortedBy'>

/** Records of a group stay together: with some of them missing, a sum would be wrong. */
function* firstRows(name: ListName, rows: readonly Row[]): ChunkedTask<First> {
  const { sortedBy, sortValue, groupRecords } = listShapeOf(name)
  const order = sortValue && sortedBy !== undefined ? { sortedBy } : {}
  if (!groupRecords) {
    const first = sortValue ? yield* firstOfSorted(rows, sortValue) : rows.slice(0, FIRST_LINES)
    return { rows: first, lines: { here: first.length, of: rows.length }, ...order }
  }
  const groups = yield* groupRecords(rows)
  const firstGroups = sortValue
    ? yield* firstInOrder(groups, ([row]) => (row ? sortValue(row) : null), FIRST_LINES)
    : groups.slice(0, FIRST_LINES)
  const wanted = new Set<Row>()
  let here = 0
  for (const group of firstGroups) {
    if (wanted.size + group.length > SNAPSHOT_HEAD_ROWS) break
    for (const row of group) wanted.add(row)
    here += 1
  }
  const first: Row[] = []
  yield* walk(rows, (row) => {
    if (wanted.has(row)) first.push(row)
  })
  return { rows: first, lines: { here, of: groups.length }, ...order }
}

/** More than are stored, so that the loss of some of them needs no pass over all rows. */
const KNOWN_FIRST = 2 * FIRST_LINES
const firstPlacesOf = new WeakMap<readonly Row[], FirstPlaces>()

function* firstOfSorted(
  rows: readonly Row[],
  sortValue: NonNullable<ListShape['sortValue']>,
): ChunkedTask<Row[]> {
  const derivation = derivationOf(rows)
  const before = derivation && firstPlacesOf.get(derivation.from)
  const first =
    (before && firstPlacesAfter(before, rows, derivation, sortValue, FIRST_LINES)) ??
    (yield* firstPlaces(rows, sortValue, KNOWN_FIRST))
  firstPlacesOf.set(rows, first)
  return rowsAt(rows, first.places.slice(0, FIRST_LINES))
}

/** Whether a list is stored in parts. */
export function needsParts(rows: readonly Row[]): boolean {
  return rows.length > SNAPSHOT_HEAD_ROWS
}

/** The rows of a long list, split into parts that are encrypted and read one at a time. */
export function splitIntoParts(rows: readonly Row[]): SnapshotDelta[] {
  if (!needsParts(rows)) return []
  const starts = Array.from({ length: Math.ceil(rows.length / PART_ROWS) }, (_, n) => n * PART_ROWS)
  return starts.map((start) => ({ put: rows.slice(start, start + PART_ROWS), gone: [] }))
}

/**
 * The delta from the stored rows to the new ones; null if rewriting all of them would be cheaper,
 * or if their keys are not unique.
 */
export function* deltaBetween(
  name: ListName,
  lying: { readonly rows: readonly Row[]; readonly additions: number },
  rows: readonly Row[],
): ChunkedTask<SnapshotDelta | null> {
  if (!needsParts(rows) || !needsParts(lying.rows) || lying.additions >= MAX_ADDITIONS) return null
  const { put, left } = changeOf(lying.rows, rows) ?? {
    put: yield* without(rows, lying.rows),
    left: yield* without(lying.rows, rows),
  }
  if (put.length + left.length > rows.length * MAX_ADDED) return null
  const come = new Set(put.map((row) => listKey(name, row)))
  const gone = left.map((row) => listKey(name, row)).filter((key) => !come.has(key))
  if (come.has(null) || come.size < put.length) return null
  return gone.every((key) => key !== null) ? { put, gone } : null
}

/** The rows that came and that left, if it is known how the list was made from the other. */
function changeOf(
  before: readonly Row[],
  rows: readonly Row[],
): { readonly put: readonly Row[]; readonly left: readonly Row[] } | null {
  const derivation = derivationOf(rows)
  if (derivation?.from !== before) return null
  const { replaced, removed, added } = derivation
  const rowAt = (place: number): Row => before[place] ?? {}
  // A removed row has made those after it close up.
  let closed = 0
  const put = replaced.map((place) => {
    while ((removed[closed] ?? Infinity) < place) closed += 1
    return rows[place - closed] ?? {}
  })
  return {
    put: [...put, ...rows.slice(rows.length - added)],
    left: [...replaced, ...removed].map(rowAt),
  }
}

/** The rows that are not among the others. */
function* without(rows: readonly Row[], others: readonly Row[]): ChunkedTask<Row[]> {
  const known = new Set<Row>()
  yield* walk(others, (row) => known.add(row))
  const found: Row[] = []
  yield* walk(rows, (row) => {
    if (!known.has(row)) found.push(row)
  })
  return found
}

/** The rows after all deltas, in their order; a replaced row stays in its place. `sum` follows what changes. */
export function* applySnapshotDeltas(
  name: ListName,
  rows: readonly Row[],
  deltas: readonly SnapshotDelta[],
  sum: Pick<ListSum, 'add'>,
): ChunkedTask<Row[]> {
  const latest = new Map<string | null, Row | null>()
  for (const { put, gone } of deltas) {
    for (const key of gone) latest.set(key, null)
    yield* walk(put, (row) => latest.set(listKey(name, row), row))
  }
  const isCandidate = mayHaveKey(name, latest.keys())
  const merged: Row[] = []
  yield* walk(rows, (row) => {
    const key = isCandidate(row) ? listKey(name, row) : null
    const now = key === null ? undefined : latest.get(key)
    if (now === undefined) {
      merged.push(row)
      return
    }
    latest.delete(key)
    sum.add(row)
    if (now === null) return
    sum.add(now)
    merged.push(now)
  })
  yield* walk([...latest.values()], (row) => {
    if (row === null) return
    sum.add(row)
    merged.push(row)
  })
  return merged
}

/** A stored head, or null if it is malformed. */
export function parseHead(name: ListName, value: unknown): Head | null {
  if (typeof value !== 'object' || value === null) return null
  const { rows, etag, cursor, asOf, fetchedAt, of, ...more } = value as Partial<Head>
  if (!isRows(rows) || typeof fetchedAt !== 'number') return null
  if (typeof of !== 'number' || of < rows.length) return null
  const isOneEach = of > rows.length && !listShapeOf(name).groupRecords
  const lines = more.lines ?? (isOneEach ? { here: rows.length, of } : undefined)
  return {
    rows,
    etag: etag ?? null,
    ...(cursor && { cursor }),
    asOf: asOf ?? null,
    fetchedAt,
    of,
    ...(lines && { lines }),
    ...(typeof more.sortedBy === 'string' && { sortedBy: more.sortedBy }),
    ...(typeof more.sum === 'string' && { sum: more.sum }),
  }
}

function isRows(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every(isObject)
}
