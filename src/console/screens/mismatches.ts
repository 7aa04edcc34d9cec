/** Totals that a source states beside its rows, held against their sum (specification.md section 9). */
import { QUANTITY_TOLERANCE } from '#contract/constants.ts'
import { numberOf } from '#console/rows/formats.ts'
import type { InventoryItem } from '#console/rows/inventory.ts'
import { remark } from '#console/ui/report.ts'

/** Tells the log, and nobody else, of items whose stated `total_quantity` is not the sum that is shown. */
export function reportMismatches(items: readonly InventoryItem[]): void {
  const wrong = items.filter(({ details, total_quantity }) => {
    const stated = numberOf(details[0]?.['total_quantity'])
    return stated !== null && Math.abs(stated - total_quantity) > QUANTITY_TOLERANCE
  })
  const [first] = wrong
  if (first) remark(`Quantities do not add up: ${String(wrong.length)} items, ${first.item} first`)
}
