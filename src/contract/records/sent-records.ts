/**
 * What the mobile app sends (decisions/server/bookings.md): the fields of specification.md section 3, and what NetSuite
 * needs besides. The server gives a record its id, its person and its times, and no device can bring an
 * acknowledgment: `id`, and at any depth the fields of server-fields.ts, are not taken from a body.
 */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'

/** A number, also as a text; a device that sends anything else has a mistake. */
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

/** When the device made the record, with its time zone; without it, from the future or from before 2020 it is now. */
const Moment = z.nullish(z.string(NO_TIME).check(z.refine(isMoment, NO_TIME)))

/** The 31st of February is none, although programs read it as a day of March. */
function isMoment(text: string): boolean {
  const day = TIME.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

const listOf = <T extends z.ZodMiniType>(entry: T) =>
  z.nullish(z.array(entry, 'This must be a list.'))

/** One item of an adjustment. `quantity` is by how much the stock changes, with its sign. */
export const SentAdjustedItem = z.looseObject({
  item_number: Scalar,
  /** NetSuite's id of the item, where the device knows it. */
  item_internal_id: Scalar,
  description: Scalar,
  quantity: Quantity,
  bin_number: Scalar,
  location: Scalar,
})

/** One item of a transfer. `binNumber` is the bin it goes to. */
export const SentTransferredItem = z.looseObject({
  itemId: Scalar,
  itemName: Scalar,
  quantity: Quantity,
  binNumber: Scalar,
  location: Scalar,
})

/** A bin with what lies in it; of a transfer the bin that the items are taken from. */
export const SentBin = z.looseObject({
  binId: Scalar,
  binName: Scalar,
  location: Scalar,
  /** Of a transfer: the bin that all of its items go to, where they do not say it themselves. */
  toBinNumber: Scalar,
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
