/** A floor record as a NetSuite request (erp.md section 7). */
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { BookedLine } from '#server/erp/booking/booked-lines.ts'
import type { ErpRecord } from '#server/erp/transport/client.ts'

/** The sublist of both record types. */
const SUBLIST = 'inventory'

/** @param account that adjustments are booked to; null for the default of the ERP */
export function bookingRequest(
  collection: BookedCollection,
  { id, by }: { readonly id: string; readonly by: string },
  lines: readonly BookedLine[],
  account: string | null,
): ErpRecord {
  const isTransfer = collection === 'binTransfer'
  const place = { id: lines[0]?.location.id ?? '' }
  const head = isTransfer
    ? { location: place }
    : { adjLocation: place, ...(account !== null && { account: { id: account } }) }
  return {
    type: isTransfer ? 'bintransfer' : 'inventoryadjustment',
    externalId: externalIdOf(id),
    sublist: SUBLIST,
    body: {
      ...head,
      memo: `Recorded by ${by} (${id})`,
      [SUBLIST]: { items: isTransfer ? lines.map(transferLine) : lines.map(adjustmentLine) },
    },
  }
}

/** The external id of a record in NetSuite, the same however often it is sent. */
export function externalIdOf(id: string): string {
  return `dockside-${id}`
}

function adjustmentLine({ item, location, quantity, bin }: BookedLine) {
  return {
    item: { id: item.id },
    location: { id: location.id },
    adjustQtyBy: quantity,
    ...(bin && { inventoryDetail: detail([{ binNumber: { id: bin.id }, quantity }]) }),
  }
}

function transferLine({ item, quantity, bin, toBin }: BookedLine) {
  const move = { binNumber: { id: bin?.id ?? '' }, toBinNumber: { id: toBin?.id ?? '' }, quantity }
  return { item: { id: item.id }, inventoryDetail: detail([move]) }
}

function detail(items: readonly object[]) {
  return { inventoryAssignment: { items } }
}
