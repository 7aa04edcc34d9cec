/** The items of a floor record, one line each, wherever the app has put them and whatever it called their fields. */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { numberOf } from '#console/rows/formats.ts'
import { exactSum } from '#console/rows/quantities.ts'
import {
  entriesIn,
  idOf,
  isFilled,
  plainValueOf,
  scalarOf,
  valueOf,
} from '#console/rows/loose/loose.ts'

/** Where a bin is, as far as a record says it: locations share bin numbers. */
export interface BinPlace {
  /** NetSuite's internal id of the bin. */
  readonly binId: string | null
  readonly location: string | null
  readonly locationId: string | null
}

export const NOWHERE: BinPlace = { binId: null, location: null, locationId: null }

/** One item of a record. */
export interface RecordLine {
  /** As people know it: its name or number, or its id if the record has neither. */
  readonly item: string | null
  /** NetSuite's internal id of the item. */
  readonly itemId: string | null
  readonly bin: string | null
  readonly at: BinPlace
  /** The target of a transfer. */
  readonly toBin: string | null
  readonly to: BinPlace
  /** What was counted, moved or received; of an adjustment, the signed change. */
  readonly quantity: number | null
  /** What NetSuite was believed to hold; null if the record does not say. */
  readonly expected: number | null
  /** As the record says it, otherwise quantity less expected; null where neither is known. */
  readonly difference: number | null
}

/** The lines of a record, and the fields of the record itself that they were read from. */
export interface RecordLines {
  readonly lines: readonly RecordLine[]
  readonly fields: readonly string[]
}

type Role =
  | Exclude<keyof RecordLine, 'at' | 'to'>
  | keyof BinPlace
  | 'toBinId'
  | 'toLocation'
  | 'toLocationId'

/** The names of each fact, the most telling first. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  item: ['item_name', 'item_number', 'item', 'sku', 'item_description', 'description'],
  itemId: ['item_internal_id', 'item_id'],
  bin: ['bin_number', 'bin_name', 'bin'],
  binId: ['bin_internal_id', 'bin_id'],
  location: ['location', 'location_name'],
  locationId: ['location_id'],
  toBin: ['to_bin_number', 'to_bin_name', 'to_bin'],
  toBinId: ['to_bin_id', 'to_bin_internal_id'],
  toLocation: ['to_location', 'to_location_name'],
  toLocationId: ['to_location_id'],
  quantity: ['counted_quantity', 'counted_qty', 'counted', 'quantity', 'qty'],
  expected: [
    'expected_quantity',
    'expected_qty',
    'expected',
    'system_quantity',
    'system_qty',
    'book_quantity',
  ],
  difference: ['difference', 'variance', 'quantity_difference', 'variance_quantity'],
}

interface Meaning {
  readonly role: Role
  readonly rank: number
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (Object.entries(NAMES) as [Role, readonly string[]][]).flatMap(([role, names]) =>
    names.map((name, rank) => [plainName(name), { role, rank }] as const),
  ),
)
/** Items that are plain texts are entries with this name. */
const NAMED: Meaning = { role: 'item', rank: NAMES.item.length }

/** The fields that hold the items of a record or a bin. */
export const ITEM_DATA = ['item_data', 'items']

interface Parts {
  readonly items: readonly Row[]
  readonly binData: readonly Row[]
  readonly binsData: readonly Row[]
}

/** The record's own items, otherwise those of its bins, otherwise the bins or the record as lines of their own. */
export function linesOf(record: Row, { items, binData, binsData }: Parts): RecordLines {
  if (items.length > 0) return { lines: items.map((item) => readLine(item, null)), fields: NONE }
  const bins = binData.length > 0 ? binData : binsData
  const lines = bins.flatMap(linesOfBin)
  if (lines.length > 0) return { lines, fields: NONE }
  const found = rolesIn(record, false)
  if (found.item === undefined && found.quantity === undefined) return EMPTY
  const shown = [found.item, found.quantity, found.difference]
  return {
    lines: [lineOf(record, found, null)],
    fields: shown.filter((field) => field !== undefined),
  }
}

/** One received item as a line. */
export function readLine(item: Row, bin: string | null): RecordLine {
  return lineOf(item, rolesIn(item, true), bin)
}

/** 'ITEM-1', or 'ITEM-1 and 2 more'; null without items. The same for the bins of the lines. */
export function itemsInWords(
  lines: readonly RecordLine[],
  field: 'item' | 'bin' | 'toBin' = 'item',
): string | null {
  let first: string | null = null
  let others: Set<string> | null = null
  for (const line of lines) {
    const name = line[field]
    if (name === null || name === first) continue
    if (first === null) first = name
    else (others ??= new Set()).add(name)
  }
  return first === null || !others ? first : tableTexts.andMore(first, others.size)
}

