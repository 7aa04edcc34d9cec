/** The texts of all rows, joined into a few long ones, so that one scan finds every match. */
import { joinLines, markLines, TEXT_END, type Lines } from '#console/data/engine/lines.ts'
import type { Field } from '#console/data/engine/types.ts'
import { lazyIncremental, walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

const ROWS_PER_PART = 2_048
/** Cells joined per step: about a millisecond, whatever the number of columns. */
const CELLS_A_STEP = 1_024

/** A column with few distinct texts: each text is joined and searched only once. */
interface Repeated {
  /** The index of each row's text. */
  readonly codes: Uint8Array | Uint16Array | Int32Array
  readonly texts: Lines
}

interface Written {
  readonly parts: readonly Lines[]
  readonly repeated: readonly Repeated[]
}

/** The joined texts of a list of rows, built when they are first needed. */
export interface SearchText {
  /** Marks the rows that contain a text, which must be normalized with `searchable`. */
  readonly find: (text: string) => Uint8Array
  /** Builds it in advance, in chunks. */
  readonly ahead: () => ChunkedTask<unknown>
  readonly isWritten: () => boolean
}

export function searchTextOf<R>(rows: readonly R[], fields: readonly Field<R>[]): SearchText {
  const written = lazyIncremental(() => write(rows, fields))
  return {
    find: (text) => {
      const found = new Uint8Array(rows.length)
      const { parts, repeated } = written.now()
      for (const [nth, part] of parts.entries()) markLines(part, text, found, nth * ROWS_PER_PART)
      for (const column of repeated) markRepeated(column, text, found)
      return found
    },
    ahead: written.ahead,
    isWritten: written.isMade,
  }
}

function* write<R>(rows: readonly R[], fields: readonly Field<R>[]): ChunkedTask<Written> {
  const parts: Lines[] = []
  const repeated: Repeated[] = []
  const others: Field<R>[] = []
  for (const field of fields) {
    if (yield* isRepeated(rows, field)) repeated.push(yield* writeRepeated(rows, field))
    else others.push(field)
  }
  for (let from = 0; from < rows.length; from += ROWS_PER_PART)
    parts.push(yield* writePart(rows.slice(from, from + ROWS_PER_PART), others))
  return { parts, repeated }
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

function* writeRepeated<R>(rows: readonly R[], { text }: Field<R>): ChunkedTask<Repeated> {
  const places = new Map<string, number>()
  const lines: string[] = []
  const codes = new Int32Array(rows.length)
  yield* walk(rows, (row, nth) => {
    const words = text(row)
    let place = places.get(words)
    if (place === undefined) {
      place = lines.push(words.toLowerCase() + TEXT_END) - 1
      places.set(words, place)
    }
    codes[nth] = place
  })
  const Codes =
    lines.length <= 2 ** 8 ? Uint8Array : lines.length <= 2 ** 16 ? Uint16Array : Int32Array
  return { codes: Codes.from(codes), texts: joinLines(lines) }
}

function* writePart<R>(rows: readonly R[], fields: readonly Field<R>[]): ChunkedTask<Lines> {
  const lines: string[] = []
  let cells = 0
  for (const row of rows) {
    let line = ''
    for (const field of fields) line += field.text(row) + TEXT_END
    lines.push(line.toLowerCase())
    cells += fields.length
    if (cells < CELLS_A_STEP) continue
    cells = 0
    yield
  }
  return joinLines(lines)
}

function markRepeated({ codes, texts }: Repeated, wanted: string, found: Uint8Array): void {
  const hits = new Uint8Array(texts.starts.length - 1)
  markLines(texts, wanted, hits)
  if (!hits.includes(1)) return
  for (let row = 0; row < codes.length; row += 1) {
    if (hits[codes[row] ?? 0] === 1) found[row] = 1
  }
}
