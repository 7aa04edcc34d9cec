/**
 * What is stored with a record after its booking, in the shape that the reports read (specification.md
 * section 3).
 */
import { ERP_NAME } from '#contract/constants.ts'
import type { AcknowledgedItem, ErpResponse } from '#contract/records/erp-response.ts'
import type { BookedCollection } from '#server/db/mirror/floor-records.ts'
import type { BookedLine } from '#server/erp/booking/booked-lines.ts'

/** @param erpId NetSuite's id of the booking, if it is known */
export function bookedResponse(
  collection: BookedCollection,
  lines: readonly BookedLine[],
  erpId: string | null,
  at: Date,
): ErpResponse {
  const idField = collection === 'binTransfer' ? 'binTransferId' : 'inventoryAdjustmentId'
  return {
    message: `Processed by ${ERP_NAME}`,
    operation_time: at.toISOString(),
    netsuite_acknowledgment: {
      message: 'Booked',
      success: true,
      ...(erpId !== null && { [idField]: erpId }),
      itemDetails: lines.map(itemDetail),
    },
  }
}

/** @param nextAt when the booking is retried; null if it is not */
export function failedResponse(
  lines: readonly BookedLine[],
  reason: string,
  at: Date,
  nextAt: Date | null,
): ErpResponse {
  return {
    message:
      nextAt === null
        ? `Not booked in ${ERP_NAME}`
        : `Not booked in ${ERP_NAME} yet. Retrying automatically.`,
    operation_time: at.toISOString(),
    netsuite_acknowledgment: {
      message: reason,
      success: false,
      itemDetails: lines.map(itemDetail),
    },
  }
}

/** Unknown values, such as the quantities after the booking, are left empty. */
function itemDetail({ item, location, quantity, bin, toBin }: BookedLine): AcknowledgedItem {
  return {
    item: item.name ?? item.id,
    status: null,
    on_hand: null,
    location: location.name ?? location.id,
    available: null,
    bin_number: bin ? (bin.name ?? bin.id) : null,
    bin_internal_id: bin?.id ?? null,
    inventory_number: null,
    item_internal_id: item.id,
    quantity,
    ...(toBin && { to_bin_number: toBin.name ?? toBin.id }),
  }
}
