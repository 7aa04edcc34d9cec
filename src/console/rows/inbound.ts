/** Inbound records, flattened: one row per item (console.md section 2). */
import type { Row } from '#contract/collections.ts'
import { ANSWER_FIELDS } from '#console/rows/erp-answer.ts'
import { entriesIn, otherFields, scalarOf, valueOf } from '#console/rows/loose.ts'
import { objectsIn } from '#console/rows/nested.ts'
import { type FloorRecord, newestFirst, readFloorRecord } from '#console/rows/reports.ts'
import { walk, type Work } from '#console/rows/work.ts'

type Shown = string | number | null

/** What the record says of all of its items. */
const DATA_FIELDS = [
  'action',
  'binName',
  'binId',
  'location',
  'locationName',
  'containerName',
  'inboundShipmentId',
] as const

/** What it says of each. */
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

/** One item of an inbound record, with what the record says of it. */
export interface InboundRow extends FloorRecord, Fields {
  /** Which of the rows of its record it is: they share an id. */
  readonly line: string
  readonly userName: string | null
  /** What nobody announced, of record, data and item. */
  readonly rest: Row
}

const ITEMS = ['itemData', 'items', 'itemDetails']
const RECORD_FIELDS = ['id', 'created_at', 'updated_at', 'inbound_data', ...ANSWER_FIELDS]
const PERSON_FIELDS = ['userName', 'username', 'user']

/** Flattens records, newest first; a record without items keeps one row. */
export function* flattenInbound(records: readonly Row[]): Work<InboundRow[]> {
  const rows: InboundRow[] = []
  let nth = 0
  yield* walk(records, (record) => {
    rows.push(...flatten(record, nth))
    nth += 1
  })
  return yield* newestFirst(rows)
}

function flatten(record: Row, nth: number): InboundRow[] {
  const shared = readFloorRecord(record)
  const found = objectsIn(valueOf(record, ['inbound_data']))
  const parts = found.length > 0 ? found : [{}]
  const lines = parts.flatMap((data) => {
    const items = entriesIn(valueOf(data, ITEMS) ?? valueOf(record, ITEMS))
    return (items.length > 0 ? items : [{}]).map((item) => ({ data, item }))
  })
  return lines.map(({ data, item }, place) => ({
    ...shared,
    line: shared.id === null ? `${String(nth)}.${String(place)}` : String(place),
    userName: scalarText(valueOf(data, PERSON_FIELDS)) ?? shared.username,
    ...(Object.fromEntries([
      ...DATA_FIELDS.map((field) => [field, scalarOf(valueOf(data, [field]))]),
      ...ITEM_FIELDS.map((field) => [field, scalarOf(valueOf(item, [field]))]),
    ]) as Fields),
    rest: {
      ...rest(record, [...RECORD_FIELDS, ...PERSON_FIELDS, ...ITEMS]),
      ...rest(data, [...DATA_FIELDS, ...PERSON_FIELDS, ...ITEMS]),
      ...rest(item, ITEM_FIELDS),
    },
  }))
}

function rest(row: Row, known: readonly string[]): Row {
  return Object.fromEntries(otherFields(row, known).map((field) => [field, row[field]]))
}

function scalarText(value: unknown): string | null {
  const plain = scalarOf(value)
  return plain === null ? null : String(plain)
}
