// The inventory detail of a line: bins, lots, serial numbers, statuses and units, checked as NetSuite checks them.
import { invalidContent } from '#test/netsuite/errors.ts'
import {
  child,
  lines,
  type Part,
  pathTo,
  quantity,
  reference,
  userError,
} from '#test/netsuite/records/fields.ts'
import type { Move } from '#test/netsuite/records/saved-record.ts'
import { DEFAULT_STATUS } from '#test/netsuite/records/stock.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

interface Adjusted {
  readonly item: number
  readonly location: number
  /** In the unit of the line. */
  readonly total: number
}

/** The moves of a line of an adjustment. */
export function adjusted(line: Part, about: Adjusted, warehouse: Warehouse): Move[] {
  const { item, location, total } = about
  const rate = rateOf(line, item, warehouse)
  const details = assignmentsOf(line)
  if (details.length === 0) {
    if (needsDetail(item, [location], warehouse)) throw detailNeeded(line)
    return [{ item, location, bin: null, quantity: total * rate }]
  }
  checkSum(line, details, total)
  return details.map((detail) => {
    const by = quantity(detail, 'quantity')
    return {
      item,
      location,
      bin: binOf(detail, 'binNumber', { item, location }, warehouse),
      quantity: by * rate,
      ...numberOf(detail, item, by, by > 0, warehouse),
      ...statusOf(detail, warehouse),
    }
  })
}

interface Moved {
  readonly item: number
  readonly from: number
  readonly to: number
  /** In the unit of the line. */
  readonly total: number
}

/** The moves of a line of a transfer. */
export function moved(line: Part, about: Moved, warehouse: Warehouse): Move[] {
  const { item, from, to, total } = about
  const rate = rateOf(line, item, warehouse)
  const details = assignmentsOf(line)
  if (details.length === 0) {
    if (from === to || needsDetail(item, [from, to], warehouse)) throw detailNeeded(line)
    return bothWays(item, from, to, { bin: null, toBin: null, quantity: total * rate })
  }
  checkSum(line, details, total)
  return details.flatMap((detail) => {
    const by = quantity(detail, 'quantity')
    return bothWays(item, from, to, {
      bin: binOf(detail, 'binNumber', { item, location: from }, warehouse),
      toBin: binOf(detail, 'toBinNumber', { item, location: to }, warehouse),
      quantity: by * rate,
      ...numberOf(detail, item, by, false, warehouse),
      ...statusOf(detail, warehouse),
      ...targetStatusOf(detail, warehouse),
    })
  })
}

interface BothWays extends Omit<Move, 'item' | 'location'> {
  readonly toBin: number | null
  readonly toStatus?: number
}

function bothWays(
  item: number,
  from: number,
  to: number,
  { bin, toBin, quantity: by, toStatus, ...rest }: BothWays,
): Move[] {
  const target = toStatus === undefined ? {} : { status: toStatus }
  return [
    { item, location: from, bin, quantity: -by, ...rest },
    { item, location: to, bin: toBin, quantity: by, ...rest, ...target },
  ]
}

function assignmentsOf(line: Part): Part[] {
  return lines(child(line, 'inventoryDetail'), 'inventoryAssignment')
}

function needsDetail(item: number, places: readonly number[], warehouse: Warehouse): boolean {
  const { islotitem, isserialitem } = warehouse.find('item', item) ?? {}
  const hasBins = places.some((location) => isInBins({ item, location }, warehouse))
  return hasBins || islotitem === 'T' || isserialitem === 'T'
}

/** How many base units the unit of the line is: the one that it names, or the stock unit of the item. */
function rateOf(line: Part, item: number, warehouse: Warehouse): number {
  const { unitstype, stockunit } = warehouse.find('item', item) ?? {}
  const named = line.fields['units'] !== undefined
  if (named && typeof line.fields['units'] !== 'string')
    throw invalidContent(pathTo(line, 'units'), 'Invalid value for units: a string is expected.')
  const id = named ? reference(line, 'units', 'unitstypeuom', warehouse) : (stockunit ?? null)
  const unit = id === null ? undefined : warehouse.find('unitstypeuom', id)
  if (named && unit?.unitstype !== unitstype)
    throw invalidContent(pathTo(line, 'units'), 'Invalid reference key for units.')
  return unit?.conversionrate ?? 1
}

