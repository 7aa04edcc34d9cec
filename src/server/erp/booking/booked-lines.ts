/** The lines of a record with everything that NetSuite needs to know. */
import type { Row } from '#contract/collections.ts'
import { SentBinAdjustment, SentBinTransfer } from '#contract/records/sent-records.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { Database } from '#server/db/database.ts'
import {
  type BinReference,
  findBin,
  findItem,
  findLocation,
  type Reference,
  type Sent,
  textOf,
  Unbookable,
} from '#server/erp/booking/references.ts'

export interface BookedLine {
  readonly item: Reference
  readonly location: Reference
  /** The change of the stock, or the quantity that is moved. */
  readonly quantity: number
  /** The bin of the item; null if the location has no bins. */
  readonly bin: BinReference | null
  /** For a transfer: the destination bin. */
  readonly toBin: BinReference | null
}

/**
 * @param home the location of the mobile user, for records without one
 * @throws Unbookable with the reason that the report shows
 */
export async function bookedLines(
  db: Database,
  collection: BookedCollection,
  record: Row,
  home: string | null,
): Promise<BookedLine[]> {
  const lines =
    collection === 'binTransfer'
      ? await transferLines(db, record, home)
      : await adjustmentLines(db, record, home)
  if (lines.length === 0) throw new Unbookable('The record has no items.')
  return lines
}

/** Its items are in `item_data`, or under their bins. */
async function adjustmentLines(db: Database, record: Row, home: string | null) {
  const { item_data, bin_data, bin_name, bin_id } = readAs(SentBinAdjustment, record)
  const lines: BookedLine[] = []
  const add = async (item: SentItem, bin: SentBinName, near: Sent): Promise<void> => {
    const place = textOf(near)
    const location = place === null ? null : await findLocation(db, place)
    const isNamed = textOf(bin.id) !== null || textOf(bin.number) !== null
    const found = isNamed ? await findBin(db, bin, location, home) : null
    lines.push({
      item: await findItem(db, item),
      location: location ?? (await locationOf(db, found, home)),
      quantity: quantityOf(item.quantity),
      bin: found,
      toBin: null,
    })
  }
  for (const item of item_data ?? []) {
    const named = textOf(item.bin_number) !== null
    const { item_internal_id: id, item_number: number, quantity } = item
    const bin = named ? { id: null, number: item.bin_number } : { id: bin_id, number: bin_name }
    await add({ id, number, quantity }, bin, item.location)
  }
  if (lines.length > 0) return lines
  for (const { binId, binName, location, itemData } of bin_data ?? [])
    for (const { itemId, itemName, quantity, binNumber, location: near } of itemData ?? []) {
      const own = textOf(binNumber)
      const bin = own === null ? { id: binId, number: binName } : { id: null, number: own }
      await add({ id: itemId, number: itemName, quantity }, bin, near ?? location)
    }
  return lines
}

/** From the bin of the entry to the bin of the item. */
async function transferLines(db: Database, record: Row, home: string | null) {
  const { bin_data } = readAs(SentBinTransfer, record)
  const lines: BookedLine[] = []
  for (const { binId, binName, location, toBinNumber, itemData } of bin_data ?? [])
    for (const item of itemData ?? []) {
      const place = textOf(item.location) ?? textOf(location)
      const near = place === null ? null : await findLocation(db, place)
      const bin = await findBin(db, { id: binId, number: binName }, near, home)
      const here = near ?? (await locationOf(db, bin, home))
      const target = textOf(item.binNumber) ?? textOf(toBinNumber)
      if (target === null)
        throw new Unbookable('The record does not say to which bin the items go.')
      const toBin = await findBin(db, { id: null, number: target }, here, home)
      if (toBin.id === bin.id)
        throw new Unbookable(`The record moves items from ${target} to ${target}.`)
      lines.push({
        item: await findItem(db, { id: item.itemId, number: item.itemName }),
        location: here,
        quantity: Math.abs(quantityOf(item.quantity)),
        bin,
        toBin,
      })
    }
  return lines
}

interface SentItem {
  readonly id: Sent
  readonly number: Sent
  readonly quantity: unknown
}

interface SentBinName {
  readonly id: Sent
  readonly number: Sent
}

/** The location of the record; without one that of its bin, or else that of the mobile user. */
function locationOf(
  db: Database,
  bin: BinReference | null,
  home: string | null,
): Promise<Reference> {
  const name = bin?.location ?? home
  if (name === null) throw new Unbookable('The record names no location.')
  return findLocation(db, name)
}

function quantityOf(value: unknown): number {
  const quantity = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof quantity !== 'number' || !Number.isFinite(quantity) || quantity === 0)
    throw new Unbookable('A line has no quantity.')
  return quantity
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
