/** The location and the bin that a line means. Bin numbers are unique only within a location. */
import { ERP_NAME } from '#contract/constants.ts'
import type { Home } from '#server/db/schema/floor.ts'
import {
  hasPath,
  type KnownBin,
  type KnownItem,
  type KnownLocation,
  type KnownRows,
} from '#server/erp/booking/meaning/known-rows.ts'
import {
  isNamed,
  type SentName,
  type SentPlace,
  shownName,
} from '#server/erp/booking/meaning/sent-lines.ts'
import { nameKey } from '#server/erp/booking/meaning/sent-values.ts'
import { notPulled, notPulledWhole, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

export interface Place {
  readonly location: KnownLocation
  /** Null if the line names none. */
  readonly bin: KnownBin | null
}

/** @throws Unbookable */
export function findPlace(known: KnownRows, sent: SentPlace, home: Home | null): Place {
  const named = isNamed(sent.location) ? findLocation(known, sent.location) : null
  if (!isNamed(sent.bin)) return used({ location: named ?? homeOf(known, home), bin: null })
  const { id, names } = sent.bin
  const bin = id === null ? binCalled(known, sent.bin, named, home) : knownBin(known, id)
  assertCalled(known, bin, id, names)
  const location = locationOf(known, bin)
  if (named && named.id !== location.id)
    throw new Unbookable(
      `The bin ${bin.number} is in the location ${location.path}, not in ${named.path}.`,
    )
  return used({ location, bin })
}

/**
 * A location by its id, its full name, or its short name if only one has it. If a line says more than one
 * of them, they must agree.
 * @throws Unbookable
 */
export function findLocation(known: KnownRows, sent: SentName): KnownLocation {
  const { id, names } = sent
  const called = names.map((name) => locationsCalled(known, name))
  if (id !== null) {
    const location = known.locations.find((one) => one.id === id)
    if (!location) throw notPulled('location', `with the id ${id}`)
    const wrong = names.find((_, nth) => called[nth]?.every((one) => one.id !== id))
    if (wrong !== undefined)
      throw new Unbookable(
        `The record says location ${wrong}, but the id ${id} is that of ${location.path}.`,
      )
    return location
  }
  const [name = ''] = names
  const [location, ...others] = called[0] ?? []
  if (!location) throw notPulled('location', name)
  if (others.length > 0)
    throw new Unbookable(
      `There are several locations called ${name}: ${[location, ...others].map(({ path }) => path).join(', ')}. ` +
        'The record must say the full name, or the id.',
    )
  // A text in the field for the id is a name, too.
  const nth = called.findIndex((all) => all.every((one) => one.id !== location.id))
  const wrong = names[nth]
  if (wrong === undefined) return location
  if (called[nth]?.length === 0) throw notPulled('location', wrong)
  throw new Unbookable(`The record names two locations: ${name} and ${wrong}.`)
}

/** A name without a colon may be the short name of one location and the full name of another: both count. */
function locationsCalled({ locations }: KnownRows, name: string): readonly KnownLocation[] {
  const found = locations.filter((one) => hasPath(one, name) || nameKey(one.name) === nameKey(name))
  const active = found.filter(({ isInactive }) => !isInactive)
  return active.length > 0 ? active : found
}

function homeOf(known: KnownRows, home: Home | null): KnownLocation {
  if (!home) throw new Unbookable('The record names no location.')
  return findLocation(known, { id: null, names: [home.location] })
}

function knownBin(known: KnownRows, id: string): KnownBin {
  const bin = known.bin(id)
  if (!bin) throw notPulled('bin', `with the id ${id}`)
  return bin
}

/**
 * @param id that the record says; without one, a text in the field for it is one more name
 * @throws Unbookable that names both if a bin is not what the record also calls it
 */
function assertCalled(
  known: KnownRows,
  bin: KnownBin,
  id: string | null,
  names: readonly string[],
): void {
  const wrong = names.find((name) => nameKey(name) !== nameKey(bin.number))
  if (wrong === undefined) return
  const isKnown = known.binsCalled(wrong).length > 0
  const both =
    id === null
      ? `The record names two bins: ${bin.number} and ${wrong}.`
      : `The record says bin ${wrong}, but the id ${id} is that of ${bin.number}.`
  throw new Unbookable(
    `${both}${isKnown ? '' : ' Sync bins, then try again.'}`,
    isKnown ? 'record' : 'unknown',
    isKnown ? null : 'bins',
  )
}

/**
 * A bin by its number in a location: that of the record, or else the home of the person. Who works
 * everywhere may leave the location out where only one location has such a bin.
 */
function binCalled(
  known: KnownRows,
  sent: SentName,
  named: KnownLocation | null,
  home: Home | null,
): KnownBin {
  const number = shownName(sent)
  const all = known.binsCalled(number)
  if (all.length === 0) throw notPulled('bin', number)
  const isAnywhere = !named && (home?.isEverywhere ?? true)
  if (isAnywhere && all.length === 1 && all[0]) return all[0]
  if (!named && !home)
    throw new Unbookable(`There are several bins ${number}: the record must name the location.`)
  const place = named ?? homeOf(known, home)
  const [bin, ...others] = all.filter((one) => isIn(known, one, place))
  if (bin && others.length === 0) return bin
  if (bin)
    throw new Unbookable(
      `There are several bins ${number} in ${place.path}: the record must say the id.`,
    )
  throw new Unbookable(
    `The bin ${number} is not in the location ${place.path}. Sync bins, then try again.`,
    'unknown',
    'bins',
  )
}

function isIn(known: KnownRows, bin: KnownBin, place: KnownLocation): boolean {
  return bin.locationId === null
    ? locationNamed(known, bin)?.id === place.id
    : bin.locationId === place.id
}

function locationOf(known: KnownRows, bin: KnownBin): KnownLocation {
  const found =
    bin.locationId === null
      ? locationNamed(known, bin)
      : known.locations.find(({ id }) => id === bin.locationId)
  if (!found) throw notPulled('location', bin.location ?? `with the id ${bin.locationId ?? ''}`)
  return found
}

/** Rows that were pulled before bins had the id of their location have its full name. */
function locationNamed({ locations }: KnownRows, { location }: KnownBin) {
  const found = locations.filter((one) => location !== null && hasPath(one, location))
  return found.length === 1 ? found[0] : undefined
}

/** @throws Unbookable if it is out of use, or an earlier version pulled it */
function used(place: Place): Place {
  const { location, bin } = place
  if (location.isInactive)
    throw new Unbookable(`The location ${location.path} is inactive in ${ERP_NAME}.`)
  if (bin?.isInactive)
    throw new Unbookable(`The bin ${bin.number} of ${location.path} is inactive in ${ERP_NAME}.`)
  if (location.isIncomplete) throw notPulledWhole('location', location.path)
  return place
}

/**
 * The place of an item there. An item that NetSuite keeps in no bins is in none, whatever the line says.
 * @throws Unbookable if the line must name a bin
 */
export function placeOf({ usesBins }: KnownItem, place: Place): Place {
  const { location, bin } = place
  if (usesBins === false) return { location, bin: null }
  if (bin === null && location.usesBins === true)
    throw new Unbookable(
      `The location ${location.path} works with bins: the record must name the bin.`,
    )
  return place
}
