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
import { rowsAt, type RowChange } from '#console/data/engine/row-change.ts'
import type { Field } from '#console/data/engine/types.ts'
import {
  codesFor,
  otherFields,
  ROWS_PER_PART,
  writeLines,
  type Repeated,
  type WrittenTexts,
} from '#console/data/engine/write-texts.ts'
import { hasManyUnused, carryOver, NEW } from '#console/rows/carried/changed-places.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

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
    if (hasManyUnused(countLines(rewritten.texts), column.read)) return null
    columns.push(rewritten)
  }
  return { parts: yield* rewriteParts(parts, lines, change), repeated: columns }
}

function* rewriteParts<R>(
  parts: readonly Lines[],
  lines: readonly string[],
  change: RowChange<R>,
): ChunkedTask<Lines[]> {
  const changes = lineChanges(lines, change)
  const kept: Lines[] = []
  let first = 0
  let next = 0
  const takeUntil = (end: number): LineChange[] => {
    const taken: LineChange[] = []
    for (let found = changes[next]; found && found.nth < end; found = changes[next]) {
      taken.push({ ...found, nth: found.nth - first })
      next += 1
    }
    return taken
  }
  for (const part of parts) {
    const end = first + countLines(part)
    for (const piece of inPieces(changeLines(part, takeUntil(end)))) addPart(kept, piece)
    first = end
    yield
  }
  for (; next < changes.length; next += ROWS_PER_PART) {
    const last = changes.slice(next, next + ROWS_PER_PART)
    addPart(kept, joinLines(last.map(({ line }) => line ?? '')))
    yield
  }
  return kept
}

/** The changes by the places before, ascending; a new line comes before the row that it precedes now. */
function lineChanges<R>(
  lines: readonly string[],
  { fresh, formerly, removed }: RowChange<R>,
): LineChange[] {
  const changes: LineChange[] = []
  let removals = 0
  let insertions = 0
  const removeUntil = (place: number): void => {
    for (; (removed[removals] ?? Infinity) <= place; removals += 1)
      changes.push({ nth: removed[removals] ?? 0, line: null })
  }
  for (const [nth, line] of lines.entries()) {
    const before = formerly[nth] ?? NEW
    if (before !== NEW) {
      removeUntil(before)
      changes.push({ nth: before, line })
      continue
    }
    // A removed row counts as before the new one if no row that stayed is between them.
    const stayed = (fresh[nth] ?? 0) - insertions
    while ((removed[removals] ?? Infinity) <= stayed + removals) removeUntil(stayed + removals)
    changes.push({ nth: stayed + removals, line, isNew: true })
    insertions += 1
  }
  removeUntil(Number.MAX_SAFE_INTEGER)
  return changes
}

/** A part, or several if rows have been inserted until it became too long. */
function inPieces(part: Lines): Lines[] {
  if (countLines(part) <= 2 * ROWS_PER_PART) return [part]
  const lines = linesIn(part)
  const pieces: Lines[] = []
  for (let from = 0; from < lines.length; from += ROWS_PER_PART)
    pieces.push(joinLines(lines.slice(from, from + ROWS_PER_PART)))
  return pieces
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
