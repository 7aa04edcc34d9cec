/** Floor records as stored; field names differ from app to app (specification.md section 3). */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'
import { StoredErpResponse } from '#contract/records/erp-response.ts'

const Entries = z.nullish(z.unknown())

export const BinCountRecord = z.looseObject({
  id: Scalar,
  username: z.nullish(z.unknown()),
  bin_name: Scalar,
  bin_id: Scalar,
  inventory_id: Scalar,
  bin_data: Entries,
  bins_data: Entries,
  netsuite_response: StoredErpResponse,
  netsuite_acknowledgement_success: Scalar,
  created_at: Scalar,
  updated_at: Scalar,
})

export const BinAdjustmentRecord = z.looseObject({
  id: Scalar,
  username: z.nullish(z.unknown()),
  bin_name: Scalar,
  inventory_id: Scalar,
  bin_id: Scalar,
  bin_data: Entries,
  item_data: Entries,
  netsuite_response: StoredErpResponse,
  created_at: Scalar,
  updated_at: Scalar,
})

export const BinTransferRecord = z.looseObject({
  id: Scalar,
  username: z.nullish(z.unknown()),
  inventory_id: Scalar,
  bin_id: Scalar,
  bin_data: Entries,
  netsuite_response: StoredErpResponse,
  created_at: Scalar,
  updated_at: Scalar,
})

/** One item of an adjustment. */
export const AdjustedItem = z.looseObject({
  item_number: Scalar,
  description: Scalar,
  quantity: Scalar,
  bin_number: Scalar,
  location: Scalar,
})

/** One item of a transfer. */
export const TransferredItem = z.looseObject({
  itemId: Scalar,
  itemName: Scalar,
  quantity: Scalar,
  binNumber: Scalar,
  location: Scalar,
})

/** One received item. */
export const InboundItem = z.looseObject({
  poId: Scalar,
  itemId: Scalar,
  upcCode: Scalar,
  itemName: Scalar,
  vendorName: Scalar,
  purchaseOrder: Scalar,
  enteredQuantity: Scalar,
  originalQuantity: Scalar,
  quantityReceived: Scalar,
  quantityRemaining: Scalar,
})

export const InboundData = z.looseObject({
  binId: Scalar,
  action: Scalar,
  binName: Scalar,
  location: Scalar,
  userName: Scalar,
  locationName: Scalar,
  containerName: Scalar,
  inboundShipmentId: Scalar,
  itemData: z.nullish(z.array(InboundItem)),
})

export const InboundRecord = z.looseObject({
  id: Scalar,
  created_at: Scalar,
  updated_at: Scalar,
  netsuite_response: StoredErpResponse,
  inbound_data: Entries,
})

export type BinCountRecord = z.infer<typeof BinCountRecord>
export type BinAdjustmentRecord = z.infer<typeof BinAdjustmentRecord>
export type BinTransferRecord = z.infer<typeof BinTransferRecord>
export type AdjustedItem = z.infer<typeof AdjustedItem>
export type TransferredItem = z.infer<typeof TransferredItem>
export type InboundItem = z.infer<typeof InboundItem>
export type InboundData = z.infer<typeof InboundData>
export type InboundRecord = z.infer<typeof InboundRecord>

/** The fields that may hold the person's name, in the order they are tried (decisions/console/reading-records.md). */
export const USERNAME_FIELDS = [
  'username',
  'user',
  'user_name',
  'userName',
  'user_id',
  'userId',
  'created_by',
  'createdBy',
  'operator',
  'operator_name',
] as const

/** The parts of a record that are searched after its top level (decisions/console/reading-records.md). */
export const USERNAME_PLACES = [
  'bin_data',
  'item_data',
  'inbound_data',
  'details',
  'netsuite_response',
] as const
