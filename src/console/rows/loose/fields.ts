/** Which fields rows have: of a long list found a little at a time, before its columns are made. */
import {
  lazyIncremental,
  walk,
  type LazyIncremental,
  type ChunkedTask,
} from '#console/rows/chunked-task.ts'

/** Rows whose fields are named by chance must not make a table of them all. */
const MOST_FIELDS = 500

/** The fields in the order they appear, each with the first value that is one. */
export type Fields = ReadonlyMap<string, unknown>

const known = new WeakMap<readonly object[], LazyIncremental<Fields>>()

/** The fields of rows; looks through them where that was not done ahead. */
export function fieldsOf(rows: readonly object[]): Fields {
  return gradualOf(rows).now()
}

/** Looks through rows a little at a time. */
export function prepareFields(rows: readonly object[]): ChunkedTask<unknown> {
  return gradualOf(rows).ahead()
}

function gradualOf(rows: readonly object[]): LazyIncremental<Fields> {
  const found = known.get(rows) ?? lazyIncremental(() => find(rows))
  known.set(rows, found)
  return found
}

/** Most rows have the fields of the one before. */
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

/** Without a list of its own for each row: there may be hundreds of thousands. */
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
