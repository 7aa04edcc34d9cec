/** The lines of a record as the device sent them, whichever form the record has. Nothing is looked up here. */
import type { PulledCollection, Row } from '#contract/collections.ts'
import {
  SentBinAdjustment,
  SentBinTransfer,
  type SentAdjustedItem,
  type SentBin,
  type SentTransferredItem,
} from '#contract/records/sent-records.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import { firstText, isId, nameKey, textOf } from '#server/erp/booking/meaning/sent-values.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'

/** Something named by its id, by texts such as a number, or both. */
export interface SentName {
  /** From a field for ids. */
  readonly id: string | null
  /** What a person reads or scans. All of them mean the same thing. */
  readonly names: readonly string[]
}

export interface SentPlace {
  readonly bin: SentName
  readonly location: SentName
}

export interface SentLine {
  readonly item: SentName
  readonly quantity: unknown
  readonly from: SentPlace
  /** For a transfer: where the items go. */
  readonly to: SentPlace | null
  /** The location of the target as the item says it, where the entry says it too: both must be the same. */
  readonly alsoTo: SentName | null
  readonly stock: SentStock
}

/** What a line says of its stock besides the quantity. */
export interface SentStock {
  readonly lot: string | null
  readonly serials: readonly string[]
  readonly expires: string | null
  readonly status: SentName
  readonly unit: string | null
}

/** @throws Unbookable if the record is unreadable or has no lines */
export function sentLines(collection: BookedCollection, record: Row): SentLine[] {
  const lines = collection === 'binTransfer' ? transferLines(record) : adjustmentLines(record)
  if (lines.length === 0) throw new Unbookable('The record has no items.', 'empty')
  return lines
}

/** Its items are in `item_data`, or under their bins. */
function adjustmentLines(record: Row): SentLine[] {
  const { item_data, bin_data, bin_name, bin_id } = readAs(SentBinAdjustment, record)
  const ofRecord = nameOf(bin_id, bin_name)
  const entries = (bin_data ?? []).map((entry) => {
    const location = nameOf(entry.locationId, entry.location)
    const bin = withId(nameOf(entry.binId, entry.binName), ofRecord, location)
    return { bin, location, items: entry.itemData ?? [] }
  })
  const lines = (item_data ?? []).map((item) => {
    const near = nameOf(item.location_id, item.location)
    const bin = withId(nameOf(item.bin_id, item.bin_number), ofRecord, near)
    const isTold = bin.id !== null || isNamed(near)
    const name = nameOf(item.item_internal_id, item.item_number, item.upc_code)
    const entry = entryAbout(bin, entries, isTold)
    if (!entry) return lineOf(item, name, { bin, location: near })
    return lineOf(item, name, {
      bin: withId(bin, entry.bin, near),
      location: isNamed(near) ? near : entry.location,
    })
  })
  if (lines.length > 0) return lines
  return entries.flatMap((entry) =>
    entry.items.map((item) => {
      const near = nameOf(item.locationId, item.location)
      return lineOf(item, nameOf(item.itemId, item.itemName, item.upcCode), {
        bin: withId(nameOf(item.binInternalId, item.binNumber), entry.bin, near),
        location: isNamed(near) ? near : entry.location,
      })
    }),
  )
}

/**
 * The entry about the bin of a line: which bin of its number is meant may stand only there.
 * @param isTold whether the line says that itself
 * @throws Unbookable if several entries are about different bins of this number
 */
function entryAbout<E extends SentPlace>(
  bin: SentName,
  entries: readonly E[],
  isTold: boolean,
): E | undefined {
  if (!isNamed(bin)) return entries.length === 1 ? entries[0] : undefined
  const about = entries.filter(
    (one) =>
      isOneName(one.bin, bin) &&
      (one.bin.id !== null || isNamed(one.location)) &&
      (bin.id === null || one.bin.id === null || one.bin.id === bin.id),
  )
  const [entry, ...others] = about
  const other = others.find((one) => entry && shownPlace(one) !== shownPlace(entry))
  if (!entry || !other) return entry
  if (isTold) return undefined
  throw new Unbookable(`The record names two bins: ${shownPlace(entry)} and ${shownPlace(other)}.`)
}

