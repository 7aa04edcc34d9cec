/** The locations of an inventory, and which rows belong to each. */
import type { Pair } from '#console/rows/pair-numbers.ts'

/** One location; all rows of a list, and of those made from it, share the same object. */
export interface Place {
  /** The id of its column. */
  readonly id: string
  /** Its name, followed by its id if another location has the same name; empty if neither is known. */
  readonly title: string
}

/**
 * The place of each pair of location and location id. Different ids are different places, even with
 * the same name. An id without a name is the place that has this id elsewhere.
 * @param known places of the list before, which stay the same objects
 */
export function placesOf(pairs: readonly Pair[], known: Iterable<Place> = []): readonly Place[] {
  const namesOf = groupSeconds(pairs.map(([name, id]) => [id, name]))
  const named = pairs.map(([name, id]): Pair => {
    if (name !== '') return [name, id]
    const [only = id, ...others] = namesOf.get(id) ?? []
    return [others.length === 0 ? only : id, id]
  })
  const idsOf = groupSeconds(named)
  const places = new Map(Array.from(known, (place) => [place.id, place]))
  return named.map(([name, id]) => {
    const isOneOfSeveral = id !== '' && (idsOf.get(name)?.size ?? 0) > 1
    const key = isOneOfSeveral ? `of:${encodeURIComponent(id)}:${name}` : `at:${name}`
    const title = isOneOfSeveral ? `${name} (${id})` : name
    const place = places.get(key) ?? { id: key, title }
    places.set(key, place)
    return place
  })
}

/** In natural order of their names, then by their ids. */
export function sortPlaces(places: Iterable<Place>): Place[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return [...places].sort(
    (one, other) => compare(one.title, other.title) || compare(one.id, other.id),
  )
}

/** The second values of the pairs, grouped by the first; pairs with an empty text are skipped. */
function groupSeconds(pairs: readonly Pair[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const [of, one] of pairs) {
    if (of === '' || one === '') continue
    const ones = found.get(of) ?? new Set<string>()
    found.set(of, ones.add(one))
  }
  return found
}
