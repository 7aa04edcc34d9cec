/** Inbound records, flattened: one row per item (specification.md section 2). */
import type { Row } from '#contract/collections.ts'
import { plainName } from '#contract/records/plain-name.ts'
import {
  entriesIn,
  fieldOf,
  fieldsByName,
  idOf,
  isFilled,
  scalarOf,
  textOf,
  valueOf,
} from '#console/rows/loose/loose.ts'
import { objectsIn } from '#console/rows/loose/objects.ts'
import {
  FLOOR_FIELDS,
  type FloorRecord,
  newestFirst,
  readFloorRecord,
  reasonOf,
  withoutPerson,
} from '#console/rows/reports.ts'
import { numberOf } from '#console/rows/formats.ts'
import { exactSum } from '#console/rows/quantities.ts'
import { NOWHERE } from '#console/rows/lines/bin-place.ts'
import type { RecordLine } from '#console/rows/lines/record-line.ts'
import { restOf, without, withOuter } from '#console/rows/loose/rest.ts'
import { usernameOf } from '#console/rows/loose/username.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

type Shown = string | number | null

/** Fields of the record that apply to all of its items. */
const DATA_FIELDS = [
  'action',
  'binName',
  'binId',
  'location',
  'locationName',
  'containerName',
  'inboundShipmentId',
] as const

/** Fields of each item. */
const ITEM_FIELDS = [
  'poId',
  'itemId',
  'upcCode',
  'itemName',
  'vendorName',
  'purchaseOrder',
  'enteredQuantity',
  'originalQuantity',
  'quantityReceived',
  'quantityRemaining',
] as const

type Fields = Record<(typeof DATA_FIELDS)[number] | (typeof ITEM_FIELDS)[number], Shown>

/** One item of an inbound record, with the fields of the record. */
export interface InboundRow extends FloorRecord, Fields {
  /** Tells the rows of one record apart, which share an id. */
  readonly line: string
  readonly userName: string | null
  /** What the ERP said, of a record that it refused. */
  readonly reason: string | null
  /** Undeclared fields of the record, its data and the item. */
  readonly rest: Row
}

const ITEMS = ['itemData', 'items', 'itemDetails']
const DATA = ['inbound_data']
/** The fields that are read from a record and its data; all others go to `rest`. */
const RECORD_GROUPS = [...FLOOR_FIELDS, DATA, ITEMS]
const DATA_GROUPS = [ITEMS]
/** In a list of plain texts, the texts are item names. */
const OTHER_NAMES: Partial<Record<keyof Fields, readonly string[]>> = { itemName: ['item', 'name'] }
/** The field that a name means, in any spelling; items use other names for some. */
const FIELDS_BY_NAME = new Map<string, keyof Fields>(
  [...ITEM_FIELDS, ...DATA_FIELDS].map((field) => [plainName(field), field]),
)
const ITEM_FIELDS_BY_NAME: ReadonlyMap<string, keyof Fields> = new Map([
  ...FIELDS_BY_NAME,
  ...(OTHER_NAMES.itemName ?? []).map((name) => [name, 'itemName'] as const),
])
const ID_FIELDS = new Set<string>([...ITEM_FIELDS, ...DATA_FIELDS].filter((f) => f.endsWith('Id')))

/** Flattens records, newest first; a record without items becomes one row. */
export function* flattenInbound(records: readonly Row[]): ChunkedTask<InboundRow[]> {
  const rows: InboundRow[] = []
  let nth = 0
  yield* walk(records, (record) => {
    rows.push(...flatten(record, nth))
    nth += 1
  })
  return yield* newestFirst(rows)
}

/** All items of the record that a row belongs to. */
export function receivedIn({ record }: InboundRow): RecordLine[] {
  return flatten(record, 0).flatMap((line) => {
    const item = line.itemName ?? line.itemId
    if (item === null) return []
    const quantity = receivedQuantityOf(line)
    const expected = numberOf(line.originalQuantity)
    return {
      item: String(item),
      itemId: textOf(line.itemId),
      bin: textOf(line.binName),
      at: NOWHERE,
      toBin: null,
      to: NOWHERE,
      quantity,
      expected,
      difference: quantity !== null && expected !== null ? exactSum(quantity - expected) : null,
    }
  })
}

