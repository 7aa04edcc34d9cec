/** Which fields rows have; computed in chunks for long lists, before their columns are built. */
import {
  lazyIncremental,
  walk,
  type LazyIncremental,
  type ChunkedTask,
} from '#console/rows/chunked-task.ts'

/** Rows with arbitrary field names must not produce an unlimited table. */
const MOST_FIELDS = 500

/** The fields in order of appearance, each with its first non-empty value. */
export type Fields = ReadonlyMap<string, unknown>

const known = new WeakMap<readonly object[], LazyIncremental<Fields>>()

/** The fields of rows; scans them now unless `prepareFields` already has. */
export function fieldsOf(rows: readonly object[]): Fields {
  return lazyFieldsOf(rows).now()
}

/** Scans rows in chunks. */
export function prepareFields(rows: readonly object[]): ChunkedTask<unknown> {
  return lazyFieldsOf(rows).ahead()
}

function lazyFieldsOf(rows: readonly object[]): LazyIncremental<Fields> {
  const found = known.get(rows) ?? lazyIncremental(() => find(rows))
  known.set(rows, found)
  return found
}

/** Most rows have the same fields as the row before. */
function* find(rows: readonly object[]): ChunkedTask<Fields> {
  const samples = new Map<string, unknown>()
  let last: readonly string[] = []
  let empty: readonly string[] = []
  yield* walk(rows, (row) => {
    const isNew = !hasFields(row, last)
    if (!isNew && !empty.some((field) => !isMissing(Reflect.get(row, field)))) return
    if (isNew) last = Object.keys(row)
    for (const field of last) {
      const hasRoom = samples.has(field) || samples.size < MOST_FIELDS
      if (isMissing(samples.get(field)) && hasRoom) samples.set(field, Reflect.get(row, field))
    }
    empty = [...samples.keys()].filter((field) => isMissing(samples.get(field)))
  })
  return samples
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
