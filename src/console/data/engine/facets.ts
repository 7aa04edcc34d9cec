/** The values that occur in a column with their counts, for a person to choose from. */
import { compareTexts } from '#console/data/engine/collate.ts'
import { EMPTY_CODE, type ColumnIndex, type Dictionary } from '#console/data/engine/column-index.ts'
import type { Facets } from '#console/data/engine/types.ts'

/** People do not read longer lists on a screen. */
const MOST_VALUES = 100

/** How often each text of a column occurs, and how many rows were counted. */
export interface Counts {
  readonly counts: Int32Array
  readonly counted: number
}

/** @param kept the rows to count, or null for all */
export function countTexts({ texts, codes }: Dictionary, kept: Uint8Array | null): Counts {
  const counts = new Int32Array(texts.length)
  let counted = 0
  for (let row = 0; row < codes.length; row += 1) {
    if (kept !== null && kept[row] === 0) continue
    const code = codes[row] ?? EMPTY_CODE
    counts[code] = (counts[code] ?? 0) + 1
    counted += 1
  }
  return { counts, counted }
}

/** The facets whose text contains `text`, which must be normalized with `searchable`. */
export function facetsOf(
  { dictionary, containing }: ColumnIndex,
  { counts, counted }: Counts,
  text: string,
): Facets {
  const { texts } = dictionary.now()
  const fits = containing(text)
  const empty = counts[EMPTY_CODE] ?? 0
  // Encoded as numbers, so that the native sort orders them by descending count; each also holds
  // the index of its text.
  const found = new Float64Array(texts.length)
  let distinct = 0
  for (let code = EMPTY_CODE + 1; code < texts.length; code += 1) {
    const count = counts[code] ?? 0
    if (count === 0 || fits[code] === 0) continue
    found[distinct] = code - count * texts.length
    distinct += 1
  }
  const frequent = found.subarray(0, distinct).sort().subarray(0, MOST_VALUES)
  const values = Array.from(frequent, (sorted) => {
    const count = Math.ceil(-sorted / texts.length)
    return { text: texts[sorted + count * texts.length] ?? '', count }
  })
  return {
    // Only the listed texts are compared, because there may be as many values as rows.
    values: values.sort((a, b) => b.count - a.count || compareTexts(a.text, b.text)),
    distinct,
    empty,
    filled: counted - empty,
  }
}
