/** The items of a floor record, one line each, wherever the app has put them and whatever it called their fields. */
import type { Row } from '#contract/collections.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import {
  type BinPlace,
  isLocated,
  mayBeOneLocation,
  placeOf,
} from '#console/rows/lines/bin-place.ts'
import {
  lineOf,
  quantityIn,
  type RecordLine,
  type ReportKind,
  rolesIn,
  textIn,
  textOf,
} from '#console/rows/lines/record-line.ts'
import { entriesIn, valueOf } from '#console/rows/loose/loose.ts'
import { exactSum } from '#console/rows/quantities.ts'

/** The lines of a record, and the fields of the record itself that they were read from. */
export interface RecordLines {
  readonly lines: readonly RecordLine[]
  readonly fields: readonly string[]
}

/** The fields that hold the items of a record or a bin. */
export const ITEM_DATA = ['item_data', 'items']

interface Parts {
  readonly items: readonly Row[]
  readonly binData: readonly Row[]
  readonly binsData: readonly Row[]
}

/** The record's own items, otherwise those of its bins, otherwise the bins or the record as lines of their own. */
export function linesOf(
  record: Row,
  kind: ReportKind,
  { items, binData, binsData }: Parts,
): RecordLines {
  if (items.length > 0) return { lines: items.map((item) => readLine(item, kind)), fields: NONE }
  const bins = binData.length > 0 ? binData : binsData
  const found = rolesIn(record, false)
  const ofRecord = kind === 'transfer' ? lineOf(record, kind, found) : null
  const lines = bins.flatMap((bin) => linesOfBin(bin, kind, ofRecord))
  if (lines.length > 0) return { lines, fields: NONE }
  const quantity = quantityIn(found, kind)
  if (found.item === undefined && quantity === undefined) return EMPTY
  const shown = [found.item, quantity, found.difference]
  return {
    lines: [lineOf(record, kind, found)],
    fields: shown.filter((field) => field !== undefined),
  }
}

function readLine(item: Row, kind: ReportKind): RecordLine {
  return lineOf(item, kind, rolesIn(item, true))
}

/** 'ITEM-1', or 'ITEM-1 and 2 more'; null without items. The same for the bins of the lines. */
export function itemsInWords(
  lines: readonly RecordLine[],
  nameOf: (line: RecordLine) => string | null = ({ item }) => item,
): string | null {
  let first: string | null = null
  let others: Set<string> | null = null
  for (const line of lines) {
    const name = nameOf(line)
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

/** @param ofRecord the bin of the record, which is the source of a transfer whose entries name none */
function linesOfBin(bin: Row, kind: ReportKind, ofRecord: RecordLine | null): RecordLine[] {
  const found = rolesIn(bin, false)
  const named = textIn(bin, found.bin) ?? textOf(bin['name'])
  const own = { ...lineOf(bin, kind, found), bin: named }
  const items = entriesIn(valueOf(bin, ITEM_DATA))
  if (items.length === 0) return found.item === undefined ? [] : [own]
  const around = ofRecord ? withBinOf(own, ofRecord) : own
  return items.map((item) => inBin(readLine(item, kind), kind, around))
}

/** The source of a transfer: the bin of the entry, or that of the record. */
function withBinOf(entry: RecordLine, record: RecordLine): RecordLine {
  const own: Bin = [entry.bin, entry.at.binId]
  const [bin, binId] = withId(own, entry.at, [record.bin, record.at.binId])
  return { ...entry, bin, at: { ...entry.at, binId } }
}

/** A bin's number and its id. */
type Bin = readonly [number: string | null, id: string | null]

/**
 * A bin, or the one around it if it is not named. A repeated number means the bin around it, unless a location is said
 * (docs/erp.md).
 */
function withId(own: Bin, at: BinPlace, around: Bin): Bin {
  const [number, id] = own
  if (number === null && id === null) return around
  if (id !== null || isLocated(at) || !isOneNumber(number, around[0])) return own
  return [number, around[1]]
}

/**
 * In a transfer the item names the target, and the bin around it is where it came from; the target of items that name
 * none is that of the bin. Where only one of the two says its location, it is that of both (docs/erp.md).
 */
function inBin(line: RecordLine, kind: ReportKind, around: RecordLine): RecordLine {
  const isMoved = isOtherBin(line, kind, around)
  const bin = isMoved ? around.bin : (line.bin ?? around.bin)
  const binId = isMoved ? around.at.binId : (line.at.binId ?? around.at.binId)
  const target: Bin = [around.toBin, around.to.binId]
  const own = isMoved ? withId([line.bin, line.at.binId], line.at, target) : target
  const [toBin, toBinId] = withId([line.toBin, line.to.binId], line.to, own)
  if (toBin === null && toBinId === null)
    return { ...line, bin, at: placeOf(binId, line.at, around.at) }
  const at = { ...sourcePlace(line, around), binId }
  return { ...line, bin, at, toBin, to: placeOf(toBinId, line.to, around.to, line.at, at) }
}

/** Whether an item names another bin than the one around it. */
function isOtherBin(line: RecordLine, kind: ReportKind, around: RecordLine): boolean {
  const [id, other] = [line.at.binId, around.at.binId]
  if (id !== null && other !== null) return id !== other
  // A number here and an id there cannot be compared. An item of a transfer names its target.
  if (line.bin === null || around.bin === null)
    return kind === 'transfer' && isBinNamed(line) && isBinNamed(around)
  if (!isOneNumber(line.bin, around.bin)) return true
  return kind === 'transfer' ? isMovedBetween(line, around) : !mayBeOneLocation(line.at, around.at)
}

/** Whether a transfer between bins of one number is one between locations. */
function isMovedBetween(line: RecordLine, around: RecordLine): boolean {
  const source = sourcePlace(line, around)
  const target = placeOf(null, around.to, line.at, source)
  return isLocated(source) ? !mayBeOneLocation(source, target) : isLocated(target)
}

/** An id says where its bin is, so the location of the item is that of the target alone. */
function sourcePlace(line: RecordLine, { at }: RecordLine): BinPlace {
  return at.binId === null ? placeOf(null, at, line.at) : placeOf(at.binId, at)
}

function isOneNumber(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.toLowerCase() === other.toLowerCase()
}

function isBinNamed({ bin, at }: RecordLine): boolean {
  return bin !== null || at.binId !== null
}
