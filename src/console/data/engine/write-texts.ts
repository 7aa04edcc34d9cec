/** Joins the texts of all rows: row by row, and column by column where a column repeats itself. */
import { comparable } from '#console/data/engine/comparable.ts'
import { joinLines, lineOf, TEXT_END, type Lines } from '#console/data/engine/lines.ts'
import type { Field } from '#console/data/engine/types.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

export const ROWS_PER_PART = 2_048
/** Cells joined per step: about a millisecond, whatever the number of columns. */
const CELLS_A_STEP = 1_024

export type Codes = Uint8Array | Uint16Array | Int32Array

/** A column with few distinct texts: each text is joined and searched only once. */
export interface Repeated {
  /** The place of its field. */
  readonly field: number
  /** The index of each row's text. */
  readonly codes: Codes
  readonly texts: Lines
  /** The number of texts when all rows were read; after changes there may be some that no row shows. */
  readonly read: number
}

export interface WrittenTexts {
  /** A line for each row. */
  readonly parts: readonly Lines[]
  readonly repeated: readonly Repeated[]
}

export function* writeTexts<R>(
  rows: readonly R[],
  fields: readonly Field<R>[],
): ChunkedTask<WrittenTexts> {
  const parts: Lines[] = []
  const repeated: Repeated[] = []
  for (const [nth, field] of fields.entries())
    if (yield* isRepeated(rows, field)) repeated.push(yield* writeRepeated(rows, field, nth))
  const others = otherFields(fields, repeated)
  for (let from = 0; from < rows.length; from += ROWS_PER_PART)
    parts.push(joinLines(yield* writeLines(rows.slice(from, from + ROWS_PER_PART), others)))
  return { parts, repeated }
}

/** The fields that are joined row by row. */
export function otherFields<R>(
  fields: readonly Field<R>[],
  repeated: readonly Repeated[],
): Field<R>[] {
  return fields.filter((_, nth) => repeated.every(({ field }) => field !== nth))
}

/** The lines of rows, as they are compared. */
export function* writeLines<R>(
  rows: readonly R[],
  fields: readonly Field<R>[],
): ChunkedTask<string[]> {
  const lines: string[] = []
  let cells = 0
  for (const row of rows) {
    let line = ''
    for (const field of fields) line += field.text(row) + TEXT_END
    lines.push(comparable(line))
    cells += fields.length
    if (cells < CELLS_A_STEP) continue
    cells = 0
    yield
  }
  return lines
}

/** An array for as many codes, with as few bytes a row as they need. */
export function codesFor(texts: number, rows: number): Codes {
  if (texts <= 2 ** 8) return new Uint8Array(rows)
  return texts <= 2 ** 16 ? new Uint16Array(rows) : new Int32Array(rows)
}

/**
 * The number of rows sampled to see whether a column repeats itself; shorter lists are joined row
 * by row.
 */
const SAMPLED_ROWS = 4_096
/**
 * With a larger share of distinct texts in the sample, more than a sixth of the list's texts are
 * distinct.
 */
const DISTINCT_SHARE = 0.9

function* isRepeated<R>(rows: readonly R[], { text }: Field<R>): ChunkedTask<boolean> {
  if (rows.length < SAMPLED_ROWS * 2) return false
  const every = Math.floor(rows.length / SAMPLED_ROWS)
  const seen = new Set<string>()
  yield* walk({ length: SAMPLED_ROWS }, (_, nth) => {
    const row = rows[nth * every]
    if (row !== undefined) seen.add(text(row))
  })
  return seen.size < SAMPLED_ROWS * DISTINCT_SHARE
}

function* writeRepeated<R>(
  rows: readonly R[],
  { text }: Field<R>,
  field: number,
): ChunkedTask<Repeated> {
  const places = new Map<string, number>()
  const lines: string[] = []
  const codes = new Int32Array(rows.length)
  yield* walk(rows, (row, nth) => {
    const words = text(row)
    let place = places.get(words)
    if (place === undefined) {
      place = lines.push(lineOf(words)) - 1
      places.set(words, place)
    }
    codes[nth] = place
  })
  const packed = codesFor(lines.length, rows.length)
  packed.set(codes)
  return { field, codes: packed, texts: joinLines(lines), read: lines.length }
}
