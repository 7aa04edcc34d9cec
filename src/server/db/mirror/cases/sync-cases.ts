/** Cases of syncs, which exist only once a person acts on one. */
import { desc, eq } from 'drizzle-orm'
import { causeOf } from '#contract/causes/recognise.ts'
import { SYNC_RECORD, SYNC_ROW } from '#contract/records/exceptions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CaseRow, emptyCase } from '#server/db/mirror/cases/case-after.ts'
import { runs } from '#server/db/schema/runs.ts'

const REFUSED_ROW = 'refused-row'

/** A case for the last sync of an area, if it failed, or refused the row. */
export async function findSyncCase(
  tx: Transaction,
  collection: string,
  recordId: string,
): Promise<CaseRow | null> {
  const last = await lastSync(tx, collection)
  if (!last?.endedAt) return null
  const one: CaseRow = {
    ...emptyCase(collection, recordId, last.endedAt),
    kind: 'sync',
    failures: 1,
  }
  if (recordId === SYNC_RECORD && last.state === 'failed')
    return { ...one, cause: causeOf({ message: last.error }) }
  const isRefused = last.refusals.some(({ row }) => recordId === `${SYNC_ROW}${row}`)
  return isRefused ? { ...one, cause: REFUSED_ROW } : null
}

/** The causes of what the last sync of an area did not do. */
export async function causesOfSync(
  db: Database | Transaction,
  collection: string,
): Promise<string[]> {
  const last = await lastSync(db, collection)
  if (!last) return []
  return [
    ...(last.state === 'failed' ? [causeOf({ message: last.error })] : []),
    ...(last.refusals.length > 0 ? [REFUSED_ROW] : []),
  ]
}

async function lastSync(
  db: Database | Transaction,
  collection: string,
): Promise<typeof runs.$inferSelect | undefined> {
  const found = await db
    .select()
    .from(runs)
    .where(eq(runs.collection, collection))
    .orderBy(desc(runs.startedAt))
    .limit(2)
  return found.find(({ endedAt }) => endedAt !== null)
}
