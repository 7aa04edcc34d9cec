/** How texts are compared wherever somebody searches: lists, their filters, the find box, and the highlighting. */

const BEYOND_ASCII = /[^\0-\x7f]/
/** Spaces that look like a plain one, as they arrive in names that were pasted from a document. */
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g

/**
 * A text in lower case, with composed letters and plain spaces: `É` is one letter or an `E` with an accent behind it,
 * depending on the device on which it was typed. Nearly all texts are ASCII, and only lower case concerns them.
 */
export function comparable(text: string): string {
  const lower = text.toLowerCase()
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFC').replace(SPACES, ' ') : lower
}
