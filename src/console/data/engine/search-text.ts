/** The texts of all rows, joined into a few long ones, so that one scan finds every match. */
import { countLines, markLines } from '#console/data/engine/lines.ts'
import { rewriteTexts } from '#console/data/engine/rewrite-texts.ts'
import type { RowChange } from '#console/data/engine/row-change.ts'
import type { Field } from '#console/data/engine/types.ts'
import { writeTexts, type Repeated, type WrittenTexts } from '#console/data/engine/write-texts.ts'
import { lazyIncremental, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** The joined texts of a list of rows, built when they are first needed. */
export interface SearchText {
  /** Marks the rows that contain a text, which must be normalized with `searchable`. */
  readonly find: (text: string) => Uint8Array
  /** Builds it in advance, in chunks. */
  readonly ahead: () => ChunkedTask<unknown>
  readonly isWritten: () => boolean
  /** What is built; undefined if nothing is yet. */
  readonly written: () => WrittenTexts | undefined
}

interface Before<R> {
  readonly written: WrittenTexts
  readonly change: RowChange<R>
}

/** @param before the texts of the list before and its change, if the fields are the same */
export function searchTextOf<R>(
  rows: readonly R[],
  fields: readonly Field<R>[],
  before?: Before<R>,
): SearchText {
  const written = lazyIncremental(writing(rows, fields, before))
  return {
    find: (text) => {
      const found = new Uint8Array(rows.length)
      const { parts, repeated } = written.now()
      let first = 0
      for (const part of parts) {
        markLines(part, text, found, first)
        first += countLines(part)
      }
      for (const column of repeated) markRepeated(column, text, found)
      return found
    },
    ahead: written.ahead,
    isWritten: written.isMade,
    written: written.ifMade,
  }
}

/** Apart from the functions of the index, which would keep the texts before as long as the index. */
function writing<R>(
  rows: readonly R[],
  fields: readonly Field<R>[],
  before: Before<R> | undefined,
): () => ChunkedTask<WrittenTexts> {
  return function* () {
    const rewritten = before && (yield* rewriteTexts(before.written, fields, before.change))
    return rewritten ?? (yield* writeTexts(rows, fields))
  }
}

function markRepeated({ codes, texts }: Repeated, wanted: string, found: Uint8Array): void {
  const hits = new Uint8Array(countLines(texts))
  markLines(texts, wanted, hits)
  if (!hits.includes(1)) return
  for (let row = 0; row < codes.length; row += 1) {
    if (hits[codes[row] ?? 0] === 1) found[row] = 1
  }
}
