/** Finds things in the indexes of several lists, best first. */
import { type FoundList, FOUND_LISTS, RANK, type Rank } from '#console/data/engine/find/entry.ts'
import { folded } from '#console/data/engine/find/fold.ts'
import { fitsIn } from '#console/data/engine/find/fits.ts'
import { exactIn, type Fit, type Part } from '#console/data/engine/find/part.ts'
import { baseUnitOf } from '#console/data/engine/find/product-code.ts'
import { readSearch } from '#console/data/engine/find/rank.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/** A thing that was found. */
export interface Hit extends Fit {
  readonly list: FoundList
}

/** The indexes of the lists that the person may open. */
export type Parts = ReadonlyMap<FoundList, Part>

/** Something that was opened. */
export interface Opened {
  readonly list: FoundList
  readonly open: string
}

export interface Preference {
  /** The list on the screen. */
  readonly present?: FoundList | null
  /** What was opened lately, the last one first. */
  readonly recent?: readonly Opened[]
  /** How many of a list. */
  readonly limit: number
}

/**
 * What fits a search: by rank, then those of the present screen, then those opened lately, then in the
 * order of the kinds and of the lists.
 */
export function* findIn(
  parts: Parts,
  text: string,
  { present = null, recent = [], limit }: Preference,
): ChunkedTask<Hit[]> {
  const search = readSearch(text)
  if (search === null) return []
  const hits: Hit[] = []
  for (const list of FOUND_LISTS) {
    const part = parts.get(list)
    if (!part) continue
    // The place among all that were opened lately, whatever their kind.
    const opened = recent.flatMap((one, recency) => (one.list === list ? { ...one, recency } : []))
    const fits = yield* fitsIn(
      part,
      search,
      opened.map(({ open }) => open),
      limit,
    )
    for (const fit of fits)
      hits.push({ ...fit, list, recency: opened[fit.recency]?.recency ?? Number.POSITIVE_INFINITY })
  }
  // The sort keeps the order of the kinds and of the lists.
  return hits.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      Number(other.list === present) - Number(one.list === present) ||
      difference(one.recency, other.recency),
  )
}

/** What a code leads to. */
export interface ExactHits {
  readonly hits: readonly Hit[]
  /** Whether the code was the one of a case, and these are what is in it. */
  readonly isCase: boolean
}

/** What has exactly this code, number, name or id; for a case without an item of its own, what is in it. */
export function findExactly(parts: Parts, text: string): ExactHits {
  const own = exactly(parts, text)
  const base = own.length > 0 ? null : baseUnitOf(text)
  if (base === null) return { hits: own, isCase: false }
  const inside = exactly(parts, base).filter(({ rank }) => rank === RANK.code)
  return { hits: inside, isCase: inside.length > 0 }
}

/** Only the best: a code means more than a number, and both more than an id that looks like it. */
function exactly(parts: Parts, text: string): Hit[] {
  const search = readSearch(text)
  if (search === null) return []
  const { whole } = search
  const hits = FOUND_LISTS.flatMap((list) =>
    exactIn(parts.get(list) ?? [], search).map((fit) => ({ ...fit, list })),
  )
  const best = hits.reduce<Rank>((rank, hit) => (hit.rank < rank ? hit.rank : rank), RANK.inside)
  const ranked = hits.filter(({ rank }) => rank === best)
  const named = ranked.filter(({ name, number }) =>
    [name, number].some((shown) => folded(shown) === whole),
  )
  return best === RANK.exact && named.length > 0 ? named : ranked
}

function difference(one: number, other: number): number {
  return one === other ? 0 : one - other
}
