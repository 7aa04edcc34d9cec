/** What all rows say, as few long texts: one scan finds every row that contains what is searched for. */
import type { Field } from '#console/data/engine/view-index.ts'
import { gradually, type Work } from '#console/rows/work.ts'

/** Between two cells, so that no search matches across them; a search holds none (`searchable`). */
const CELL_END = '\u0000'
const ROWS_PER_PART = 2_048
/** So many cells are written at once: about a millisecond, however many columns there are. */
const CELLS_A_STEP = 1_024

interface Part {
  readonly text: string
  /** Where each row of the part begins, and where the last one ends. */
  readonly starts: Int32Array
}

/** The text of a list of rows, written when it is first needed. */
export interface SearchText {
  /** Marks the rows that contain a text, which is as `searchable` gives it. */
  readonly find: (text: string) => Uint8Array
  /** Writes it before that, a little at a time. */
  readonly ahead: () => Work<unknown>
}

/** A text as it is searched for: without what surrounds it, and without case. */
export function searchable(text: string): string {
  return text.replaceAll(CELL_END, '').trim().toLowerCase()
}

export function searchTextOf<R>(rows: readonly R[], fields: readonly Field<R>[]): SearchText {
  const written = gradually(() => writeParts(rows, fields))
  return {
    find: (text) => {
      const found = new Uint8Array(rows.length)
      for (const [nth, part] of written.now().entries())
        mark(part, text, found, nth * ROWS_PER_PART)
      return found
    },
    ahead: written.ahead,
  }
}

function* writeParts<R>(rows: readonly R[], fields: readonly Field<R>[]): Work<readonly Part[]> {
  const parts: Part[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_PART)
    parts.push(yield* writePart(rows.slice(from, from + ROWS_PER_PART), fields))
  return parts
}

function* writePart<R>(rows: readonly R[], fields: readonly Field<R>[]): Work<Part> {
  const lines: string[] = []
  const starts = new Int32Array(rows.length + 1)
  let length = 0
  let cells = 0
  for (const [nth, row] of rows.entries()) {
    let line = ''
    for (const field of fields) line += field.text(row) + CELL_END
    line = line.toLowerCase()
    lines.push(line)
    length += line.length
    starts[nth + 1] = length
    cells += fields.length
    if (cells < CELLS_A_STEP) continue
    cells = 0
    yield
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
