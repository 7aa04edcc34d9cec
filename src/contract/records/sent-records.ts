/**
 * Records as the mobile app sends them (decisions/server/bookings.md): the fields of specification.md section 3, and
 * those that NetSuite also needs. The server sets the id, the person and the times of a record, and a device cannot
 * supply an acknowledgment: `id`, and at any depth the fields of server-fields.ts, are dropped from a body.
 */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'

/** A number, or a number as text; anything else is a mistake of the device. */
const Quantity = z.nullish(
  z.custom<string | number>(
    (value) =>
      typeof value === 'number'
        ? Number.isFinite(value)
        : typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value),
    'This must be a number.',
  ),
)

const NO_TIME = 'This must be a time such as 2026-05-11T12:00:00Z.'
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** When the device made the record, with its time zone. If missing, in the future or before 2020, it becomes now. */
const Moment = z.nullish(z.string(NO_TIME).check(z.refine(isMoment, NO_TIME)))

/** Rejects dates such as 31 February, which Date would move into March. */
function isMoment(text: string): boolean {
  const day = TIME.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const listOf = <T extends z.ZodMiniType>(entry: T) =>
  z.nullish(z.array(entry, 'This must be a list.'))

const NO_DAY = 'This must be a day such as 2026-05-11.'

/** A day of the calendar. */
const Day = z.nullish(
  z.string(NO_DAY).check(z.refine((day) => isMoment(`${day}T00:00:00Z`), NO_DAY)),
)

/** What NetSuite needs to know of numbered stock; apps that know nothing of it leave it out. */
const stock = {
  lot_number: Scalar,
  /** One for each piece. */
  serial_numbers: listOf(Scalar),
  /** Of a lot or serial number that comes into the stock. */
  expiration_date: Day,
  inventory_status: Scalar,
  inventory_status_id: Scalar,
  /** The unit of the quantity, such as 'Case'; without one that of NetSuite's stock. */
  unit: Scalar,
}

/**
 * One item of an adjustment. What has `id` in its name is NetSuite's id; everything else is what a person
 * reads or scans, and never taken for an id. Both together must mean the same. `quantity` is the signed change of the stock. */
export const SentAdjustedItem = z.looseObject({
  item_number: Scalar,
  /** NetSuite's id of the item, if the device knows it. */
  item_internal_id: Scalar,
  upc_code: Scalar,
  description: Scalar,
  quantity: Quantity,
  bin_number: Scalar,
  bin_id: Scalar,
  /** The full name, or the short one if only one location has it. */
  location: Scalar,
  location_id: Scalar,
  ...stock,
})

/** One item of a transfer. `binNumber` is the target bin, and `location` the location of that bin. */
export const SentTransferredItem = z.looseObject({
  itemId: Scalar,
  itemName: Scalar,
  upcCode: Scalar,
  quantity: Quantity,
  binNumber: Scalar,
  binInternalId: Scalar,
  location: Scalar,
  locationId: Scalar,
  ...stock,
})

/** A bin with its items; in a transfer, the bin they are taken from. */
export const SentBin = z.looseObject({
  binId: Scalar,
  binName: Scalar,
  location: Scalar,
  locationId: Scalar,
  /** In a transfer: the target bin of all items that do not name one. */
  toBinNumber: Scalar,
  toBinId: Scalar,
  /** In a transfer: the location of the target bins. */
  toLocation: Scalar,
  toLocationId: Scalar,
  itemData: listOf(SentTransferredItem),
})

const about = { bin_name: Scalar, bin_id: Scalar, inventory_id: Scalar, created_at: Moment }

export const SentBinCount = z.looseObject({
  ...about,
  bin_data: listOf(SentBin),
  bins_data: listOf(SentBin),
})

export const SentBinAdjustment = z.looseObject({
  ...about,
  bin_data: listOf(SentBin),
  item_data: listOf(SentAdjustedItem),
})

export const SentBinTransfer = z.looseObject({ ...about, bin_data: listOf(SentBin) })

const ReceivedItem = z.looseObject({
  poId: Scalar,
  itemId: Scalar,
  upcCode: Scalar,
  itemName: Scalar,
  vendorName: Scalar,
  purchaseOrder: Scalar,
  enteredQuantity: Quantity,
  originalQuantity: Quantity,
  quantityReceived: Quantity,
  quantityRemaining: Quantity,
})

export const SentInboundData = z.looseObject({
  created_at: Moment,
  inbound_data: z.nullish(
    z.looseObject({
      binId: Scalar,
      action: Scalar,
      binName: Scalar,
      location: Scalar,
      locationName: Scalar,
      containerName: Scalar,
      inboundShipmentId: Scalar,
      itemData: listOf(ReceivedItem),
    }),
  ),
})

export type SentAdjustedItem = z.infer<typeof SentAdjustedItem>
export type SentTransferredItem = z.infer<typeof SentTransferredItem>
export type SentBin = z.infer<typeof SentBin>
