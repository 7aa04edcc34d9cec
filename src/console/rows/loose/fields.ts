/** Which fields rows have; computed in chunks for long lists, before their columns are built. */
import {
  lazyIncremental,
  walk,
  type LazyIncremental,
  type ChunkedTask,
} from '#console/rows/chunked-task.ts'
import { changedPlaces, NEW } from '#console/rows/carried/changed-places.ts'
import { derivationOf, type Derivation } from '#console/rows/derivation.ts'

/** Rows with arbitrary field names must not produce an unlimited table. */
const MAX_FIELDS = 500

/** The fields in order of appearance, each with its first non-empty value. */
export type Fields = ReadonlyMap<string, unknown>

interface Found {
  readonly samples: Map<string, unknown>
  /** The place of the row that gave each field its value, or its name if all are empty. */
  readonly sources: Map<string, number>
}

const known = new WeakMap<readonly object[], LazyIncremental<Found>>()

/** The fields of rows; scans them now unless `prepareFields` already has. */
export function fieldsOf(rows: readonly object[]): Fields {
  return lazyFieldsOf(rows).now().samples
}

/** Scans rows in chunks. Of a list that was made from a scanned one, only the changed rows are read. */
export function prepareFields(rows: readonly object[]): ChunkedTask<unknown> {
  return lazyFieldsOf(rows).ahead()
}

function lazyFieldsOf(rows: readonly object[]): LazyIncremental<Found> {
  const found = known.get(rows) ?? lazyIncremental(() => find(rows, derivationOf(rows)))
  known.set(rows, found)
  return found
}

function* find(rows: readonly object[], derivation?: Derivation): ChunkedTask<Found> {
  const before = derivation && known.get(derivation.from)?.ifMade()
  const next = derivation && before && (yield* findNext(rows, derivation, before))
  if (next) return next
  const found: Found = { samples: new Map(), sources: new Map() }
  yield* walk(rows, reader(found))
  return found
}

/** Null if the change concerns rows that the fields come from, so that others may come first now. */
function* findNext(
  rows: readonly object[],
  derivation: Derivation,
  before: Found,
): ChunkedTask<Found | null> {
  const { from, removed } = derivation
  const last = Math.max(-1, ...before.sources.values())
  if (removed.some((place) => place <= last)) return null
  const { fresh, formerly, places } = changedPlaces(from.length, derivation)
  const lastNow = places?.[last] ?? last
  // New rows among those that the fields come from may come first now.
  const isMixed = lastNow !== last
  const found: Found = {
    samples: new Map(isMixed ? [] : before.samples),
    sources: new Map(isMixed ? [] : before.sources),
  }
  const read = reader(found)
  if (isMixed) yield* walk({ length: lastNow + 1 }, (_, place) => readAt(place))
  function readAt(place: number): void {
    const row = rows[place]
    if (row) read(row, place)
  }
  let isLike = true
  yield* walk(fresh, (place, nth) => {
    if (place > lastNow) {
      readAt(place)
      return
    }
    const then = formerly[nth] ?? NEW
    const [row, former] = [rows[place], from[then]]
    if (!row || !former) return
    isLike &&= isFilledLike(row, former)
    if (isMixed) return
    for (const [field, source] of before.sources)
      if (source === then) found.samples.set(field, Reflect.get(row, field))
  })
  return isLike ? found : null
}

/** Reads one row after the other. Most rows have the same fields as the row before. */
function reader({ samples, sources }: Found): (row: object, place: number) => void {
  const emptyFields = (): string[] =>
    [...samples.keys()].filter((field) => isMissing(samples.get(field)))
  let last: readonly string[] = []
  let empty: readonly string[] = emptyFields()
  return (row, place) => {
    const isNew = !hasFields(row, last)
    if (!isNew && !empty.some((field) => !isMissing(Reflect.get(row, field)))) return
    if (isNew) last = Object.keys(row)
    for (const field of last) {
      const isKnown = samples.has(field)
      const value: unknown = Reflect.get(row, field)
      if (isKnown ? isMissing(value) || !isMissing(samples.get(field)) : samples.size >= MAX_FIELDS)
        continue
      samples.set(field, value)
      sources.set(field, place)
    }
    empty = emptyFields()
  }
}

/** Whether two rows have the same fields in the same order, and the same of them are empty. */
function isFilledLike(row: object, other: object): boolean {
  const fields = Object.keys(other)
  return (
    hasFields(row, fields) &&
    fields.every(
      (field) => isMissing(Reflect.get(row, field)) === isMissing(Reflect.get(other, field)),
    )
  )
}

/** Avoids allocating a list per row, because there may be hundreds of thousands. */
function hasFields(row: object, fields: readonly string[]): boolean {
  let nth = 0
  for (const field in row) {
    if (field !== fields[nth]) return false
    nth += 1
  }
  return nth === fields.length
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
