/** What a pull brings into the database: pages beside the mirror, then all of them into it at once. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PulledCollection } from '#contract/collections.ts'
import { RUN_KEPT_MS } from '#contract/constants.ts'
import { changeState, holdState } from '#server/db/collection-states.ts'
import {
  dropStaged,
  type Merge,
  nextBound,
  REFUSED,
  type Step,
  TOUCHED,
  UNKNOWN_ID,
  writeStep,
} from '#server/db/merge-steps.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { givenRows, storedRow } from '#server/db/records.ts'
import type { Run } from '#server/db/runs.ts'
import {
  type PullMark,
  type Reading,
  records,
  runs,
  stagedRows,
  tombstones,
} from '#server/db/schema.ts'
import { dropReplaced, dropUnfinished, isPresent } from '#server/db/versions.ts'

/** A page as it is staged. */
export interface StagedPage {
  readonly rows: readonly { readonly id: string; readonly body: string; readonly hash: string }[]
  readonly refused: readonly {
    readonly id: string | null
    readonly row: string
    readonly reason: string
  }[]
  /** Key of its last row. */
  readonly cursor: readonly string[]
  /** Records of the ERP of which all rows are staged, so that others of theirs are gone. */
  readonly touched?: readonly string[]
  /** What is known of the times of the rows up to here. */
  readonly reading?: Reading
  /** When the ERP was asked for it. */
  readonly readAt: number
}

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

/** A run that was ended by another process, which thought it dead. It must not write any more. */
export class RunLost extends Error {
  constructor(runId: string) {
    super(`run ${runId} was ended by another process`)
    this.name = 'RunLost'
  }
}

/** How many refused rows are named; the others are counted. */
const NAMED_REFUSALS = 100

/** How long a deletion is remembered for clients that were away. */
const TOMBSTONE_KEPT_MS = RUN_KEPT_MS

/**
 * Puts a page beside the mirror and notes how far the run is, in one transaction.
 * @throws RunLost
 */
export async function stagePage(
  db: Database,
  runId: string,
  page: StagedPage,
  now: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const run = await holdRun(tx, runId)
    const doubles = await stageRows(tx, stageOf(run), page)
    await stageTouched(tx, stageOf(run), page.touched ?? [])
    const refused = [...page.refused, ...doubles]
    const named = refused.slice(0, Math.max(0, NAMED_REFUSALS - run.refusals.length))
    await tx
      .update(runs)
      .set({
        heartbeatAt: new Date(now),
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
 * Notes what a run is going to read, before its first page.
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
    const run = await holdRun(tx, runId)
    await stageTouched(tx, stageOf(run), touched)
    await tx
      .update(runs)
      .set({ reading, readFrom: new Date(readAt) })
      .where(eq(runs.id, runId))
  })
}

/** Takes away, little by little, what other runs of the collection have left staged. */
export async function dropLeftovers(
  db: Database,
  collection: PulledCollection,
  runId: string,
): Promise<void> {
  const run = await db.transaction((tx) => holdRun(tx, runId))
  const others = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.collection, collection), ne(runs.id, stageOf(run))))
  const which = sql`${inArray(stagedRows.runId, others)}`
  while (await db.transaction((tx) => dropStaged(tx, which)));
}

/**
 * Brings the mirror to what the run has read and ends the run. New versions of rows are written
 * beside those that readers see, little by little, so that nobody waits for long; then one
 * transaction raises the sequence, and readers see all of the new rows instead of all of the old
 * ones. The sequence is raised only if something is different. A merge that is cut off leaves
 * versions that nobody sees, which the next one takes away.
 * A row that was refused stays as the mirror has it; an area that had rows and comes back without
 * any is not emptied, because that is what a missing permission looks like.
 * @throws RunLost
 */
export async function mergeRun(
  db: Database,
  collection: PulledCollection,
  runId: string,
  now: number,
): Promise<Merged> {
  for (;;) {
    const begun = await beginMerge(db, collection, runId, now)
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
export async function countOf(
  db: Database | Transaction,
  collection: PulledCollection,
): Promise<number> {
  return db.$count(records, and(eq(records.collection, collection), isPresent))
}

const NOTHING: Step = { added: 0, changed: 0, removed: 0 }

interface BegunMerge {
  readonly run: Run
  readonly merge: Merge
  /** Whether nothing is merged: nothing has changed, or the area came back without any row. */
  readonly isIdle: boolean
}

/** Whose rows these are. */
function stageOf({ id, stage }: Run): string {
  return stage ?? id
}

/** The run, which nobody ends until the transaction does. */
async function holdRun(tx: Transaction, runId: string): Promise<Run> {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.state, 'running')))
    .for('update')
  if (!run) throw new RunLost(runId)
  return run
}

