/**
 * Distrusts a reading that is shorter than the mirror, because rows that are missing from it would count as deleted
 * (decisions/server/erp-pulls.md).
 */
import { listOf, type PulledList } from '#contract/lists.ts'
import type { Reader } from '#server/erp/pull/read.ts'
import type { Source } from '#server/erp/pull/source.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/** A list may lose this share of its rows, or this many, before it is counted a second time. */
const MAX_LOST_SHARE = 0.2
const FEW_ROWS = 10

/** Whether too many rows are gone to believe one reading. */
export function isSuspicious(known: number, read: number): boolean {
  return known - read > Math.max(FEW_ROWS, known * MAX_LOST_SHARE)
}

/**
 * The rows of another query than before cannot be compared with the mirror, but the ERP can count them.
 * @param read how many rows the reading has
 * @throws ErpFault if the ERP counts far more; the mirror then stays as it is
 */
export async function assertCounted(
  collection: PulledList,
  reader: Pick<Reader, 'count'>,
  read: number,
): Promise<void> {
  assertSame(collection, read, await reader.count('narrowed'))
}

/** Whether a list is empty because ERP Setup leaves out all that the account has. */
export async function isEmptyOnPurpose(
  { unnarrowed }: Pick<Source, 'unnarrowed'>,
  reader: Pick<Reader, 'count'>,
): Promise<boolean> {
  if (!unnarrowed) return false
  return (await reader.count('whole')) > 0 && (await reader.count('narrowed')) === 0
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
  assertSame(collection, read, again)
}

/** A few rows may have come or gone between the two readings. */
function assertSame(collection: PulledList, read: number, again: number): void {
  if (isSuspicious(again, read))
    throw new ErpFault('bad-answer', erpSentences.shrunk(listOf(collection).area, read, again), {
      passes: true,
    })
}
