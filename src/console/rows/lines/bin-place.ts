/** The locations of bins, because locations share bin numbers. */

/** Where a bin is, as far as a record says it. */
export interface BinPlace {
  /** NetSuite's internal id of the bin. */
  readonly binId: string | null
  readonly location: string | null
  readonly locationId: string | null
}

export const NOWHERE: BinPlace = { binId: null, location: null, locationId: null }

/** A bin in the first location that is known. */
export function placeOf(binId: string | null, ...places: readonly BinPlace[]): BinPlace {
  const { location, locationId } = places.find(isLocated) ?? NOWHERE
  return { binId, location, locationId }
}

/** Whether a place says its location. */
export function isLocated({ location, locationId }: BinPlace): boolean {
  return location !== null || locationId !== null
}

/** Whether two places may be in one location: by id, by the full name, or by the short one. */
export function mayBeOneLocation(one: BinPlace, other: BinPlace): boolean {
  if (one.locationId !== null && other.locationId !== null)
    return one.locationId === other.locationId
  if (one.location === null || other.location === null) return true
  const [name, another] = [one.location.toLowerCase(), other.location.toLowerCase()]
  return name === another || name.endsWith(` : ${another}`) || another.endsWith(` : ${name}`)
}
