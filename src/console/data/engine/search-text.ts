/** What all rows say, as few long texts: one scan finds every row that contains what is searched for. */
import type { Field } from '#console/data/engine/view-index.ts'

/** Between two cells, so that no search matches across them; a search holds none (`searchable`). */
const CELL_END = '\u0000'
/** A part takes a few ms to write: it can be done between two frames, before anybody searches. */
const ROWS_PER_PART = 2_048

interface Part {
  readonly text: string
  /** Where each row of the part begins, and where the last one ends. */
  readonly starts: Int32Array
}

/** The text of a list of rows, written part by part when it is first needed. */
export interface SearchText {
  /** Marks the rows that contain a text, which is as `searchable` gives it. */
  readonly find: (text: string) => Uint8Array
  /** Writes the next part ahead of time; false when all is written. */
  readonly warm: () => boolean
}

/** A text as it is searched for: without what surrounds it, and without case. */
export function searchable(text: string): string {
  return text.replaceAll(CELL_END, '').trim().toLowerCase()
}

export function searchTextOf<R>(rows: readonly R[], fields: readonly Field<R>[]): SearchText {
  const parts: Part[] = []
  const partAt = (nth: number): Part => {
    const known = parts[nth] ?? writePart(rows, fields, nth * ROWS_PER_PART)
    parts[nth] = known
    return known
  }
  const count = Math.ceil(rows.length / ROWS_PER_PART)
  return {
    find: (text) => {
      const found = new Uint8Array(rows.length)
      for (let nth = 0; nth < count; nth += 1) mark(partAt(nth), text, found, nth * ROWS_PER_PART)
      return found
    },
    warm: () => {
      if (parts.length < count) partAt(parts.length)
      return parts.length < count
    },
  }
}

function writePart<R>(rows: readonly R[], fields: readonly Field<R>[], from: number): Part {
  const lines: string[] = []
  const part = rows.slice(from, from + ROWS_PER_PART)
  const starts = new Int32Array(part.length + 1)
  let length = 0
  for (const [nth, row] of part.entries()) {
    let line = ''
    for (const field of fields) line += field.text(row) + CELL_END
    line = line.toLowerCase()
    lines.push(line)
    length += line.length
    starts[nth + 1] = length
  }
  return { text: lines.join(''), starts }
}

function mark({ text, starts }: Part, wanted: string, found: Uint8Array, from: number): void {
  let row = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
    while ((starts[row + 1] ?? text.length) <= at) row += 1
    found[from + row] = 1
    row += 1
  }
}
