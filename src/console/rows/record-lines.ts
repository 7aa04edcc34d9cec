/** The items of a floor record, one line each, wherever the app has put them and whatever it called their fields. */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { numberOf } from '#console/rows/formats.ts'
import { entriesIn, isFilled, plainValueOf, scalarOf, valueOf } from '#console/rows/loose/loose.ts'

/** One item of a record. */
export interface RecordLine {
  /** As people know it: its name or number, or its id if the record has neither. */
  readonly item: string | null
  /** NetSuite's internal id of the item. */
  readonly itemId: string | null
  readonly bin: string | null
  /** The target of a transfer. */
  readonly toBin: string | null
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

type Role = 'item' | 'itemId' | 'bin' | 'toBin' | 'quantity' | 'expected' | 'difference'

/** The names of each fact, the most telling first. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  item: ['item_name', 'item_number', 'item', 'sku', 'item_description', 'description'],
  itemId: ['item_internal_id', 'item_id'],
  bin: ['bin_number', 'bin_name', 'bin'],
  toBin: ['to_bin_number', 'to_bin_name', 'to_bin'],
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

/** 'ITEM-1', or 'ITEM-1 and 2 more'; null without items. */
export function itemsInWords(lines: readonly RecordLine[]): string | null {
  let first: string | null = null
  let others: Set<string> | null = null
  for (const { item } of lines) {
    if (item === null || item === first) continue
    if (first === null) first = item
    else (others ??= new Set()).add(item)
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
  return total
}

const NONE: readonly string[] = []
const EMPTY: RecordLines = { lines: [], fields: NONE }

function linesOfBin(bin: Row): RecordLine[] {
  const found = rolesIn(bin, false)
  const name = textIn(bin, found.bin) ?? textOf(bin['name'])
  const items = entriesIn(valueOf(bin, ITEM_DATA))
  if (items.length > 0) return items.map((item) => inBin(readLine(item, name), name))
  return found.item === undefined ? [] : [lineOf(bin, found, name)]
}

/** In a transfer the item names the target, and the bin around it is where it came from. */
function inBin(line: RecordLine, bin: string | null): RecordLine {
  if (bin === null || line.bin === null || line.bin === bin)
    return { ...line, bin: line.bin ?? bin }
  return { ...line, bin, toBin: line.toBin ?? line.bin }
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
  const computed = quantity !== null && expected !== null ? quantity - expected : null
  return {
    item: textIn(row, found.item) ?? textIn(row, found.itemId),
    itemId: textIn(row, found.itemId),
    bin: textIn(row, found.bin) ?? bin,
    toBin: textIn(row, found.toBin),
    quantity,
    expected,
    difference: said ?? computed,
  }
}

function amountIn(row: Row, field: string | undefined): number | null {
  return field === undefined ? null : numberOf(plainValueOf(row[field]))
}

function textIn(row: Row, field: string | undefined): string | null {
  return field === undefined ? null : textOf(row[field])
}

function textOf(value: unknown): string | null {
  const plain = scalarOf(value)
  return plain === null ? null : String(plain)
}
