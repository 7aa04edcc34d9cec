/** One item of a floor record, whatever the mobile app called its fields. */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { numberOf } from '#console/rows/formats.ts'
import { type BinPlace, NOWHERE } from '#console/rows/lines/bin-place.ts'
import { idOf, isFilled, plainValueOf, scalarOf } from '#console/rows/loose/loose.ts'
import { exactSum } from '#console/rows/quantities.ts'

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
  /** What was counted or moved; of an adjustment, the signed change. */
  readonly quantity: number | null
  /** What NetSuite was believed to hold; null if the record does not say. */
  readonly expected: number | null
  /** As the record says it, otherwise what was counted less expected; null where neither is known. */
  readonly difference: number | null
}

/** The bin of a line as people read it: its number, or its id if the record has no number. */
export function sourceOf({ bin, at }: RecordLine): string | null {
  return bin ?? at.binId
}

/** The same for the target of a transfer. */
export function targetOf({ toBin, to }: RecordLine): string | null {
  return toBin ?? to.binId
}

/** The kind of a report: the same fields mean something else in each. */
export type ReportKind = 'count' | 'adjustment' | 'transfer'

type Role =
  | Exclude<keyof RecordLine, 'at' | 'to'>
  | 'counted'
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
  counted: ['counted_quantity', 'counted_qty', 'counted'],
  quantity: ['quantity', 'qty'],
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

/** The field that each fact was read from. */
export type Found = { [R in Role]?: string }

/** The field of each fact, in one pass over the row: there may be hundreds of thousands. */
export function rolesIn(row: Row, isItem: boolean): Found {
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

/** The field of the quantity: a count shows what was counted, other records what they change. */
export function quantityIn({ counted, quantity }: Found, kind: ReportKind): string | undefined {
  return kind === 'count' ? (counted ?? quantity) : (quantity ?? counted)
}

export function lineOf(row: Row, kind: ReportKind, found: Found): RecordLine {
  const counted = amountIn(row, found.counted ?? found.quantity)
  const expected = amountIn(row, found.expected)
  const said = amountIn(row, found.difference)
  const computed = counted !== null && expected !== null ? exactSum(counted - expected) : null
  return {
    item: textIn(row, found.item) ?? textIn(row, found.itemId),
    itemId: textIn(row, found.itemId),
    bin: textIn(row, found.bin),
    at: placeIn(row, found.binId, found.location, found.locationId),
    toBin: textIn(row, found.toBin),
    to: placeIn(row, found.toBinId, found.toLocation, found.toLocationId),
    quantity: amountIn(row, quantityIn(found, kind)),
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

export function textIn(row: Row, field: string | undefined): string | null {
  return field === undefined ? null : textOf(row[field])
}

function idIn(row: Row, field: string | undefined): string | null {
  const id = field === undefined ? null : idOf(row[field])
  return id === null ? null : String(id)
}

export function textOf(value: unknown): string | null {
  const plain = scalarOf(value)
  return plain === null ? null : String(plain)
}