function shownPlace({ bin, location }: SentPlace): string {
  const id = bin.id === null ? '' : ` with the id ${bin.id}`
  return `${bin.names[0] ?? ''}${isNamed(location) ? ` in ${shownName(location)}` : id}`
}

/**
 * The bin that a line or an entry names, or the one around it if it names none. A repeated number means the bin around
 * it, whose id counts: locations share bin numbers. A line or an entry with a location of its own means the bin there.
 */
function withId(own: SentName, around: SentName, location: SentName): SentName {
  if (!isNamed(own)) return around
  if (own.id !== null || isNamed(location) || !isOneName(own, around)) return own
  return { ...own, id: around.id }
}

function isOneName(one: SentName, other: SentName): boolean {
  const keys = new Set(other.names.map(nameKey))
  return one.names.some((name) => keys.has(nameKey(name)))
}

function transferLines(record: Row): SentLine[] {
  const { bin_data, bin_name, bin_id } = readAs(SentBinTransfer, record)
  const ofRecord = nameOf(bin_id, bin_name)
  return (bin_data ?? []).flatMap((entry) => linesOfEntry(entry, ofRecord))
}

/**
 * From the bin and location of the entry to those of the item. Where only one says its `location`, it is that of both; a
 * `toLocation` is that of the target alone.
 */
function linesOfEntry(entry: SentBin, ofRecord: SentName): SentLine[] {
  const here = nameOf(entry.locationId, entry.location)
  const bin = withId(nameOf(entry.binId, entry.binName), ofRecord, here)
  const target = nameOf(entry.toBinId, entry.toBinNumber)
  const there = nameOf(entry.toLocationId, entry.toLocation)
  return (entry.itemData ?? []).map((item) => {
    const own = nameOf(item.binInternalId, item.binNumber)
    const near = nameOf(item.locationId, item.location)
    // An id says where its bin is, so the location of the item is that of the target alone.
    const source = isNamed(here) || bin.id !== null ? here : near
    const to = {
      bin: withId(own, target, near),
      location: isNamed(there) ? there : isNamed(near) ? near : source,
    }
    const alsoTo = isNamed(there) && isNamed(near) ? near : null
    const name = nameOf(item.itemId, item.itemName, item.upcCode)
    return { ...lineOf(item, name, { bin, location: source }), to, alsoTo }
  })
}

function lineOf(
  item: SentAdjustedItem | SentTransferredItem,
  name: SentName,
  from: SentPlace,
): SentLine {
  return {
    item: name,
    quantity: item.quantity,
    from,
    to: null,
    alsoTo: null,
    stock: {
      lot: textOf(item.lot_number),
      serials: (item.serial_numbers ?? []).flatMap((one) => textOf(one) ?? []),
      expires: textOf(item.expiration_date),
      status: nameOf(item.inventory_status_id, item.inventory_status),
      unit: textOf(item.unit),
    },
  }
}

/** Whether a record names something at all. */
export function isNamed({ id, names }: SentName): boolean {
  return id !== null || names.length > 0
}

/** The lists that lines name things of. An account without bins has no rows of bins to wait for. */
export function listsNamed(lines: readonly SentLine[]): readonly PulledCollection[] {
  const namesBins = lines.some(({ from, to }) => isNamed(from.bin) || (to && isNamed(to.bin)))
  return ['locations', ...(namesBins ? (['bins'] as const) : []), 'items']
}

/** What a sentence calls it. */
export function shownName({ id, names }: SentName): string {
  return names[0] ?? (id === null ? '' : `with the id ${id}`)
}

/** A text in a field for ids that cannot be an id is a name. */
function nameOf(id: unknown, ...names: readonly unknown[]): SentName {
  const known = firstText(id)
  const texts = names.flatMap((name) => textOf(name) ?? [])
  if (known === null) return { id: null, names: texts }
  return isId(known) ? { id: known, names: texts } : { id: null, names: [...texts, known] }
}

/** Checked when it was stored; a row that something else has written may not be. */
function readAs<T>(
  schema: { safeParse: (value: unknown) => { success: boolean; data?: T } },
  record: Row,
): T {
  const { data } = schema.safeParse(record)
  if (data === undefined) throw new Unbookable('The record cannot be read.')
  return data
}
