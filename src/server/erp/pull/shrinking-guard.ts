/**
 * Distrusts a reading that is shorter than the mirror, because rows that are missing from it would count as deleted
 * (decisions/server/erp-pulls.md).
 */
import { listOf, type PulledList } from '#contract/lists.ts'
import type { Reader } from '#server/erp/pull/read.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/** A list may lose this share of its rows, or this many, before it is counted a second time. */
const MOST_LOST = 0.2
const FEW_ROWS = 10

/** Whether so many rows are gone that one reading is not believed. */
export function isSuspicious(known: number, read: number): boolean {
  return known - read > Math.max(FEW_ROWS, known * MOST_LOST)
}

/**
 * Counts a list again, without keeping its rows.
 * @param read how many rows the first reading has
 * @throws ErpFault if the second reading has far more rows; the mirror then stays as it is
 */
export async function assertReadsTheSame(
  collection: PulledList,
  reader: Pick<Reader, 'page'>,
  read: number,
): Promise<void> {
  let again = 0
  let after: readonly string[] | null = null
  for (let hasMore = true; hasMore;) {
    const page = await reader.page(after)
    again += page.rows.length + page.refused.length
    hasMore = page.hasMore
    after = page.cursor
  }
  // A few rows may have come or gone between the two readings.
  if (isSuspicious(again, read))
    throw new ErpFault('bad-answer', erpSentences.shrunk(listOf(collection).area, read, again), {
      passes: true,
    })
}
