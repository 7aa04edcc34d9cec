/** What fits a search best in one list. */
import { type Block, shownIn } from '#console/data/engine/find/block.ts'
import { RANK, type Rank, ROLES, type Shown, WORDS } from '#console/data/engine/find/entry.ts'
import { exactIn, type Fit, openedIn, type Part } from '#console/data/engine/find/part.ts'
import { isWordAt, rankOf, type Search } from '#console/data/engine/find/rank.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/**
 * The best fits in a list: by rank, then those opened lately, then in the order of the list.
 * @param recent the addresses of things opened lately, the last one first
 */
export function* fitsIn(
  part: Part,
  search: Search,
  recent: readonly string[],
  limit: number,
): ChunkedTask<Fit[]> {
  const kept = new Map<Rank, Map<string, Fit>>(
    Object.values(RANK).map((rank) => [rank, new Map<string, Fit>()]),
  )
  const keep = (rank: Rank, shown: Shown, recency = Number.POSITIVE_INFINITY): void => {
    const fits = kept.get(rank)
    if (fits && !fits.has(shown.open)) fits.set(shown.open, { ...shown, rank, recency })
  }
  for (const [recency, open] of recent.entries()) {
    const there = openedIn(part, open)
    const rank = there && rankOf(there.block, there.number, search)
    if (rank !== null && there) keep(rank, shownIn(there.block, there.number), recency)
  }
  for (const { rank, recency, ...shown } of exactIn(part, search)) keep(rank, shown, recency)
  // Those opened lately are kept beside the first ones of the list.
  const enough = limit + recent.length
  const isFull = (rank: Rank): boolean => (kept.get(rank)?.size ?? 0) >= enough
  for (const block of part) {
    if (isFull(RANK.prefix)) break
    for (const number of candidatesIn(block, search, isFull)) {
      const rank = rankOf(block, number, search)
      if (rank !== null && !isFull(rank)) keep(rank, shownIn(block, number))
      if (number % STEP === 0) yield
    }
    yield
  }
  const best = new Map<string, Fit>()
  for (const fits of kept.values())
    for (const fit of [...fits.values()].toSorted((a, b) => order(a.recency, b.recency)))
      if (!best.has(fit.open)) best.set(fit.open, fit)
  return [...best.values()].slice(0, limit)
}

/** Between two yields; some hundred comparisons take less than a millisecond. */
const STEP = 256

function order(one: number, other: number): number {
  return one === other ? 0 : one - other
}

/**
 * The entries of a block that may fit, in order. Once there are enough of a rank, those are left out
 * that cannot have a better one.
 */
function candidatesIn(
  block: Block,
  { whole, words }: Search,
  isFull: (rank: Rank) => boolean,
): Iterable<number> {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one))
  if (!isFull(RANK.word)) return entriesWith(block, longest, words.length === 1 && isFull)
  // Only texts that begin with it are better.
  const needles = new Set([longest, whole].flatMap((text) => KEY_ROLES.map((role) => role + text)))
  const found = [...needles].flatMap((needle) => [...entriesWith(block, needle, false)])
  return new Set(found.toSorted((one, other) => one - other))
}

const KEY_ROLES = [ROLES.codes, ROLES.names, ROLES.ids]

/** The entries that contain a text, in order. */
function* entriesWith(
  { text, starts, words }: Block,
  needle: string,
  isFull: false | ((rank: Rank) => boolean),
): Generator<number> {
  let number = 0
  let at = text.indexOf(needle)
  while (at !== -1) {
    const isInside =
      isFull && isFull(RANK.inside) && text.charCodeAt(at - 1) > WORDS && !isWordAt(words, at)
    if (isInside) {
      at = text.indexOf(needle, at + 1)
      continue
    }
    while ((starts[number + 1] ?? 0) <= at) number += 1
    yield number
    number += 1
    at = number < starts.length - 1 ? text.indexOf(needle, starts[number]) : -1
  }
}