/** How much of an item was received, wherever that is told; what was entered, where the record says no more. */
export function receivedQuantityOf({
  quantityReceived,
  enteredQuantity,
}: Pick<InboundRow, 'quantityReceived' | 'enteredQuantity'>): number | null {
  return numberOf(quantityReceived) ?? numberOf(enteredQuantity)
}

/** The rows of one record. @param nth tells records without an id apart */
export function flatten(record: Row, nth: number): InboundRow[] {
  const shared = readFloorRecord(record)
  const stored = valueOf(record, DATA)
  const found = objectsIn(stored)
  const parts = found.length > 0 ? found : [{}]
  const around = restOf(record, RECORD_GROUPS)
  // A value that is neither an object nor a list of objects is shown as it is.
  if (found.length === 0 && isFilled(stored)) around['inbound_data'] = stored
  const lines = parts.flatMap((data) => {
    const items = entriesIn(valueOf(data, ITEMS) ?? valueOf(record, ITEMS))
    // If the record names no person, each of several data objects may name its own
    // (decisions/console/reading-records.md).
    const own = found.length > 1 ? usernameOf({ ...record, inbound_data: data }) : null
    const userName = own ?? shared.username
    const outer = [levelOf(restOf(data, DATA_GROUPS), userName), levelOf(around, userName)]
    return (items.length > 0 ? items : [{}]).map((item) => ({
      userName,
      ...readLine([levelOf(item, userName), ...outer]),
    }))
  })
  const reason = reasonOf(shared)
  return lines.map((line, place) => ({
    ...shared,
    reason,
    line: shared.id === null ? `${String(nth)}.${String(place)}` : String(place),
    ...line,
  }))
}

/** An item, the data around it, or the record around both. */
interface Level {
  readonly row: Row
  readonly find: (name: string) => string | null
}

function levelOf(row: Row, userName: string | null): Level {
  const left = withoutPerson(row, userName)
  return { row: left, find: fieldsByName(left) }
}

/** Reads each field from the innermost level that has it, because some apps do not nest at all. */
function readLine(levels: readonly Level[]) {
  const taken = levels.map(() => new Set<string>())
  const take = (field: keyof Fields, from: number): Shown => {
    for (let nth = from; nth < levels.length; nth += 1) {
      const { row = {}, find } = levels[nth] ?? {}
      const name = find?.(field) ?? (nth === 0 ? fieldOf(row, OTHER_NAMES[field] ?? []) : null)
      if (name === null) continue
      taken[nth]?.add(name)
      return shownAs(field, row[name])
    }
    return null
  }
  const fields = Object.fromEntries([
    ...ITEM_FIELDS.map((field) => [field, take(field, 0)]),
    ...DATA_FIELDS.map((field) => [field, take(field, 1)]),
  ]) as Fields
  /** An empty field, or one that repeats the field its name means, needs no column. */
  const addsNothing = (
    name: string,
    value: unknown,
    meant: typeof ITEM_FIELDS_BY_NAME,
  ): boolean => {
    const field = meant.get(plainName(name))
    if (field === undefined) return false
    return !isFilled(value) || String(shownAs(field, value)) === String(fields[field])
  }
  const [ofItem = {}, ofData = {}, ofRecord = {}] = levels.map(({ row }, nth) =>
    without(row, (name) => {
      if (taken[nth]?.has(name)) return true
      return addsNothing(name, row[name], nth === 0 ? ITEM_FIELDS_BY_NAME : FIELDS_BY_NAME)
    }),
  )
  return { ...fields, rest: withOuter(ofItem, withOuter(ofData, ofRecord, 'record'), 'data') }
}

function shownAs(field: keyof Fields, value: unknown): Shown {
  return ID_FIELDS.has(field) ? idOf(value) : scalarOf(value)
}
