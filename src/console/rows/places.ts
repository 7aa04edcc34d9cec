/** The locations of an inventory: which of its rows lie in one, and what it is called. */
import type { Pair } from '#console/rows/pair-numbers.ts'

/** One location, the same object in all rows of a list. */
export interface Place {
  /** Names its column. */
  readonly id: string
  /** Its name, with its id where two are called the same; empty where neither is known. */
  readonly title: string
  /** Tells it from the others of its list. */
  readonly nth: number
}

/**
 * The place of each pair of location and location id. Two ids are two places, also where they are
 * called the same; an id without a name is the place that has this id elsewhere.
 */
export function placesOf(pairs: readonly Pair[]): readonly Place[] {
  const namesOf = gathered(pairs.map(([name, id]) => [id, name]))
  const named = pairs.map(([name, id]): Pair => {
    if (name !== '') return [name, id]
    const [only = id, ...others] = namesOf.get(id) ?? []
    return [others.length === 0 ? only : id, id]
  })
  const idsOf = gathered(named)
  const places = new Map<string, Place>()
  return named.map(([name, id]) => {
    const isOneOfSeveral = id !== '' && (idsOf.get(name)?.size ?? 0) > 1
    const key = isOneOfSeveral ? `of:${encodeURIComponent(id)}:${name}` : `at:${name}`
    const title = isOneOfSeveral ? `${name} (${id})` : name
    const place = places.get(key) ?? { id: key, title, nth: places.size }
    places.set(key, place)
    return place
  })
}

/** In the order in which a person counts, those of one name by their ids. */
export function inOrder(places: Iterable<Place>): Place[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...places].sort((one, other) => compare(one.title, other.title))
}

/** What comes second in the pairs, by what comes first; an empty text is neither. */
function gathered(pairs: readonly Pair[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [of, one] of pairs) {
    if (of === '' || one === '') continue
    const ones = found.get(of) ?? new Set<string>()
    found.set(of, ones.add(one))
  }
  return found
}
