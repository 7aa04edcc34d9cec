/** The ERP's answer to a floor record: an object, a JSON text, or nothing (decisions/console/reading-records.md). */
import { z } from 'zod/mini'
import { Scalar } from '#contract/records/erp.ts'

/** One item as the ERP acknowledged it (specification.md section 2: the item detail columns). */
export const AcknowledgedItem = z.looseObject({
  item: Scalar,
  status: Scalar,
  on_hand: Scalar,
  location: Scalar,
  available: Scalar,
  bin_number: Scalar,
  bin_internal_id: Scalar,
  inventory_number: Scalar,
  item_internal_id: Scalar,
})

export const Acknowledgment = z.looseObject({
  message: Scalar,
  success: Scalar,
  inventoryAdjustmentId: Scalar,
  binTransferId: Scalar,
  inboundShipmentId: Scalar,
  itemDetails: z.nullish(z.array(AcknowledgedItem)),
})

export const ErpResponse = z.looseObject({
  message: Scalar,
  operation_time: Scalar,
  netsuite_acknowledgment: z.nullish(Acknowledgment),
})

/** The possible values of `netsuite_response` in a record. */
export const StoredErpResponse = z.nullish(z.union([z.string(), z.record(z.string(), z.unknown())]))

export type AcknowledgedItem = z.infer<typeof AcknowledgedItem>
export type Acknowledgment = z.infer<typeof Acknowledgment>
export type ErpResponse = z.infer<typeof ErpResponse>

/** Succeeded, failed, or no answer (decisions/console/reading-records.md). */
export type ErpOutcome = 'succeeded' | 'failed' | 'none'
