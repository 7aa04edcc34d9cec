/** Which balances must be read from the ERP again, because a booking has changed them. */
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { staleStock } from '#server/db/schema/mirror.ts'
import { runs } from '#server/db/schema/runs.ts'

/** No pull of the whole list takes this long, so that none can bring balances of before the booking any more. */
const KEPT_MS = 24 * 3_600_000

/** Notes that the stock of these items has changed in the ERP. */
export async function markStaleStock(
  db: Database | Transaction,
  itemIds: readonly string[],
  bookedAt: Date,
): Promise<void> {
  const items = [...new Set(itemIds)].filter((id) => /^\d{1,18}$/.test(id))
  if (items.length === 0) return
  await db
    .insert(staleStock)
    .values(items.map((itemId) => ({ itemId, bookedAt })))
    .onConflictDoUpdate({ target: staleStock.itemId, set: { bookedAt, readAt: null } })
}

/**
 * The items to read, the longest waiting first. An item that was read while the whole list was being pulled
 * is read once more, because that pull may have brought its older balances afterwards. Items that a later
 * pull of the whole list has read are forgotten.
 */
export async function staleItems(db: Database, limit: number, now: number): Promise<string[]> {
  const [whole] = await db
    .select({ began: runs.readFrom, ended: runs.endedAt })
    .from(runs)
    .where(and(eq(runs.collection, 'binStock'), inArray(runs.state, ['success', 'partial'])))
    .orderBy(sql`${runs.endedAt} DESC`)
    .limit(1)
  const old = new Date(now - KEPT_MS)
  const isOver = and(lt(staleStock.bookedAt, old), lt(staleStock.readAt, old))
  await db
    .delete(staleStock)
    .where(whole?.began ? or(isOver, lt(staleStock.bookedAt, whole.began)) : isOver)
  const isDue = isNull(staleStock.readAt)
  const found = await db
    .select({ itemId: staleStock.itemId })
    .from(staleStock)
    .where(whole?.ended ? or(isDue, lte(staleStock.readAt, whole.ended)) : isDue)
    .orderBy(asc(staleStock.bookedAt), asc(staleStock.itemId))
    .limit(limit)
  return found.map(({ itemId }) => itemId)
}

/** Notes that items were read, unless something was booked meanwhile. */
export async function markStockRead(
  tx: Transaction,
  itemIds: readonly string[],
  readAt: Date,
): Promise<void> {
  await tx
    .update(staleStock)
    .set({ readAt })
    .where(and(inArray(staleStock.itemId, [...itemIds]), lte(staleStock.bookedAt, readAt)))
}
