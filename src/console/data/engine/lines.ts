/** Many short texts joined into a long one, so that a single scan finds all matches. */
import { comparable } from '#console/data/engine/comparable.ts'
import { withoutSeparators } from '#console/rows/formats.ts'

/** Separates texts, so that no search matches across two of them; `searchable` removes it from searches. */
export const TEXT_END = '\u0000'

export interface Lines {
  readonly text: string
  /** The start of each line, and the end of the last one. */
  readonly starts: Int32Array
}

/** Normalizes a text for searching: trimmed and comparable. */
export function searchable(text: string): string {
  return comparable(text.replaceAll(TEXT_END, '')).trim()
}

/** A text as a line, or as a piece of one. */
export function lineOf(text: string): string {
  return comparable(text) + TEXT_END
}

export const NO_LINES: Lines = { text: '', starts: Int32Array.of(0) }

export function countLines({ starts }: Lines): number {
  return starts.length - 1
}

/** @param lines as `lineOf` makes them */
export function joinLines(lines: readonly string[]): Lines {
  return appendLines(NO_LINES, lines)
}

/** Lines with others after them. */
export function appendLines(known: Lines, lines: readonly string[]): Lines {
  if (lines.length === 0) return known
  const starts = new Int32Array(known.starts.length + lines.length)
  starts.set(known.starts)
  let { length } = known.text
  for (const [nth, line] of lines.entries()) {
    length += line.length
    starts[known.starts.length + nth] = length
  }
  return { text: known.text + lines.join(''), starts }
}

/** The line at a place. */
export function lineAt({ text, starts }: Lines, nth: number): string {
  return text.slice(starts[nth], starts[nth + 1])
}

/** A line that is replaced by another, or by none; or a new line before it. */
export interface LineChange {
  readonly nth: number
  readonly line: string | null
  readonly isNew?: true
}

/** The lines after some changes, in ascending order. The unchanged stretches between them are copied whole. */
export function changeLines(known: Lines, changes: readonly LineChange[]): Lines {
  const real = changes.filter(({ nth, line, isNew }) => isNew || line !== lineAt(known, nth))
  if (real.length === 0) return known
  const pieces: string[] = []
  const starts = [0]
  let length = 0
  let copied = 0
  const copyUntil = (nth: number): void => {
    const from = known.starts[copied] ?? 0
    pieces.push(known.text.slice(from, known.starts[nth]))
    for (; copied < nth; copied += 1) starts.push(length + (known.starts[copied + 1] ?? 0) - from)
    length = starts.at(-1) ?? 0
  }
  for (const { nth, line, isNew } of real) {
    copyUntil(nth)
    if (!isNew) copied += 1
    if (line === null) continue
    pieces.push(line)
    length += line.length
    starts.push(length)
  }
  copyUntil(countLines(known))
  return { text: pieces.join(''), starts: Int32Array.from(starts) }
}

/**
 * The spellings of a normalized search, any of which may be found: a quantity is shown with separators, but its text has
 * none.
 */
export function spellingsOf(wanted: string): string[] {
  const digits = withoutSeparators(wanted)
  return digits === wanted ? [wanted] : [wanted, digits]
}

/** Marks the lines that contain a searched text in any spelling; `from` is the number of the first line. */
export function markLines(lines: Lines, wanted: string, found: Uint8Array, from = 0): void {
  for (const spelling of spellingsOf(wanted)) markSpelling(lines, spelling, found, from)
}

function markSpelling(
  { text, starts }: Lines,
  wanted: string,
  found: Uint8Array,
  from: number,
): void {
  let row = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
    while ((starts[row + 1] ?? text.length) <= at) row += 1
    found[from + row] = 1
    row += 1
  }
}
