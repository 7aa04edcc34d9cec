// The records that a connector may write (erp.md section 7).
import { invalidContent } from '#test/netsuite/errors.ts'
import type { Part } from '#test/netsuite/records/fields.ts'
import { lines, pathTo, quantity, reference, userError } from '#test/netsuite/records/fields.ts'
import { assertOpen, dayOf, subsidiaryOf } from '#test/netsuite/records/head.ts'
import { adjusted, moved } from '#test/netsuite/records/line-detail.ts'
import type { RecordLine, SavedRecord } from '#test/netsuite/records/saved-record.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** What a record says. */
export type ReadRecord = Pick<SavedRecord, 'day' | 'subsidiary' | 'lines'>

/** Reads a record; throws INVALID_CONTENT or USER_ERROR for an invalid one. */
export type Reads = (body: Part, warehouse: Warehouse) => ReadRecord

/** The sublist of all record types, as named in `?replace=`. */
export const SUBLIST = 'inventory'

/** By record type. */
export const recordTypes: ReadonlyMap<string, Reads> = new Map([
  ['inventoryadjustment', readAdjustment],
  ['bintransfer', readBinTransfer],
  ['inventorytransfer', readInventoryTransfer],
])

function readAdjustment(body: Part, warehouse: Warehouse): ReadRecord {
  if (body.fields['account'] === undefined) throw userError('account', 'Please enter an account.')
  const head = active(body, 'adjLocation', 'location', warehouse)
  const day = dayOf(body)
  assertOpen(day, warehouse)
  const places: number[] = [head]
  const found = sublist(body).map((line): RecordLine => {
    const item = active(line, 'item', 'item', warehouse)
    const location = active(line, 'location', 'location', warehouse)
    places.push(location)
    const total = quantity(line, 'adjustQtyBy')
    const moves = adjusted(line, { item, location, total }, warehouse)
    return { item, moves }
  })
  return { day, subsidiary: subsidiaryOf(body, places, warehouse), lines: found }
}

function readBinTransfer(body: Part, warehouse: Warehouse): ReadRecord {
  const location = active(body, 'location', 'location', warehouse)
  assertMemo(body)
  const found = sublist(body).map((line): RecordLine => {
    const item = active(line, 'item', 'item', warehouse)
    if (line.fields['quantity'] === undefined)
      throw userError(pathTo(line, 'quantity'), 'Please enter value(s) for: Quantity.')
    const total = quantity(line, 'quantity')
    return { item, moves: moved(line, { item, from: location, to: location, total }, warehouse) }
  })
  return { day: dayOf(body), subsidiary: null, lines: found }
}

function readInventoryTransfer(body: Part, warehouse: Warehouse): ReadRecord {
  const from = active(body, 'location', 'location', warehouse)
  const to = active(body, 'transferLocation', 'location', warehouse)
  if (from === to) throw userError('transferLocation', 'The locations must be different.')
  const day = dayOf(body)
  assertOpen(day, warehouse)
  const found = sublist(body).map((line): RecordLine => {
    const item = active(line, 'item', 'item', warehouse)
    const total = quantity(line, 'adjustQtyBy')
    if (total < 0) throw invalidContent(pathTo(line, 'adjustQtyBy'), 'Invalid quantity.')
    return { item, moves: moved(line, { item, from, to, total }, warehouse) }
  })
  return { day, subsidiary: subsidiaryOf(body, [from, to], warehouse), lines: found }
}

function sublist(body: Part): Part[] {
  const found = lines(body, SUBLIST)
  if (found.length === 0) throw userError(SUBLIST, 'You must enter at least one line item.')
  return found
}

/** A bin transfer has a shorter memo than other transactions. */
function assertMemo({ fields }: Part): void {
  const { memo } = fields
  if (typeof memo !== 'string' || memo.length <= MEMO_LENGTH) return
  const what = `The field memo contained more than the maximum number ( ${MEMO_LENGTH} ) of characters allowed.`
  throw userError('memo', what)
}

const MEMO_LENGTH = 40

/** A reference to a row that is in use. */
function active(
  parent: Part,
  name: string,
  table: 'item' | 'location',
  warehouse: Warehouse,
): number {
  const id = reference(parent, name, table, warehouse)
  if (warehouse.find(table, id)?.isinactive === 'T')
    throw invalidContent(pathTo(parent, name), `Invalid reference key for ${name}: it is inactive.`)
  return id
}
