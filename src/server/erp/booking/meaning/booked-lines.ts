/** The lines of a record with everything that the ERP needs to know. */
import type { Row } from '#contract/collections.ts'
import { ERP_NAME } from '#contract/constants.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { Home } from '#server/db/schema/floor.ts'
import { type Detail, detailOf } from '#server/erp/booking/meaning/detail.ts'
import { findItem, shownItem } from '#server/erp/booking/meaning/find-item.ts'
import {
  findLocation,
  findPlace,
  type Place,
  placeOf,
} from '#server/erp/booking/meaning/find-place.ts'
import {
  type KnownItem,
  type KnownLocation,
  type KnownRows,
  knownRows,
} from '#server/erp/booking/meaning/known-rows.ts'
import { type SentLine, sentLines, type SentPlace } from '#server/erp/booking/meaning/sent-lines.ts'
import { NeedsChoices, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

export interface BookedLine {
  readonly item: KnownItem
  readonly from: Place
  /** For a transfer: where the items go. */
  readonly to: Place | null
  /** The change of the stock in base units, or the quantity that is moved. */
  readonly quantity: number
  readonly detail: Detail
}

/**
 * @param home of the person, for lines without a location
 * @param learn called for a unit or a status that is not in the list, which may be old: whether it is new now, so that
 *   what it still lacks is refused
 * @throws Unbookable with the reason that the report shows
 */
export async function bookedLines(
  db: Database | Transaction,
  collection: BookedCollection,
  record: Row,
  home: Home | null,
  learn: () => Promise<boolean>,
): Promise<BookedLine[]> {
  const read = (areNew: boolean) => linesWith(db, collection, record, home, areNew)
  try {
    return await read(false)
  } catch (error) {
    if (!(error instanceof NeedsChoices)) throw error
    return read(await learn())
  }
}

async function linesWith(
  db: Database | Transaction,
  collection: BookedCollection,
  record: Row,
  home: Home | null,
  areChoicesNew: boolean,
): Promise<BookedLine[]> {
  const lines = sentLines(collection, record)
  const known = await knownRows(db, lines, areChoicesNew)
  const booked = lines.map((line) => bookedLine(known, line, home))
  assertOneSubsidiary(booked)
  if (collection === 'binTransfer') assertOneWay(booked)
  return booked
}

/** @throws Unbookable */
export function bookedLine(known: KnownRows, line: SentLine, home: Home | null): BookedLine {
  const source = findPlace(known, line.from, home)
  const target = line.to && findTarget(known, line.to, source, home)
  if (target && line.alsoTo) assertSameTarget(target, findLocation(known, line.alsoTo))
  const item = findItem(known, line.item)
  const from = placeOf(item, source)
  const to = target && placeOf(item, target)
  const isWithin = to?.location.id === from.location.id
  if (isWithin) assertMoves(item, from, to)
  const given = quantityOf(line.quantity)
  // It may mean the way back, or what leaves the first bin.
  if (to && given < 0) throw new Unbookable('A transfer needs a quantity above zero.')
  const { quantity, detail } = detailOf(known, item, given, {
    ...line.stock,
    way: to && (isWithin ? 'within' : 'between'),
  })
  return { item, from, to, quantity, detail }
}

/** Where the items go. A target without a location is in that of the source. */
function findTarget(known: KnownRows, sent: SentPlace, from: Place, home: Home | null): Place {
  const here = { id: from.location.id, names: [] }
  const isSaid = sent.location.id !== null || sent.location.names.length > 0
  const place = { ...sent, location: isSaid ? sent.location : here }
  return findPlace(known, place, home)
}

/** Both locations may have a bin of that number, and the items would go to the wrong one. */
function assertSameTarget({ location }: Place, said: KnownLocation): void {
  if (said.id === location.id) return
  throw new Unbookable(`The record names two target locations: ${location.path} and ${said.path}.`)
}

/** Within a location, only bins tell places apart. */
function assertMoves(item: KnownItem, from: Place, to: Place): void {
  if (item.usesBins === false)
    throw new Unbookable(
      `Item ${shownItem(item)} is kept in no bins in ${ERP_NAME}, so it cannot move between them.`,
    )
  if (!to.bin) throw new Unbookable('The record does not say to which bin the items go.')
  if (!from.bin) throw new Unbookable('The record does not say from which bin the items come.')
  if (to.bin.id === from.bin.id)
    throw new Unbookable(`The record moves items from ${from.bin.number} to ${from.bin.number}.`)
}

/** An account with subsidiaries books a record in one of them. */
function assertOneSubsidiary(lines: readonly BookedLine[]): void {
  const places = lines.flatMap(({ from, to }) => [from, ...(to ? [to] : [])])
  const [first] = places
  const other = places.find(({ location }) => location.subsidiary !== first?.location.subsidiary)
  if (!first || !other) return
  throw new Unbookable(
    `The record is about two subsidiaries: ${shownWith(first)} and ${shownWith(other)}. Send one record for each.`,
  )
}

function shownWith({ location }: Place): string {
  const { path, subsidiary, subsidiaryName } = location
  return `${path} (${subsidiaryName ?? subsidiary ?? 'no subsidiary'})`
}

/** A transfer goes from one location to one location. */
function assertOneWay(lines: readonly BookedLine[]): void {
  const ways = new Map(lines.map((line) => [wayOf(line), line]))
  if (ways.size <= 1) return
  const shown = [...ways.values()].map(
    ({ from, to }) => `from ${from.location.path} to ${to?.location.path ?? ''}`,
  )
  throw new Unbookable(
    `The record moves items ${shown.join(' and ')}. Send one record for each pair of locations.`,
  )
}

function wayOf({ from, to }: BookedLine): string {
  return `${from.location.id} ${to?.location.id ?? ''}`
}

function quantityOf(value: unknown): number {
  const quantity = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof quantity !== 'number' || !Number.isFinite(quantity) || quantity === 0)
    throw new Unbookable('A line has no quantity.')
  return quantity
}