/** The sum over all lines, in the items' units; null where no line says. */
export function totalOf(
  lines: readonly RecordLine[],
  field: 'quantity' | 'difference',
): number | null {
  let total: number | null = null
  for (const line of lines) {
    const value = line[field]
    if (value !== null) total = (total ?? 0) + value
  }
  return total === null ? null : exactSum(total)
}

const NONE: readonly string[] = []
const EMPTY: RecordLines = { lines: [], fields: NONE }

function linesOfBin(bin: Row): RecordLine[] {
  const found = rolesIn(bin, false)
  const name = textIn(bin, found.bin) ?? textOf(bin['name'])
  const items = entriesIn(valueOf(bin, ITEM_DATA))
  if (items.length === 0) return found.item === undefined ? [] : [lineOf(bin, found, name)]
  const around = lineOf(bin, found, name)
  return items.map((item) => inBin(readLine(item, null), around))
}

/**
 * In a transfer the item names the target, and the bin around it is where it came from; the target of items that name
 * none is that of the bin. Where only one of the two says its location, it is that of both (docs/erp.md).
 */
function inBin(line: RecordLine, around: RecordLine): RecordLine {
  const isMoved = isOtherBin(line, around)
  const bin = isMoved ? around.bin : (line.bin ?? around.bin)
  const binId = isMoved ? around.at.binId : (line.at.binId ?? around.at.binId)
  const targets: readonly (readonly [bin: string | null, id: string | null])[] = [
    [line.toBin, line.to.binId],
    isMoved ? [line.bin, line.at.binId] : NO_BIN,
    [around.toBin, around.to.binId],
  ]
  const [toBin, toBinId] = targets.find(([name, id]) => name !== null || id !== null) ?? NO_BIN
  if (toBin === null && toBinId === null)
    return { ...line, bin, at: placeOf(binId, line.at, around.at) }
  const at = placeOf(binId, around.at, line.at)
  return { ...line, bin, at, toBin, to: placeOf(toBinId, line.to, around.to, line.at, at) }
}

const NO_BIN = [null, null] as const

/** Whether an item names another bin than the one around it. */
function isOtherBin(line: RecordLine, around: RecordLine): boolean {
  const [id, other] = [line.at.binId, around.at.binId]
  if (id !== null && other !== null) return id !== other
  if (line.bin === null || around.bin === null) return false
  return line.bin !== around.bin || !mayBeOneLocation(line.at, around.at)
}

/** A bin in the first location that is known. */
function placeOf(binId: string | null, ...places: readonly BinPlace[]): BinPlace {
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

type Found = { [R in Role]?: string }

/** The field of each fact, in one pass over the row: there may be hundreds of thousands. */
function rolesIn(row: Row, isItem: boolean): Found {
  const found: Found = {}
  const ranks: { [R in Role]?: number } = {}
  for (const field of Object.keys(row)) {
    const meaning = MEANINGS.get(plainName(field)) ?? (isItem && field === 'name' ? NAMED : null)
    if (!meaning || !isFilled(row[field])) continue
    const { role, rank } = meaning
    if ((ranks[role] ?? Number.POSITIVE_INFINITY) <= rank) continue
    ranks[role] = rank
    found[role] = field
  }
  return found
}

function lineOf(row: Row, found: Found, bin: string | null): RecordLine {
  const quantity = amountIn(row, found.quantity)
  const expected = amountIn(row, found.expected)
  const said = amountIn(row, found.difference)
  const computed = quantity !== null && expected !== null ? exactSum(quantity - expected) : null
  return {
    item: textIn(row, found.item) ?? textIn(row, found.itemId),
    itemId: textIn(row, found.itemId),
    bin: textIn(row, found.bin) ?? bin,
    at: placeIn(row, found.binId, found.location, found.locationId),
    toBin: textIn(row, found.toBin),
    to: placeIn(row, found.toBinId, found.toLocation, found.toLocationId),
    quantity,
    expected,
    difference: said ?? computed,
  }
}

/** Most records say nothing of it, and there may be hundreds of thousands of lines. */
function placeIn(
  row: Row,
  binId: string | undefined,
  location: string | undefined,
  locationId: string | undefined,
): BinPlace {
  if (binId === undefined && location === undefined && locationId === undefined) return NOWHERE
  return {
    binId: idIn(row, binId),
    location: textIn(row, location),
    locationId: idIn(row, locationId),
  }
}

function amountIn(row: Row, field: string | undefined): number | null {
  return field === undefined ? null : numberOf(plainValueOf(row[field]))
}

function textIn(row: Row, field: string | undefined): string | null {
  return field === undefined ? null : textOf(row[field])
}

function idIn(row: Row, field: string | undefined): string | null {
  const id = field === undefined ? null : idOf(row[field])
  return id === null ? null : String(id)
}

function textOf(value: unknown): string | null {
  const plain = scalarOf(value)
  return plain === null ? null : String(plain)
}
