/** Highlights the parts of a cell that were searched for. */
import { Fragment, type ReactNode } from 'react'
import { comparable } from '#console/data/engine/comparable.ts'

/**
 * A text with its matches marked. Not a component, because a page has a thousand cells, and most
 * are plain text.
 * @param wanted normalized with `searchable`; empty ones mark nothing
 */
export function highlight(text: string, wanted: readonly string[]): ReactNode {
  const parts = partsOf(text, wanted)
  if (parts.length <= 1) return text
  return parts.map((part, place) =>
    // Every second part is a match; parts can only be identified by their index.
    place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>,
  )
}

/** A text split at the borders of its matches: no match, match, no match, and so on. */
export function partsOf(text: string, wanted: readonly string[]): string[] {
  const words = wanted.filter((word) => word !== '')
  if (words.length === 0) return [text]
  const lower = comparable(text)
  // If this changes the length, the indexes would not fit.
  if (lower.length !== text.length) return [text]
  const parts: string[] = []
  let from = 0
  for (let hit = nextHit(lower, words, 0); hit !== null; hit = nextHit(lower, words, from)) {
    parts.push(text.slice(from, hit.at), text.slice(hit.at, hit.end))
    from = hit.end
  }
  return [...parts, text.slice(from)]
}

function nextHit(text: string, words: readonly string[], from: number) {
  let next: { readonly at: number; readonly end: number } | null = null
  for (const word of words) {
    const at = text.indexOf(word, from)
    const isFirst = next === null || at < next.at || (at === next.at && at + word.length > next.end)
    if (at !== -1 && isFirst) next = { at, end: at + word.length }
  }
  return next
}
