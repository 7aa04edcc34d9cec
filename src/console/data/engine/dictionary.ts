/** The distinct texts of a column, and which of them each row shows. */
import { isEmpty } from '#console/data/engine/cell-order.ts'
import {
  appendLines,
  countLines,
  lineOf,
  NO_LINES,
  type Lines,
} from '#console/data/engine/lines.ts'
import type { RowChange } from '#console/data/engine/row-change.ts'
import type { Field } from '#console/data/engine/types.ts'
import { hasManyUnused, carryOver, NEW } from '#console/rows/carried/changed-places.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** The distinct texts of a column as displayed; code 0 is the empty cell. */
export interface Dictionary {
  /** After changes also texts that no row shows any more. */
  readonly texts: readonly string[]
  /** The index of each row's text. */
  readonly codes: Int32Array
  /** The same object in dictionaries that continue each other. */
  readonly origin: { readonly texts: number }
}

export const EMPTY_CODE = 0

/** Reads the texts of all rows. */
export function* readTexts<R>(rows: readonly R[], field: Field<R>): ChunkedTask<Dictionary> {
  const texts = [EMPTY_CELL]
  const places = new Map<string, number>()
  const codes = new Int32Array(rows.length)
  yield* walk(rows, (each, row) => {
    const text = cellText(each, field)
    if (text === null) return
    let place = places.get(text)
    if (place === undefined) {
      place = texts.push(text) - 1
      places.set(text, place)
    }
    codes[row] = place
  })
  return { texts, codes, origin: { texts: texts.length } }
}

/**
 * The dictionary after some rows have changed: new texts come after the known ones. Null once so many were added that
 * it is better read from all rows.
 */
export function* rereadTexts<R>(
  known: Dictionary,
  field: Field<R>,
  change: RowChange<R>,
): ChunkedTask<Dictionary | null> {
  const { rows, fresh, formerly } = change
  const { origin } = known
  const came: (string | null)[] = []
  const places = new Map<string, number>()
  let isSame = change.places === null && rows.length === known.codes.length
  yield* walk(fresh, (place, nth) => {
    const row = rows[place]
    const text = row === undefined ? null : cellText(row, field)
    came.push(text)
    const before = formerly[nth] ?? NEW
    const code = before === NEW ? undefined : known.codes[before]
    const isKnown =
      text === null ? code === EMPTY_CODE : code !== EMPTY_CODE && known.texts[code ?? NEW] === text
    isSame &&= isKnown
    if (text === null || isKnown) return
    places.set(text, NEW)
  })
  if (isSame) return known
  if (places.size > 0)
    yield* walk(known.texts, (text, code) => {
      if (code !== EMPTY_CODE && places.has(text)) places.set(text, code)
    })
  const texts = [...known.texts]
  for (const [text, code] of places) if (code === NEW) places.set(text, texts.push(text) - 1)
  if (hasManyUnused(texts.length, origin.texts)) return null
  const codes = new Int32Array(rows.length)
  carryOver(known.codes, change, codes)
  for (const [nth, place] of fresh.entries()) {
    const text = came[nth] ?? null
    const code = text === null ? EMPTY_CODE : places.get(text)
    if (code !== undefined) codes[place] = code
  }
  return { texts: texts.length === known.texts.length ? known.texts : texts, codes, origin }
}

/**
 * The texts of a dictionary, joined for searching.
 * @param known the first of these lines, if they were joined before
 */
export function* joinTexts({ texts }: Dictionary, known: Lines = NO_LINES): ChunkedTask<Lines> {
  const lines: string[] = []
  yield* walk(texts.slice(countLines(known)), (text) => {
    lines.push(lineOf(text))
  })
  return appendLines(known, lines)
}

/** Null if an unreadable quantity or date has no value, but its cell still shows text. */
function cellText<R>(row: R, field: Field<R>): string | null {
  const text = field.text(row)
  return text === EMPTY_CELL && isEmpty(field.value(row)) ? null : text
}
