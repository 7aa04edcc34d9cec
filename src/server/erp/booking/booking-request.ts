/** A floor record as a NetSuite request (erp.md section 7). */
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { BookedLine } from '#server/erp/booking/meaning/booked-lines.ts'
import type { NumberIds } from '#server/erp/booking/inventory-numbers.ts'
import type { ErpRecord } from '#server/erp/transport/client.ts'

/** The sublist of all record types. */
const SUBLIST = 'inventory'

export const BOOKING_TYPES = ['inventoryadjustment', 'bintransfer', 'inventorytransfer'] as const
export type BookingType = (typeof BOOKING_TYPES)[number]

/** What a booking needs besides its lines. */
export interface BookingFacts {
  /** That of our record. */
  readonly id: string
  readonly by: string
  /** The day on which it happened, in the time zone of the account. */
  readonly day: string
  /** The account that adjustments are booked to; null for the default of the ERP. */
  readonly account: string | null
  /** NetSuite's ids of lots and serial numbers that leave their place. */
  readonly numberIds: NumberIds
}

/** A transfer between locations is an inventory transfer, within one a bin transfer. */
export function bookingTypeOf(
  collection: BookedCollection,
  lines: readonly BookedLine[],
): BookingType {
  if (collection !== 'binTransfer') return 'inventoryadjustment'
  const isWithin = lines.every(({ from, to }) => from.location.id === to?.location.id)
  return isWithin ? 'bintransfer' : 'inventorytransfer'
}

export function bookingRequest(
  type: BookingType,
  lines: readonly BookedLine[],
  facts: BookingFacts,
): ErpRecord {
  const items = lines.map((line) => lineOf(type, line, facts.numberIds))
  return {
    type,
    externalId: externalIdOf(facts.id),
    sublist: SUBLIST,
    body: {
      ...headOf(type, lines, facts),
      tranDate: facts.day,
      memo: memoOf(facts),
      [SUBLIST]: { items },
    },
  }
}

/** A bin transfer takes no longer one. */
const MEMO_LENGTH = 40

/** Who made the record; its id comes first, because a long user ID is cut off. */
function memoOf({ id, by }: BookingFacts): string {
  let memo = ''
  // By letters, so that none is cut in half.
  for (const letter of `${id} by ${by}`) {
    if (memo.length + letter.length > MEMO_LENGTH) break
    memo += letter
  }
  return memo
}

/** The external id of a record in NetSuite, the same however often it is sent. */
export function externalIdOf(id: string): string {
  return `dockside-${id}`
}

function headOf(type: BookingType, lines: readonly BookedLine[], { account }: BookingFacts) {
  const [first] = lines
  const location = { id: first?.from.location.id ?? '' }
  const subsidiary = first?.from.location.subsidiary ?? null
  const owner = subsidiary !== null && { subsidiary: { id: subsidiary } }
  if (type === 'bintransfer') return { location }
  if (type === 'inventorytransfer')
    return { location, transferLocation: { id: first?.to?.location.id ?? '' }, ...owner }
  return { adjLocation: location, ...(account !== null && { account: { id: account } }), ...owner }
}

function lineOf(type: BookingType, line: BookedLine, numberIds: NumberIds) {
  const { item, from, detail } = line
  const quantity = detail.sent
  const assignments = assignmentsOf(type, line, numberIds)
  return {
    item: { id: item.id },
    ...(type === 'inventoryadjustment' && { location: { id: from.location.id } }),
    ...(type === 'bintransfer' ? { quantity } : { adjustQtyBy: quantity }),
    ...(detail.unit !== null && { units: detail.unit }),
    ...(assignments.length > 0 && {
      inventoryDetail: { quantity, inventoryAssignment: { items: assignments } },
    }),
  }
}

/** The parts of the inventory detail: one, or one for each serial number. Their sum is the quantity of the line. */
function assignmentsOf(type: BookingType, line: BookedLine, numberIds: NumberIds): object[] {
  const { item, from, to, detail } = line
  const { numbers, expires, status, sent: quantity } = detail
  const isPlain = numbers.length === 0 && status === null
  if (isPlain && from.bin === null && !to?.bin && type !== 'bintransfer') return []
  const part = {
    ...(from.bin && { binNumber: { id: from.bin.id } }),
    ...(to?.bin && { toBinNumber: { id: to.bin.id } }),
    ...(status !== null && { inventoryStatus: { id: status } }),
    // Without it, what moves would get the account's default status.
    ...(status !== null && to && { toInventoryStatus: { id: status } }),
    ...(expires !== null && { expirationDate: expires }),
  }
  if (numbers.length === 0) return [{ ...part, quantity }]
  const isNew = type === 'inventoryadjustment' && quantity > 0
  return numbers.map((number) => ({
    ...part,
    ...(isNew
      ? { receiptInventoryNumber: number }
      : { issueInventoryNumber: { id: numberIds.get(item.id)?.get(number) ?? '' } }),
    quantity: quantity / numbers.length,
  }))
}
