/** The quantity of an inventory row, under whichever name it comes (console.md section 3). */
import { QUANTITY_FIELDS, type InventoryRow } from '#contract/records/erp.ts'
import { numberOf } from '#console/rows/formats.ts'

/** The first quantity that is a number, or null. */
export function quantityOf(row: InventoryRow): number | null {
  for (const field of QUANTITY_FIELDS) {
    const quantity = numberOf(row[field])
    if (quantity !== null) return quantity
  }
  return null
}
