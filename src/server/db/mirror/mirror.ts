/** Merges what a pull has read (`staging.ts`) into what readers see: written in steps, shown at once. */
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PulledList } from '#contract/lists.ts'
import { RUN_KEPT_MS } from '#contract/constants.ts'
import { changeState, lockState } from '#server/db/mirror/collection-states.ts'
import { type Merge, nextBound, type Step, writeStep } from '#server/db/mirror/merge-steps.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Run } from '#server/db/mirror/runs.ts'
import { type PullMark, records, tombstones } from '#server/db/schema/mirror.ts'
import { runs, stagedRows } from '#server/db/schema/runs.ts'
import { dropStaged, lockRun, stageOf } from '#server/db/mirror/staging.ts'
import { dropReplaced, dropUnfinished, isVisible } from '#server/db/mirror/row-visibility.ts'

/** What a pull did to the mirror. */
export interface Merged {
  readonly state: 'success' | 'partial' | 'empty'
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** Rows of the mirror afterwards. */
  readonly total: number
  readonly refused: number
  /** The first of the refused rows. */
  readonly refusals: readonly { readonly row: string; readonly reason: string }[]
}

/** How long deletions are remembered for clients that were offline. */
const TOMBSTONE_KEPT_MS = RUN_KEPT_MS

/**
 * Merges the rows of a run into the mirror and ends the run. New versions are written in small steps next
 * to those that readers see, so that other queries do not wait long. One transaction then raises the
 * sequence, and readers see all new rows instead of all old ones. The sequence is raised only if something
 * differs. An interrupted merge leaves versions that are never visible; the next merge deletes them. A
 * refused row stays as the mirror has it. If a collection had rows and now comes back empty it is cleared
 * only by the second pull in a row that says so, because that is what a missing permission looks like.
 * @param emptyOnPurpose the collection is empty because ERP Setup leaves out all its rows
 * @throws RunLost
 */
export async function mergeRun(
  db: Database,
  collection: PulledList,
  runId: string,
  now: number,
  { emptyOnPurpose = false }: { readonly emptyOnPurpose?: boolean } = {},
): Promise<Merged> {
  for (;;) {
    const begun = await beginMerge(db, collection, runId, now, emptyOnPurpose)
    const written = begun.isIdle ? NOTHING : await writeVersions(db, begun.merge, runId)
    const ended = written && (await endMerge(db, begun, runId, written))
    if (!ended) continue
    const { added, changed, removed } = ended
    const { seq } = begun.merge
    await cleanUp(db, begun.merge, added + changed + removed > 0 ? seq : seq - 1)
    const { refused, refusals } = begun.run
    return { ...ended, refused, refusals, total: await countOf(db, collection) }
  }
}

/** How many rows the mirror has of a collection. */
export async function countOf(db: Database | Transaction, collection: PulledList): Promise<number> {
  return db.$count(records, and(eq(records.collection, collection), isVisible))
}

const NOTHING: Step = { added: 0, changed: 0, removed: 0 }

interface BegunMerge {
  readonly run: Run
  readonly merge: Merge
  /** Whether there is nothing to merge: nothing has changed, or the collection came back empty. */
  readonly isIdle: boolean
  /** Whether it came back empty because all its rows are left out. */
  readonly emptyOnPurpose: boolean
}

/** Deletes what an interrupted merge has left, and returns the parameters of this one. */
async function beginMerge(
  db: Database,
  collection: PulledList,
  runId: string,
  now: number,
  emptyOnPurpose: boolean,
): Promise<BegunMerge> {
  for (;;) {
    const begun = await db.transaction(async (tx): Promise<BegunMerge | null> => {
      const run = await lockRun(tx, runId)
      const state = await lockState(tx, collection)
      if ((await dropUnfinished(tx, collection, state.seq)).mayHaveMore) return null
      const isWhole = (run.reading?.since ?? null) === null
      const stage = stageOf(run)
      const merge = { collection, stage, seq: state.seq + 1, isWhole, now }
      const isIdle = isWhole
        ? run.rows === 0 &&
          !emptyOnPurpose &&
          (await countOf(tx, collection)) > 0 &&
          !(await wasEmptyBefore(tx, collection, runId))
        : (await tx.$count(stagedRows, eq(stagedRows.runId, stage))) === 0
      return { run, merge, isIdle, emptyOnPurpose }
    })
    if (begun) return begun
  }
}

