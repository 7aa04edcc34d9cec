/**
 * What is stored with a record after its booking, in the shape that the reports read (specification.md
 * section 3).
 */
import { ERP_NAME } from '#contract/constants.ts'
import { type BookingState, bookingState } from '#contract/records/booking-answer.ts'
import type { AcknowledgedItem, ErpResponse } from '#contract/records/erp-response.ts'
import type { WaitsFor } from '#server/db/schema/floor.ts'
import type { BookedLine } from '#server/erp/booking/meaning/booked-lines.ts'
import type { BookingType } from '#server/erp/booking/booking-request.ts'

/** The report of transfers shows the id of either kind. */
const ID_FIELDS: Readonly<Record<BookingType, string>> = {
  inventoryadjustment: 'inventoryAdjustmentId',
  bintransfer: 'binTransferId',
  inventorytransfer: 'binTransferId',
}

export interface NextAttempt {
  readonly nextAt: Date | null
  readonly waitsFor: WaitsFor | null
  readonly mayBeBooked: boolean
}

/** @param erpId NetSuite's id of the booking, if it is known */
export function bookedResponse(
  type: BookingType,
  lines: readonly BookedLine[],
  erpId: string | null,
  at: Date,
): ErpResponse {
  const idField = ID_FIELDS[type]
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

/**
 * @param next when the booking is retried, or null if it waits for a person; what it waits for besides the time; and
 *   whether NetSuite may have booked it all the same
 */
export function failedResponse(
  lines: readonly BookedLine[],
  reason: string,
  at: Date,
  next: NextAttempt,
): ErpResponse {
  return {
    message: bookingState({ retry: retryOf(next), mayBeBooked: next.mayBeBooked }),
    operation_time: at.toISOString(),
    netsuite_acknowledgment: {
      message: reason,
      success: false,
      itemDetails: lines.map(itemDetail),
    },
  }
}

function retryOf({ nextAt, waitsFor }: NextAttempt): BookingState['retry'] {
  if (nextAt === null) return null
  return waitsFor === 'sync' ? 'afterSync' : 'automatic'
}

/** Unknown values, such as the quantities after the booking, are left empty. */
function itemDetail({ item, from, to, quantity, detail }: BookedLine): AcknowledgedItem {
  return {
    item: item.name ?? item.id,
    status: null,
    on_hand: null,
    location: from.location.name,
    available: null,
    bin_number: from.bin?.number ?? null,
    bin_internal_id: from.bin?.id ?? null,
    inventory_number: detail.numbers.length > 0 ? detail.numbers.join(', ') : null,
    item_internal_id: item.id,
    quantity,
    ...(to?.bin && { to_bin_number: to.bin.number }),
    ...(to && to.location.id !== from.location.id && { to_location: to.location.path }),
  }
}
