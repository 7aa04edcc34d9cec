/** Many short texts joined into a long one, so that a single scan finds all matches. */

/** Separates texts, so that no search matches across two of them; `searchable` removes it from searches. */
export const TEXT_END = '\u0000'

export interface Lines {
  readonly text: string
  /** The start of each line, and the end of the last one. */
  readonly starts: Int32Array
}

/** Normalizes a text for searching: trimmed and in lower case. */
export function searchable(text: string): string {
  return text.replaceAll(TEXT_END, '').trim().toLowerCase()
}

/** @param lines in lower case, each ended by `TEXT_END` */
export function joinLines(lines: readonly string[]): Lines {
  const starts = new Int32Array(lines.length + 1)
  let length = 0
  for (const [nth, line] of lines.entries()) {
    length += line.length
    starts[nth + 1] = length
  }
  return { text: lines.join(''), starts }
}

/** Marks the lines that contain a text; `from` is the number of the first line. */
export function markLines(
  { text, starts }: Lines,
  wanted: string,
  found: Uint8Array,
  from = 0,
): void {
  let row = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[row])) {
    while ((starts[row + 1] ?? text.length) <= at) row += 1
    found[from + row] = 1
    row += 1
  }
}
