/** Escapes text for the parts of a workbook (ECMA-376 part 1, 22.9.2.19 ST_Xstring). */

import { cutText } from '#contract/rules.ts'

/** Excel's limit of characters per cell; longer text corrupts the file. */
const CELL_MAX_LENGTH = 32_767

/** What XML cannot contain or would change: control characters, and the line end CR. */
// oxlint-disable-next-line no-control-regex -- these are the characters
const UNWRITABLE = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g

/** Text that looks like an escaped character. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g

/** The text of a cell as XML; readers get the same text back. */
export function cellXml(text: string): string {
  const kept = text.length > CELL_MAX_LENGTH ? `${cutText(text, CELL_MAX_LENGTH - 1)}…` : text
  return escapeMarkup(kept.replace(LIKE_ESCAPE, '_x005F_')).replace(UNWRITABLE, escapeCharacter)
}

function escapeMarkup(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
}
