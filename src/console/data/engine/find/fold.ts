/** Texts as the find box compares them: without case, spaces and hyphens. */
import { comparable } from '#console/data/engine/comparable.ts'

/** Spaces, hyphens and dashes of all kinds, and control characters, which divide the texts of an index. */
const DROPPED = /[\s\-\u2010-\u2015\u2212\p{Cc}]+/gu
const IS_DROPPED = /[\s\u2010-\u2015\u2212\p{Cc}]/u
const IS_IN_WORD = /[\p{L}\p{N}]/u

/** A text without what is not compared. */
export function folded(text: string): string {
  return comparable(text).replace(DROPPED, '')
}

/** The words of a search: all of them must be found. */
export function wordsOf(search: string): string[] {
  return search
    .split(/\s+/)
    .map(folded)
    .filter((word) => word !== '')
}

/**
 * Calls `each` with the places in the folded form of a text at which words begin. By hand: an index
 * does it half a million times.
 */
export function forEachWord(text: string, each: (start: number) => void): void {
  const lower = comparable(text)
  let place = 0
  let isInside = false
  for (let at = 0; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at)
    const isAscii = code < 128
    if (
      isAscii ? code <= 32 || code === HYPHEN || code === 127 : IS_DROPPED.test(lower.charAt(at))
    ) {
      isInside = false
      continue
    }
    const isWord = isAscii ? isLetterOrDigit(code) : IS_IN_WORD.test(lower.charAt(at))
    if (isWord && !isInside) each(place)
    isInside = isWord
    place += 1
  }
}

const HYPHEN = 45

/** In lower case. */
function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122)
}
