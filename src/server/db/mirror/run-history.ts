/**
 * What the sync centre reads about runs: the state of each collection, the history and the failures
 * (decisions/server/erp-pulls.md).
 */
import { and, desc, eq, gte, inArray, isNotNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { PulledList } from '#contract/lists.ts'
import { RUN_KEPT_MS } from '#contract/constants.ts'
import type { Database } from '#server/db/database.ts'
import { findRun, LIVING, type Run } from '#server/db/mirror/runs.ts'
import { runs } from '#server/db/schema/runs.ts'

/** The sync state of a collection. */
export interface Area {
  readonly collection: PulledList
  /** The waiting or running run. */
  readonly present: Run | null
  /** The last run that ended. */
  readonly last: Run | null
  /** The last run that brought rows. */
  readonly lastSuccess: Run | null
}

/** Runs that failed with the same sentence. */
export interface Problem {
  readonly fault: string | null
  readonly error: string
  readonly collections: string[]
  readonly times: number
  readonly lastAt: Date
}

/** The sync state of each of these collections, whichever process pulls it. */
export async function areasOf(
  db: Database,
  collections: readonly PulledList[],
  now: number,
): Promise<Area[]> {
  if (collections.length === 0) return []
  const latest = (conditions: ReturnType<typeof sql>) => sql`(
    SELECT id FROM ${runs} WHERE ${runs.collection} = area.name AND ${conditions}
    ORDER BY ${runs.startedAt} DESC LIMIT 1)`
  const names = sql.join(
    collections.map((name) => sql`(${name}::text)`),
    sql`, `,
  )
  const kept = gte(runs.startedAt, oldestKept(now))
  const { rows: found } = await db.execute<{
    name: string
    present: string | null
    last: string | null
    last_success: string | null
  }>(sql`
    SELECT area.name,
      ${latest(sql`${inArray(runs.state, LIVING)}`)} AS present,
      ${latest(sql`${and(notInArray(runs.state, LIVING), kept)}`)} AS last,
      ${latest(sql`${and(inArray(runs.state, ['success', 'partial']), kept)}`)} AS last_success
    FROM (VALUES ${names}) AS area (name)`)
  const ids = found.flatMap(({ present, last, last_success }) => [present, last, last_success])
  const known = ids.filter((id) => id !== null)
  const rows = known.length > 0 ? await db.select().from(runs).where(inArray(runs.id, known)) : []
  const byId = new Map(rows.map((run) => [run.id, run]))
  const runOf = (id: string | null | undefined) => (id ? (byId.get(id) ?? null) : null)
  return collections.map((collection) => {
    const area = found.find(({ name }) => name === collection)
    return {
      collection,
      present: runOf(area?.present),
      last: runOf(area?.last),
      lastSuccess: runOf(area?.last_success),
    }
  })
}

/**
 * Runs that have ended, newest first.
 * @param before the id of the last run that the caller already has; if it is no longer kept, no older one is either
 */
export async function listPastRuns(
  db: Database,
  collections: readonly PulledList[],
  {
    now,
    before,
    limit,
  }: { readonly now: number; readonly before?: string; readonly limit: number },
): Promise<Run[]> {
  const last = before === undefined ? null : await findRun(db, before)
  // Without its place the newest runs would come again.
  if (last === null && before !== undefined) return []
  return db
    .select()
    .from(runs)
    .where(
      and(
        inArray(runs.collection, [...collections]),
        notInArray(runs.state, LIVING),
        gte(runs.startedAt, oldestKept(now)),
        last
          ? or(
              lt(runs.startedAt, last.startedAt),
              and(eq(runs.startedAt, last.startedAt), lt(runs.id, last.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(runs.startedAt), desc(runs.id))
    .limit(limit)
}

/**
 * Failures, each sentence once, latest first.
 * @param without kinds of faults that need no action
 */
export async function problemsOf(
  db: Database,
  collections: readonly PulledList[],
  { now, without }: { readonly now: number; readonly without: readonly string[] },
): Promise<Problem[]> {
  const lastAt = sql<Date>`max(${runs.endedAt})`.mapWith(runs.endedAt)
  const found = await db
    .select({
      fault: runs.fault,
      error: runs.error,
      collections: sql<string[]>`array_agg(DISTINCT ${runs.collection})`,
      times: sql<number>`count(*)::int`,
      lastAt,
    })
    .from(runs)
    .where(
      and(
        inArray(runs.collection, [...collections]),
        eq(runs.state, 'failed'),
        isNotNull(runs.error),
        notInArray(runs.fault, [...without]),
        gte(runs.startedAt, oldestKept(now)),
      ),
    )
    .groupBy(runs.fault, runs.error)
    .orderBy(desc(lastAt))
    .limit(PROBLEMS_SHOWN)
  return found.map((one) => ({ ...one, error: one.error ?? '' }))
}

const PROBLEMS_SHOWN = 20

function oldestKept(now: number): Date {
  return new Date(now - RUN_KEPT_MS)
}

/** Whether a pull that started to read after a given time has succeeded. A resumed one has pages from before its start. */
export async function isPulledSince(
  db: Database,
  collection: PulledList,
  since: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.collection, collection),
        inArray(runs.state, ['success', 'partial']),
        sql`coalesce(${runs.readFrom}, ${runs.startedAt}) > ${since}::timestamptz`,
      ),
    )
    .limit(1)
  return found.length > 0
}
