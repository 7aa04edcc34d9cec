/** The values that occur in a column with their counts, for a person to choose from. */
import { compareTexts } from '#console/data/engine/collate.ts'
import type { ColumnIndex } from '#console/data/engine/column-index.ts'
import { EMPTY_CODE, type Dictionary } from '#console/data/engine/dictionary.ts'
import type { Facets } from '#console/data/engine/types.ts'

/** People do not read longer lists on a screen. */
const MAX_VALUES = 100

/** How often each text of a column occurs, and how many rows were counted. */
export interface Counts {
  readonly counts: Int32Array
  /** The first of the counted rows that shows each text. */
  readonly firsts: Int32Array
  readonly counted: number
}

/** @param kept the rows to count, or null for all */
export function countTexts({ texts, codes }: Dictionary, kept: Uint8Array | null): Counts {
  const counts = new Int32Array(texts.length)
  const firsts = new Int32Array(texts.length)
  let counted = 0
  for (let row = 0; row < codes.length; row += 1) {
    if (kept !== null && kept[row] === 0) continue
    const code = codes[row] ?? EMPTY_CODE
    if (counts[code] === 0) firsts[code] = row
    counts[code] = (counts[code] ?? 0) + 1
    counted += 1
  }
  return { counts, firsts, counted }
}

/**
 * The facets whose text contains `text`, which must be normalized with `searchable`. Of equally frequent ones, those
 * that occur first are listed.
 */
export function facetsOf(
  { dictionary, containing }: ColumnIndex,
  { counts, firsts, counted }: Counts,
  text: string,
): Facets {
  const { texts, codes } = dictionary.now()
  const fits = containing(text)
  const empty = counts[EMPTY_CODE] ?? 0
  // Encoded as numbers, so that the native sort orders them by descending count; each also holds
  // the first row that shows its text.
  const found = new Float64Array(texts.length)
  let distinct = 0
  for (let code = EMPTY_CODE + 1; code < texts.length; code += 1) {
    const count = counts[code] ?? 0
    if (count === 0 || fits[code] === 0) continue
    found[distinct] = (firsts[code] ?? 0) - count * codes.length
    distinct += 1
  }
  const frequent = found.subarray(0, distinct).sort().subarray(0, MAX_VALUES)
  const values = Array.from(frequent, (sorted) => {
    const count = Math.ceil(-sorted / codes.length)
    const first = sorted + count * codes.length
    return { text: texts[codes[first] ?? EMPTY_CODE] ?? '', count }
  })
  return {
    // Only the listed texts are compared, because there may be as many values as rows.
    values: values.sort((a, b) => b.count - a.count || compareTexts(a.text, b.text)),
    distinct,
    empty,
    filled: counted - empty,
  }
}