/** Takes away what an earlier merge has left, and says what this one is about. */
async function beginMerge(
  db: Database,
  collection: PulledCollection,
  runId: string,
  now: number,
): Promise<BegunMerge> {
  for (;;) {
    const begun = await db.transaction(async (tx): Promise<BegunMerge | null> => {
      const run = await holdRun(tx, runId)
      const state = await holdState(tx, collection)
      if (await dropUnfinished(tx, collection, state.seq)) return null
      const isWhole = (run.reading?.since ?? null) === null
      const stage = stageOf(run)
      const merge = { collection, stage, seq: state.seq + 1, isWhole, now }
      const isIdle = isWhole
        ? run.rows === 0 && (await countOf(tx, collection)) > 0
        : (await tx.$count(stagedRows, eq(stagedRows.runId, stage))) === 0
      return { run, merge, isIdle }
    })
    if (begun) return begun
  }
}

/** Null where somebody else has written meanwhile. */
async function writeVersions(db: Database, merge: Merge, runId: string): Promise<Step | null> {
  const written = { ...NOTHING }
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    const step: StepEnd | null = await db.transaction(async (tx) => {
      await holdRun(tx, runId)
      const state = await holdState(tx, merge.collection)
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

/** Lets readers see what was written, and ends the run; null where somebody else has written meanwhile. */
function endMerge(
  db: Database,
  { merge: { collection, seq, isWhole, now }, isIdle }: BegunMerge,
  runId: string,
  written: Step,
): Promise<(Step & Pick<Merged, 'state'>) | null> {
  return db.transaction(async (tx) => {
    const run = await holdRun(tx, runId)
    const state = await holdState(tx, collection)
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
    const isEmpty = isWhole && run.rows === 0
    const end = {
      state: isEmpty ? 'empty' : run.refused > 0 ? 'partial' : 'success',
      ...written,
    } as const
    const at = new Date(now)
    await tx
      .update(runs)
      .set({ ...end, endedAt: at, heartbeatAt: at, cursor: null })
      .where(eq(runs.id, runId))
    return end
  })
}

/** How far the mirror is now; null where a row does not tell when it was changed, or none was read. */
function markOf({ reading, readFrom, refused }: Run, before: PullMark | null): PullMark | null {
  if (!reading || reading.isUndated || !reading.latest || !readFrom || refused > 0) return null
  const began = readFrom.toISOString()
  const wholeAt = reading.since === null ? began : before?.wholeAt
  if (wholeAt === undefined) return null
  // What was changed while it was read may have been read before.
  const changedUntil = reading.latest < began ? reading.latest : began
  return { changedUntil, wholeAt, query: reading.query }
}

/**
 * Takes away, little by little, what nobody sees any more. The next merge may have begun meanwhile.
 * @param seq up to which readers see
 */
async function cleanUp(db: Database, { collection, stage }: Merge, seq: number): Promise<void> {
  const which = sql`${eq(stagedRows.runId, stage)}`
  while (await db.transaction((tx) => dropStaged(tx, which)));
  while (await db.transaction((tx) => dropReplaced(tx, collection, seq)));
  // What is back is no longer gone.
  await db.execute(sql`
    DELETE FROM ${tombstones}
    WHERE collection = ${collection} AND seq < ${seq}::bigint AND EXISTS (
      SELECT FROM ${records} AS r
      WHERE r.collection = ${collection} AND r.id = ${tombstones.id}
        AND r.seq <= ${seq}::bigint AND r.gone_seq IS NULL)`)
}

/** Rows that were read before are refused: of two with one key nobody knows which is right. */
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
  const given = givenRows(rows)
  const { rows: staged } = await tx.execute<{ id: string }>(sql`
    INSERT INTO ${stagedRows} (run_id, id, body, hash)
    SELECT ${stage}, given.id, given.body, given.hash FROM ${given} AS given
    ON CONFLICT DO NOTHING RETURNING id`)
  return staged.map(({ id }) => id)
}

/** Forgets deletions that are long past; answers the last sequence that can no longer be followed. */
async function forgetOldTombstones(
  tx: Transaction,
  collection: PulledCollection,
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