interface Kept {
  readonly item: number
  readonly location: number
}

/** Both the item and the location say whether bins are used. */
function isInBins({ item, location }: Kept, warehouse: Warehouse): boolean {
  const isKept = warehouse.find('item', item)?.usebins !== 'F'
  return isKept && warehouse.find('location', location)?.usebins === 'T'
}

function binOf(detail: Part, name: string, kept: Kept, warehouse: Warehouse): number | null {
  if (!isInBins(kept, warehouse) && detail.fields[name] === undefined) return null
  const { item, location } = kept
  if (warehouse.find('item', item)?.usebins === 'F')
    throw userError(pathTo(detail, name), 'Please select use bins flag for this item.')
  const id = reference(detail, name, 'bin', warehouse)
  const bin = warehouse.find('bin', id)
  if (bin?.location !== location)
    throw invalidContent(pathTo(detail, name), 'The bin belongs to another location.')
  if (bin.isinactive === 'T')
    throw invalidContent(pathTo(detail, name), 'Invalid reference key: the bin is inactive.')
  return id
}

/** The lot or serial number: a new one by its text, one that is there by its id. */
function numberOf(
  detail: Part,
  item: number,
  by: number,
  isReceipt: boolean,
  warehouse: Warehouse,
): Pick<Move, 'number' | 'expires'> {
  const { islotitem, isserialitem } = warehouse.find('item', item) ?? {}
  const name = isReceipt ? 'receiptInventoryNumber' : 'issueInventoryNumber'
  const given = detail.fields[name]
  if (islotitem !== 'T' && isserialitem !== 'T') {
    if (given === undefined) return {}
    throw userError(pathTo(detail, name), 'The item is not numbered.')
  }
  if (given === undefined || given === '')
    throw userError(pathTo(detail, name), 'Please enter a lot or serial number.')
  if (isserialitem === 'T' && Math.abs(by) !== 1)
    throw userError(pathTo(detail, 'quantity'), 'The quantity of a serial number must be 1.')
  if (!isReceipt) {
    const number = reference(detail, name, 'inventorynumber', warehouse)
    if (warehouse.find('inventorynumber', number)?.item === item) return { number }
    throw invalidContent(pathTo(detail, name), 'The number belongs to another item.')
  }
  if (typeof given !== 'string')
    throw invalidContent(pathTo(detail, name), `Invalid value for ${name}.`)
  const known = warehouse.find('inventorynumber', { item, inventorynumber: given })
  const number = (known ?? warehouse.add('inventorynumber', { item, inventorynumber: given })).id
  const expires = detail.fields['expirationDate']
  return typeof expires === 'string' ? { number, expires } : { number }
}

function statusOf(detail: Part, warehouse: Warehouse): Pick<Move, 'status'> {
  if (detail.fields['inventoryStatus'] === undefined) return {}
  return { status: reference(detail, 'inventoryStatus', 'inventorystatus', warehouse) }
}

/** Stock that moves keeps its status only where the record says so. */
function targetStatusOf(detail: Part, warehouse: Warehouse): { readonly toStatus?: number } {
  if (detail.fields['toInventoryStatus'] !== undefined)
    return { toStatus: reference(detail, 'toInventoryStatus', 'inventorystatus', warehouse) }
  return detail.fields['inventoryStatus'] === undefined ? {} : { toStatus: DEFAULT_STATUS }
}

/** The quantity of the detail, if it has one, is that of the line and of the assignments. */
function checkSum(line: Part, details: readonly Part[], total: number): void {
  const sum = details.reduce((so, detail) => so + quantity(detail, 'quantity'), 0)
  const own = child(line, 'inventoryDetail')
  const isSame = own.fields['quantity'] === undefined || quantity(own, 'quantity') === total
  if (isSame && Math.abs(sum - total) < 1e-9) return
  const what = 'The inventory detail quantity must match the line quantity.'
  throw userError(pathTo(line, 'inventoryDetail'), what)
}

function detailNeeded(line: Part) {
  const what = 'Please configure the inventory detail for this line.'
  return userError(pathTo(line, 'inventoryDetail'), what)
}
