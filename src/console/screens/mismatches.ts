/** Compares a total from the source with the sum of its rows (specification.md section 9). */
import { QUANTITY_TOLERANCE } from '#contract/constants.ts'
import { numberOf } from '#console/rows/formats.ts'
import type { InventoryItem } from '#console/rows/inventory.ts'
import { logRemark } from '#console/ui/report.ts'

/** Logs items whose `total_quantity` differs from the displayed sum. */
export function reportMismatches(items: readonly InventoryItem[]): void {
  const wrong = items.filter(({ details, total_quantity }) => {
    const stated = numberOf(details[0]?.['total_quantity'])
    return stated !== null && Math.abs(stated - total_quantity) > QUANTITY_TOLERANCE
  })
  const [first] = wrong
  if (first)
    logRemark(`Quantities do not add up: ${String(wrong.length)} items, ${first.item} first`)
}
