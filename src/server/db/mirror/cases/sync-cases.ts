/** Cases of syncs, which exist only once a person acts on one. */
import { and, eq, sql } from 'drizzle-orm'
import { causeOf } from '#contract/causes/recognise.ts'
import { SYNC_RECORD, SYNC_ROW } from '#contract/records/exceptions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CaseRow, emptyCase } from '#server/db/mirror/cases/case-after.ts'
import { caseNotes, cases } from '#server/db/schema/exceptions.ts'
import { runs } from '#server/db/schema/runs.ts'

const REFUSED_ROW = 'refused-row'

/** A case for the last sync of an area, if it failed, or refused the row. */
export async function findSyncCase(
  tx: Transaction,
  collection: string,
  recordId: string,
): Promise<CaseRow | null> {
  const [last] = await lastSyncs(tx, [collection])
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

/**
 * Brings cases of syncs up to the last sync. No answer is stored for a sync, so a later failure becomes part of its case
 * only now: otherwise what a person decides about it would be about the failure before, and the device, which knows of
 * the later one, would still show it as new. The version stays, because the person saw the case like that. The cases are
 * locked.
 */
export async function renewSyncCases(
  tx: Transaction,
  known: Iterable<CaseRow>,
  seq: number,
): Promise<void> {
  for (const before of known) {
    const { collection, recordId, state, kind } = before
    const present = kind === 'sync' ? await findSyncCase(tx, collection, recordId) : null
    if (!present || present.lastFailedAt <= before.lastFailedAt) continue
    const { cause, lastFailedAt: at } = present
    const failed = { cause, failures: before.failures + 1, lastFailedAt: at, seq }
    // What was resolved were the syncs until then, and what was decided was about the cause until then.
    const isAgain = state === 'resolved' || cause !== before.cause
    await tx
      .update(cases)
      .set({ ...failed, ...(isAgain && { ...NEW_AGAIN, reopenedAt: at }) })
      .where(and(eq(cases.collection, collection), eq(cases.recordId, recordId)))
    if (isAgain)
      await tx.insert(caseNotes).values({ collection, recordId, at, step: 'failed', text: cause })
  }
}

const NEW_AGAIN = {
  state: 'new',
  snoozedUntil: null,
  resolvedBy: null,
  resolvedAt: null,
  resolvedHow: null,
  erpNumber: null,
} as const

/** The causes of what the last sync of each of these areas did not do. */
export async function causesOfSyncs(
  db: Database | Transaction,
  collections: readonly string[],
): Promise<string[]> {
  const found = await lastSyncs(db, collections)
  return found.flatMap((last) => [
    ...(last.state === 'failed' ? [causeOf({ message: last.error })] : []),
    ...(last.refusals.length > 0 ? [REFUSED_ROW] : []),
  ])
}

/** The last sync that ended, of each area that has one. Each is found by the index, however many there are. */
async function lastSyncs(
  db: Database | Transaction,
  collections: readonly string[],
): Promise<(typeof runs.$inferSelect)[]> {
  const last = sql`(
    SELECT id FROM ${runs} WHERE ${runs.collection} = area.name AND ${runs.endedAt} IS NOT NULL
    ORDER BY ${runs.startedAt} DESC LIMIT 1)`
  const areas = sql`unnest(${sql.param(collections)}::text[]) AS area (name)`
  return db
    .select()
    .from(runs)
    .where(sql`${runs.id} IN (SELECT ${last} FROM ${areas})`)
}
