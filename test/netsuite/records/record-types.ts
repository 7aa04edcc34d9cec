// The records that a connector may write, and how their lines change the stock
// (erp.md section 7).
import { invalidContent, NetSuiteError } from '#test/netsuite/errors.ts'
import type { Part } from '#test/netsuite/records/fields.ts'
import { child, lines, pathTo, quantity, reference } from '#test/netsuite/records/fields.ts'
import type { Move, RecordLine } from '#test/netsuite/records/saved-record.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** Reads the lines of a record; throws INVALID_CONTENT or USER_ERROR for invalid ones. */
export type ReadLines = (body: Part, warehouse: Warehouse) => RecordLine[]

/** The sublist of both record types, as named in `?replace=`. */
export const SUBLIST = 'inventory'

/** By record type. */
export const recordTypes: ReadonlyMap<string, ReadLines> = new Map([
  ['inventoryadjustment', readAdjustment],
  ['bintransfer', readTransfer],
])

function readAdjustment(body: Part, warehouse: Warehouse): RecordLine[] {
  if (body.fields['account'] === undefined) throw userError('account', 'Please enter an account.')
  reference(body, 'adjLocation', 'location', warehouse)
  return sublist(body).map((line) => adjustmentLine(line, warehouse))
}

function readTransfer(body: Part, warehouse: Warehouse): RecordLine[] {
  const location = reference(body, 'location', 'location', warehouse)
  return sublist(body).map((line) => transferLine(line, location, warehouse))
}

function adjustmentLine(line: Part, warehouse: Warehouse): RecordLine {
  const item = reference(line, 'item', 'item', warehouse)
  const location = reference(line, 'location', 'location', warehouse)
  const total = quantity(line, 'adjustQtyBy')
  const details = assignments(line)
  if (details.length === 0) {
    if (warehouse.find('location', location)?.usebins === 'T') throw detailNeeded(line)
    return { item, moves: [{ item, location, bin: null, quantity: total }] }
  }
  const moves = details.map((detail): Move => ({
    item,
    location,
    bin: binOf(detail, 'binNumber', location, warehouse),
    quantity: quantity(detail, 'quantity'),
  }))
  checkSum(line, moves, total)
  return { item, moves }
}

function transferLine(line: Part, location: number, warehouse: Warehouse): RecordLine {
  const item = reference(line, 'item', 'item', warehouse)
  const details = assignments(line)
  if (details.length === 0) throw detailNeeded(line)
  const moves = details.flatMap((detail): Move[] => {
    const from = binOf(detail, 'binNumber', location, warehouse)
    const to = binOf(detail, 'toBinNumber', location, warehouse)
    const moved = quantity(detail, 'quantity')
    return [
      { item, location, bin: from, quantity: -moved },
      { item, location, bin: to, quantity: moved },
    ]
  })
  return { item, moves }
}

function sublist(body: Part): Part[] {
  const found = lines(body, SUBLIST)
  if (found.length === 0) throw userError(SUBLIST, 'You must enter at least one line item.')
  return found
}

function assignments(line: Part): Part[] {
  return lines(child(line, 'inventoryDetail'), 'inventoryAssignment')
}

function binOf(detail: Part, name: string, location: number, warehouse: Warehouse): number {
  const bin = reference(detail, name, 'bin', warehouse)
  if (warehouse.find('bin', bin)?.location !== location) {
    throw invalidContent(pathTo(detail, name), 'The bin belongs to another location.')
  }
  return bin
}

function checkSum(line: Part, moves: readonly Move[], total: number): void {
  const sum = moves.reduce((so, move) => so + move.quantity, 0)
  if (sum === total) return
  const what = 'The inventory detail quantity must match the line quantity.'
  throw userError(pathTo(line, 'inventoryDetail'), what)
}

function detailNeeded(line: Part): NetSuiteError {
  const what = 'Please configure the inventory detail for this line.'
  return userError(pathTo(line, 'inventoryDetail'), what)
}

function userError(path: string, what: string): NetSuiteError {
  return new NetSuiteError(400, 'USER_ERROR', what, { 'o:errorPath': path })
}
