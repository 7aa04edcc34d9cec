/** The joined texts after a change: only the lines of changed rows are written. */
import {
  appendLines,
  changeLines,
  countLines,
  joinLines,
  lineAt,
  lineOf,
  type LineChange,
  type Lines,
} from '#console/data/engine/lines.ts'
import { carryOver, NEW, rowsAt, type RowChange } from '#console/data/engine/row-change.ts'
import type { Field } from '#console/data/engine/types.ts'
import {
  codesFor,
  otherFields,
  ROWS_PER_PART,
  writeLines,
  type Repeated,
  type WrittenTexts,
} from '#console/data/engine/write-texts.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** Texts that no row shows any more may become as many as those read, and these more. */
const MOST_UNUSED = 1_000

/** Null once so many texts were added to a repeated column that all are better read from the rows. */
export function* rewriteTexts<R>(
  { parts, repeated }: WrittenTexts,
  fields: readonly Field<R>[],
  change: RowChange<R>,
): ChunkedTask<WrittenTexts | null> {
  const fresh = rowsAt(change.rows, change.fresh)
  const lines = yield* writeLines(fresh, otherFields(fields, repeated))
  const columns: Repeated[] = []
  for (const column of repeated) {
    const field = fields[column.field]
    if (!field) return null
    const rewritten = yield* rewriteRepeated(column, field, fresh, change)
    if (countLines(rewritten.texts) > 2 * column.read + MOST_UNUSED) return null
    columns.push(rewritten)
  }
  return { parts: yield* rewriteParts(parts, lines, change), repeated: columns }
}

function* rewriteParts<R>(
  parts: readonly Lines[],
  lines: readonly string[],
  { formerly, removed }: RowChange<R>,
): ChunkedTask<Lines[]> {
  const replaced = formerly.filter((place) => place !== NEW)
  const kept: Lines[] = []
  let first = 0
  let nextLine = 0
  let nextGone = 0
  for (const part of parts) {
    const end = first + countLines(part)
    const changes: LineChange[] = []
    for (;;) {
      const place = replaced[nextLine] ?? Infinity
      const gone = removed[nextGone] ?? Infinity
      if (Math.min(place, gone) >= end) break
      if (place < gone) {
        changes.push({ nth: place - first, line: lines[nextLine] ?? null })
        nextLine += 1
      } else {
        changes.push({ nth: gone - first, line: null })
        nextGone += 1
      }
    }
    addPart(kept, changeLines(part, changes))
    first = end
    yield
  }
  for (let from = replaced.length; from < lines.length; from += ROWS_PER_PART) {
    addPart(kept, joinLines(lines.slice(from, from + ROWS_PER_PART)))
    yield
  }
  return kept
}

/** Adds a part, or joins it to the last one, so that the parts stay few however often rows come and go. */
function addPart(parts: Lines[], part: Lines): void {
  const last = parts.at(-1)
  const count = countLines(part)
  if (count === 0) return
  if (last && countLines(last) + count <= ROWS_PER_PART)
    parts[parts.length - 1] = appendLines(last, linesIn(part))
  else parts.push(part)
}

function linesIn(lines: Lines): string[] {
  return Array.from({ length: countLines(lines) }, (_, nth) => lineAt(lines, nth))
}

function* rewriteRepeated<R>(
  known: Repeated,
  { text }: Field<R>,
  fresh: readonly R[],
  change: RowChange<R>,
): ChunkedTask<Repeated> {
  const lines: string[] = []
  yield* walk(fresh, (row) => {
    lines.push(lineOf(text(row)))
  })
  const places = new Map(lines.map((line) => [line, NEW]))
  const count = countLines(known.texts)
  yield* walk({ length: places.size === 0 ? 0 : count }, (_, nth) => {
    const line = lineAt(known.texts, nth)
    if (places.has(line)) places.set(line, nth)
  })
  const added: string[] = []
  for (const [line, place] of places)
    if (place === NEW) places.set(line, count + added.push(line) - 1)
  const codes = codesFor(count + added.length, change.rows.length)
  carryOver(known.codes, change, codes)
  for (const [nth, place] of change.fresh.entries())
    codes[place] = places.get(lines[nth] ?? '') ?? 0
  return { ...known, codes, texts: appendLines(known.texts, added) }
}
