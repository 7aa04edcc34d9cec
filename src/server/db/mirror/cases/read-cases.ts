/** Cases, owners of causes, notes and retries as they are read. */
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { caseNotes, cases, causeOwners, retryRecords } from '#server/db/schema/exceptions.ts'
import { type CasesState, casesState } from '#server/db/mirror/cases/cases-state.ts'
import type { CaseRow } from '#server/db/mirror/cases/case-after.ts'
import { lastRetries } from '#server/db/mirror/cases/read-retries.ts'
import type { RetryRow } from '#server/db/mirror/cases/start-retry.ts'

/** A case with the unfinished retry that it is in. */
export interface ReadCase extends CaseRow {
  readonly retryId: string | null
}

export interface ReadCases {
  readonly state: CasesState
  readonly cases: readonly ReadCase[]
  readonly owners: readonly (typeof causeOwners.$inferSelect)[]
  readonly retries: readonly RetryRow[]
}

/** What one answer lists, from one snapshot. @param since null for all cases */
export async function readCases(
  db: Database,
  collections: readonly string[],
  since: number | null,
): Promise<ReadCases> {
  await casesState(db)
  return db.transaction(
    async (tx) => ({
      state: await casesState(tx),
      cases: await select(
        tx,
        and(
          inArray(cases.collection, [...collections]),
          since === null ? undefined : gt(cases.seq, since),
        ),
      ),
      owners: await tx.select().from(causeOwners).orderBy(asc(causeOwners.cause)),
      retries: await lastRetries(tx, collections),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Some cases of a collection. */
export function findCases(
  db: Database | Transaction,
  collection: string,
  ids: readonly string[],
): Promise<ReadCase[]> {
  return select(db, and(eq(cases.collection, collection), inArray(cases.recordId, [...ids])))
}

/** The open cases of a cause in some collections. */
export function openCasesOf(
  tx: Transaction,
  cause: string,
  collections: readonly string[],
): Promise<ReadCase[]> {
  return select(
    tx,
    and(
      eq(cases.cause, cause),
      inArray(cases.collection, [...collections]),
      sql`${cases.state} <> 'resolved'`,
    ),
  )
}

async function select(
  db: Database | Transaction,
  where: ReturnType<typeof and>,
): Promise<ReadCase[]> {
  const found = await db
    .select({ case: cases, retryId: retryRecords.retryId })
    .from(cases)
    .leftJoin(
      retryRecords,
      and(
        eq(retryRecords.collection, cases.collection),
        eq(retryRecords.recordId, cases.recordId),
        isNull(retryRecords.outcome),
      ),
    )
    .where(where)
    .orderBy(asc(cases.collection), asc(cases.recordId))
  return found.map((one) => ({ ...one.case, retryId: one.retryId }))
}

/** The notes on a cause, or the notes and steps of a case; oldest first, the last 500. */
export async function readNotes(
  db: Database,
  of: { readonly cause: string } | { readonly collection: string; readonly recordId: string },
): Promise<(typeof caseNotes.$inferSelect)[]> {
  const where =
    'cause' in of
      ? eq(caseNotes.cause, of.cause)
      : and(eq(caseNotes.collection, of.collection), eq(caseNotes.recordId, of.recordId))
  const found = await db
    .select()
    .from(caseNotes)
    .where(where)
    .orderBy(desc(caseNotes.id))
    .limit(MAX_NOTES)
  return found.toReversed()
}

const MAX_NOTES = 500