/** Whether the last pull of the collection that read to its end came back empty too. */
async function wasEmptyBefore(
  tx: Transaction,
  collection: PulledList,
  runId: string,
): Promise<boolean> {
  const [last] = await tx
    .select({ state: runs.state })
    .from(runs)
    .where(
      and(
        eq(runs.collection, collection),
        ne(runs.id, runId),
        inArray(runs.state, ['success', 'partial', 'empty']),
      ),
    )
    .orderBy(desc(runs.endedAt))
    .limit(1)
  return last?.state === 'empty'
}

/** Null if another process has written meanwhile. */
async function writeVersions(db: Database, merge: Merge, runId: string): Promise<Step | null> {
  const written = { ...NOTHING }
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const step: StepEnd | null = await db.transaction(async (tx) => {
      await lockRun(tx, runId)
      const state = await lockState(tx, merge.collection)
      if (state.seq + 1 !== merge.seq) return null
      const bound = await nextBound(tx, merge, from)
      const done = bound === null ? NOTHING : await writeStep(tx, merge, from, bound)
      return { bound, done }
    })
    if (!step) return null
    written.added += step.done.added
    written.changed += step.done.changed
    written.removed += step.done.removed
    after = step.bound
  }
  return written
}

interface StepEnd {
  readonly bound: string | null
  readonly done: Step
}

/** Publishes the new versions and ends the run; null if another process has written meanwhile. */
function endMerge(
  db: Database,
  { merge: { collection, seq, isWhole, now }, isIdle, emptyOnPurpose }: BegunMerge,
  runId: string,
  written: Step,
): Promise<(Step & Pick<Merged, 'state'>) | null> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId)
    const state = await lockState(tx, collection)
    if (state.seq + 1 !== seq) return null
    const hasChanged = written.added + written.changed + written.removed > 0
    await changeState(tx, collection, {
      ...(hasChanged && { seq }),
      ...(!(isWhole && isIdle) && {
        asOf: run.readFrom ?? new Date(now),
        mark: markOf(run, state.mark),
      }),
      deltaFrom: Math.max(state.deltaFrom, await forgetOldTombstones(tx, collection, now)),
    })
    const isEmpty = isWhole && run.rows === 0 && !emptyOnPurpose
    const end = {
      state: isEmpty ? 'empty' : run.refused > 0 ? 'partial' : 'success',
      ...written,
    } as const
    await tx
      .update(runs)
      .set({ ...end, endedAt: new Date(now), cursor: null })
      .where(eq(runs.id, runId))
    return end
  })
}

/** How far the mirror is now; null if no row was read, or one has no time of change. */
function markOf({ reading, readFrom, refused }: Run, before: PullMark | null): PullMark | null {
  if (!reading || reading.isUndated || !reading.latest || !readFrom || refused > 0) return null
  const began = readFrom.toISOString()
  const wholeAt = reading.since === null ? began : before?.wholeAt
  if (wholeAt === undefined) return null
  // A row that changed during the run may have been read before it changed.
  const changedUntil = reading.latest < began ? reading.latest : began
  return { changedUntil, wholeAt, query: reading.query }
}

/**
 * Deletes versions and tombstones that are no longer visible, in small steps. The next merge may already be
 * running.
 * @param seq up to which readers see
 */
async function cleanUp(db: Database, { collection, stage }: Merge, seq: number): Promise<void> {
  await dropStaged(db, stage)
  while (await db.transaction((tx) => dropReplaced(tx, collection, seq)));
  // A row that has come back is no longer deleted.
  await db.execute(sql`
    DELETE FROM ${tombstones}
    WHERE collection = ${collection} AND seq < ${seq}::bigint AND EXISTS (
      SELECT FROM ${records} AS r
      WHERE r.collection = ${collection} AND r.id = ${tombstones.id}
        AND r.seq <= ${seq}::bigint AND r.gone_seq IS NULL)`)
}

/** Forgets old deletions; returns the last sequence from which changes can no longer be listed. */
async function forgetOldTombstones(
  tx: Transaction,
  collection: PulledList,
  now: number,
): Promise<number> {
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    WITH forgotten AS (
      DELETE FROM ${tombstones}
      WHERE collection = ${collection}
        AND deleted_at < ${new Date(now - TOMBSTONE_KEPT_MS)}::timestamptz
      RETURNING seq)
    SELECT max(seq)::int AS last FROM forgotten`)
  return rows[0]?.last ?? 0
}
