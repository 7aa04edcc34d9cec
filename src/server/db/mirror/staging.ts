/** The pages that a pull has read, staged next to the mirror until all of them are there (`mirror.ts`). */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PulledList } from '#contract/lists.ts'
import { REFUSED, TOUCHED, UNKNOWN_ID } from '#server/db/mirror/merge-steps.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowsTable, storedRow } from '#server/db/mirror/records.ts'
import { STEP_ROWS } from '#server/db/mirror/row-visibility.ts'
import { heartbeatTime, type Run } from '#server/db/mirror/runs.ts'
import { type Reading, runs, stagedRows } from '#server/db/schema/runs.ts'

/** A page to be staged. */
export interface StagedPage {
  readonly rows: readonly { readonly id: string; readonly body: string; readonly hash: string }[]
  readonly refused: readonly {
    readonly id: string | null
    readonly row: string
    readonly reason: string
  }[]
  /** Key of its last row. */
  readonly cursor: readonly string[]
  /** ERP records whose rows are all staged, so that other rows of theirs are deleted. */
  readonly touched?: readonly string[]
  /** What is known of the change times of the rows so far. */
  readonly reading?: Reading
  /** When the ERP was asked for the page. */
  readonly readAt: number
}

/** The run was ended by another process, which took it for dead. It must not write any more. */
export class RunLost extends Error {
  constructor(runId: string) {
    super(`run ${runId} was ended by another process`)
    this.name = 'RunLost'
  }
}

/** How many refused rows are listed; the others are only counted. */
const NAMED_REFUSALS = 100

/**
 * Stages a page and records the progress of the run, in one transaction.
 * @throws RunLost
 */
export async function stagePage(db: Database, runId: string, page: StagedPage): Promise<void> {
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId)
    if (page.touched?.length) await dropMarks(tx, stageOf(run), page)
    const doubles = await stageRows(tx, stageOf(run), page)
    await stageTouched(tx, stageOf(run), page.touched ?? [])
    const refused = [...page.refused, ...doubles]
    const named = refused.slice(0, Math.max(0, NAMED_REFUSALS - run.refusals.length))
    await tx
      .update(runs)
      .set({
        heartbeatAt: heartbeatTime,
        readFrom: run.readFrom ?? new Date(page.readAt),
        cursor: page.cursor,
        reading: page.reading ?? run.reading,
        pages: run.pages + 1,
        rows: run.rows + page.rows.length + page.refused.length,
        refused: run.refused + refused.length,
        refusals: [...run.refusals, ...named.map(({ row, reason }) => ({ row, reason }))],
      })
      .where(eq(runs.id, runId))
  })
}

/**
 * Records what a run is going to read, before its first page.
 * @param touched as in `StagedPage`
 * @throws RunLost
 */
export async function beginReading(
  db: Database,
  runId: string,
  reading: Reading,
  touched: readonly string[],
  readAt: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const run = await lockRun(tx, runId)
    await stageTouched(tx, stageOf(run), touched)
    await tx
      .update(runs)
      .set({ reading, readFrom: new Date(readAt) })
      .where(eq(runs.id, runId))
  })
}

/** Deletes, in small steps, what other runs of the collection have left staged. */
export async function dropLeftovers(
  db: Database,
  collection: PulledList,
  runId: string,
): Promise<void> {
  const run = await db.transaction((tx) => lockRun(tx, runId))
  const others = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.collection, collection),
        ne(runs.id, stageOf(run)),
        sql`EXISTS (SELECT FROM ${stagedRows} WHERE ${stagedRows.runId} = ${runs.id})`,
      ),
    )
  for (const { id } of others) await dropStaged(db, id)
}

/**
 * Deletes what a run has staged, in small steps. They go from key to key, because a search for any rows would pass those
 * deleted before again and again: a quarter of a million took the embedded database twenty seconds.
 */
export async function dropStaged(db: Database, stage: string): Promise<void> {
  for (let after: string | null = null; ;) {
    const from: string | null = after
    const dropped: string | null = await db.transaction((tx) => dropSome(tx, stage, from))
    if (dropped === null) return
    after = dropped
  }
}

/** The last key of what was deleted; null if nothing was left. */
async function dropSome(
  tx: Transaction,
  stage: string,
  after: string | null,
): Promise<string | null> {
  const isNext = after === null ? sql`true` : sql`id > ${after}`
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    SELECT max(id) AS last FROM (
      SELECT id FROM ${stagedRows} WHERE run_id = ${stage} AND ${isNext}
      ORDER BY id LIMIT ${STEP_ROWS}) AS next`)
  const last = rows[0]?.last ?? null
  if (last === null) return null
  await tx.execute(
    sql`DELETE FROM ${stagedRows} WHERE run_id = ${stage} AND ${isNext} AND id <= ${last}`,
  )
  return last
}

/** The owner of staged rows. */
export function stageOf({ id, stage }: Run): string {
  return stage ?? id
}

/**
 * Locks the run until the transaction ends.
 * @throws RunLost
 */
export async function lockRun(tx: Transaction, runId: string): Promise<Run> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.state, 'running')))
    .for('update')
  if (!run) throw new RunLost(runId)
  return run
}

/** Refuses rows that were read before: of two with the same key, it is unknown which is right. */
async function stageRows(
  tx: Transaction,
  stage: string,
  { rows, refused }: StagedPage,
): Promise<{ row: string; reason: string }[]> {
  const marks = refused.map(({ id }) => storedRow(id ?? UNKNOWN_ID, '{}', REFUSED))
  const staged = await insertStaged(tx, stage, [
    ...rows.map(({ id, body, hash }) => storedRow(id, body, hash)),
    ...marks,
  ])
  if (staged.length === rows.length + marks.length) return []
  const left = new Set(staged)
  return rows
    .filter(({ id }) => !left.delete(id))
    .map(({ id }) => ({ row: id, reason: 'the key came twice' }))
}

/** Where a record is one row, its mark has the id of the row, and the row says more. */
async function dropMarks(tx: Transaction, stage: string, { rows, refused }: StagedPage) {
  const ids = [...rows, ...refused].flatMap(({ id }) => id ?? [])
  await tx
    .delete(stagedRows)
    .where(
      and(eq(stagedRows.runId, stage), eq(stagedRows.hash, TOUCHED), inArray(stagedRows.id, ids)),
    )
}

async function stageTouched(
  tx: Transaction,
  stage: string,
  touched: readonly string[],
): Promise<void> {
  const marks = touched.map((id) => storedRow(id, '{}', TOUCHED))
  if (marks.length > 0) await insertStaged(tx, stage, marks)
}

/** The ids that were not there before. */
async function insertStaged(
  tx: Transaction,
  stage: string,
  rows: readonly string[],
): Promise<string[]> {
  const given = rowsTable(rows)
  const { rows: staged } = await tx.execute<{ id: string }>(sql`
    INSERT INTO ${stagedRows} (run_id, id, body, hash)
    SELECT ${stage}, given.id, given.body, given.hash FROM ${given} AS given
    ON CONFLICT DO NOTHING RETURNING id`)
  return staged.map(({ id }) => id)
}
