/** Inbound records, flattened: one row per item (console.md section 2). */
import type { InboundRecord } from '#contract/records/reports.ts'
import { InboundData } from '#contract/records/reports.ts'
import type { ErpOutcome } from '#contract/records/erp-response.ts'
import { formatText } from '#console/rows/formats.ts'
import { objectsIn } from '#console/rows/nested.ts'
import { newestFirst, outcomeOf } from '#console/rows/reports.ts'
import { walk, type Work } from '#console/rows/work.ts'

type Scalar = string | number | boolean | null | undefined

/** One item of an inbound record, with what the record says of it. */
export interface InboundRow {
  readonly id: Scalar
  readonly userName: Scalar
  readonly action: Scalar
  readonly binName: Scalar
  readonly binId: Scalar
  readonly location: Scalar
  readonly locationName: Scalar
  readonly containerName: Scalar
  readonly inboundShipmentId: Scalar
  readonly poId: Scalar
  readonly itemId: Scalar
  readonly upcCode: Scalar
  readonly itemName: Scalar
  readonly vendorName: Scalar
  readonly purchaseOrder: Scalar
  readonly enteredQuantity: Scalar
  readonly originalQuantity: Scalar
  readonly quantityReceived: Scalar
  readonly quantityRemaining: Scalar
  readonly outcome: ErpOutcome
  readonly created_at: string | null
  readonly updated_at: string | null
}

/** Flattens records, newest first; a record without items keeps one row. */
export function* flattenInbound(records: readonly InboundRecord[]): Work<InboundRow[]> {
  const rows: InboundRow[] = []
  yield* walk(records, (record) => rows.push(...flatten(record)))
  return yield* newestFirst(rows)
}

function flatten(record: InboundRecord): InboundRow[] {
  const [stored = {}] = objectsIn(record.inbound_data)
  const read = InboundData.safeParse(stored)
  const data = read.success ? read.data : {}
  const items = data.itemData?.length ? data.itemData : [{}]
  const outcome = outcomeOf(record)
  return items.map((item) => ({
    id: record.id,
    userName: data.userName,
    action: data.action,
    binName: data.binName,
    binId: data.binId,
    location: data.location,
    locationName: data.locationName,
    containerName: data.containerName,
    inboundShipmentId: data.inboundShipmentId,
    poId: item.poId,
    itemId: item.itemId,
    upcCode: item.upcCode,
    itemName: item.itemName,
    vendorName: item.vendorName,
    purchaseOrder: item.purchaseOrder,
    enteredQuantity: item.enteredQuantity,
    originalQuantity: item.originalQuantity,
    quantityReceived: item.quantityReceived,
    quantityRemaining: item.quantityRemaining,
    outcome,
    created_at: textOf(record.created_at),
    updated_at: textOf(record.updated_at),
  }))
}

function textOf(value: Scalar): string | null {
  return value === null || value === undefined ? null : formatText(value)
}
