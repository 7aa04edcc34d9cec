/** Compares a total from the source with the sum of its rows (specification.md section 9). */
import { QUANTITY_TOLERANCE } from '#contract/constants.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { numberOf } from '#console/rows/formats.ts'
import type { InventoryItem } from '#console/rows/inventory.ts'
import { logRemark } from '#console/ui/report.ts'

/** Logs items whose `total_quantity` differs from the displayed sum. */
export function* reportMismatches(items: readonly InventoryItem[]): ChunkedTask<undefined> {
  const wrong: InventoryItem[] = []
  yield* walk(items, (item) => {
    const stated = numberOf(item.details[0]?.['total_quantity'])
    if (stated !== null && Math.abs(stated - item.total_quantity) > QUANTITY_TOLERANCE)
      wrong.push(item)
  })
  const [first] = wrong
  if (first)
    logRemark(`Quantities do not add up: ${String(wrong.length)} items, ${first.item} first`)
  return undefined
}
