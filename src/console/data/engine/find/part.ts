/** The index of one list: its blocks, which follow the list when it changes. */
import {
  type Block,
  BLOCK_ROWS,
  candidatesFor,
  hashOf,
  makeBlock,
  shownIn,
} from '#console/data/engine/find/block.ts'
import { type Entry, RANK, type Rank, type Shown } from '#console/data/engine/find/entry.ts'
import { folded } from '#console/data/engine/find/fold.ts'
import { rankOf, type Search } from '#console/data/engine/find/rank.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import type { Derivation } from '#console/rows/derivation.ts'

/** The entry of a row; null for a row that is not found. `before` is the row above it, where that is in the same block. */
export type EntryOf = (row: object, before: object | undefined) => Entry | null

export type Part = readonly Block[]

/** Something that fits a search. */
export interface Fit extends Shown {
  readonly rank: Rank
  /** The place in the order in which the person opened things lately, or Infinity. */
  readonly recency: number
}

/** Indexes a list. */
export function* makePart(rows: readonly object[], entryOf: EntryOf): ChunkedTask<Part> {
  const blocks: Block[] = []
  for (let from = 0; from < rows.length; from += BLOCK_ROWS)
    blocks.push(yield* makeBlock(rows.slice(from, from + BLOCK_ROWS), entryOf))
  return blocks
}

/** The index of a list that was made from another one: only the blocks with a changed row are made again. */
export function* changePart(
  part: Part,
  rows: readonly object[],
  change: Omit<Derivation, 'from'>,
  entryOf: EntryOf,
): ChunkedTask<Part> {
  if ((change.inserted?.length ?? 0) > 0) return yield* makePart(rows, entryOf)
  const blocks: Block[] = []
  let from = 0
  let before = 0
  let replaced = 0
  let removed = 0
  for (const [nth, block] of part.entries()) {
    const end = before + block.rows
    const isLast = nth === part.length - 1
    const changed = countUntil(change.replaced, replaced, end)
    const gone = countUntil(change.removed, removed, end)
    replaced += changed
    removed += gone
    before = end
    const left = block.rows - gone
    const grown = isLast ? Math.min(change.added, Math.max(0, BLOCK_ROWS - left)) : 0
    const count = left + grown
    const isSame = changed + gone + grown === 0
    if (count > 0)
      blocks.push(isSame ? block : yield* makeBlock(rows.slice(from, from + count), entryOf))
    from += count
  }
  for (; from < rows.length; from += BLOCK_ROWS)
    blocks.push(yield* makeBlock(rows.slice(from, from + BLOCK_ROWS), entryOf))
  return blocks
}

function countUntil(places: readonly number[], from: number, end: number): number {
  let at = from
  while (at < places.length && (places[at] ?? 0) < end) at += 1
  return at - from
}

/** What has exactly this code, number, name or id. */
export function exactIn(part: Part, search: Search): Fit[] {
  const found: Fit[] = []
  for (const hash of new Set([hashOf(search.code), hashOf(search.whole)]))
    for (const block of part)
      for (const number of candidatesFor(block, hash)) {
        const rank = rankOf(block, number, search)
        if (rank === null || rank > RANK.exact) continue
        const shown = shownIn(block, number)
        if (found.every(({ open }) => open !== shown.open))
          found.push({ ...shown, rank, recency: Number.POSITIVE_INFINITY })
      }
  return found
}

/** The entry that an address names; null if there is none. */
export function openedIn(
  part: Part,
  open: string,
): { readonly block: Block; readonly number: number } | null {
  const hash = hashOf(folded(open))
  for (const block of part)
    for (const number of candidatesFor(block, hash))
      if (shownIn(block, number).open === open) return { block, number }
  return null
}
