/** Pulls from the ERP: who started them, how far they are, how they ended (decisions/server/erp-pulls.md). */
import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { PulledList } from '#contract/lists.ts'
import { PULLS_AT_ONCE, RUN_KEPT_MS } from '#contract/constants.ts'
import type { RunState } from '#contract/sync/runs.ts'
import { isProcessDead } from '#server/db/cluster/process-liveness.ts'
import type { Database, Transaction, Transacts } from '#server/db/database.ts'
import { runs } from '#server/db/schema/runs.ts'
import { areSettingsNewer } from '#server/db/repositories/settings.ts'

export type Run = typeof runs.$inferSelect

/** The heartbeat interval of a run, and the silence after which it counts as dead. */
export const HEARTBEAT_MS = 10_000
const SILENCE_MS = 6 * HEARTBEAT_MS

/**
 * The time of a heartbeat: that of the database, which all processes share. By their own clocks, two servers that
 * differ by more than the silence would take each other's runs for dead.
 */
export const heartbeatTime: SQL<Date> = sql`clock_timestamp()`

/** How long the pages of an interrupted run can be reused; older ones are stale. */
export const RESUME_WITHIN_MS = 30 * 60_000

/**
 * The result of asking for a run: it is ours, another is running, it waits, or it was cancelled while it
 * waited.
 */
export type Claim =
  | { readonly kind: 'ours'; readonly run: Run }
  | { readonly kind: 'theirs'; readonly runId: string }
  | { readonly kind: 'waiting'; readonly runId: string }
  | { readonly kind: 'ended'; readonly run: Run }

/** The states of a run that has not ended. */
export const LIVING: RunState[] = ['waiting', 'running']

/** What the history says of a run whose process died. */
export interface Interruption {
  readonly fault: string
  readonly error: string
}

export interface ClaimOptions {
  /** How many runs may be running at once, in all processes. */
  readonly atOnce?: number
  /** The run with which the caller already waits. */
  readonly waitingId?: string | null
  /** The name of the query. Pages of another query are not reused. */
  readonly query?: string | null
  /** The process that asks, if it announces its liveness. */
  readonly owner?: number | null
}

/**
 * Begins a run, unless this collection already has one in this process or another. If all permits are taken
 * the run waits, and the same caller asks again. It takes over the pages of an interrupted run unless the
 * ERP settings have changed since.
 */
export function claimRun(
  db: Transacts,
  collection: PulledList,
  startedBy: string,
  now: number,
  interruption: Interruption,
  { atOnce = PULLS_AT_ONCE, waitingId = null, query = null, owner = null }: ClaimOptions = {},
): Promise<Claim> {
  return db.transaction(async (tx): Promise<Claim> => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('dockside pulls'))`)
    if (waitingId !== null) await recordHeartbeat(tx, waitingId)
    await endDeadRuns(tx, now, interruption)
    const living = await tx
      .select({ id: runs.id, collection: runs.collection, state: runs.state })
      .from(runs)
      .where(inArray(runs.state, LIVING))
    const same = living.find((run) => run.collection === collection)
    if (same && same.id !== waitingId) return { kind: 'theirs', runId: same.id }
    if (!same && waitingId !== null) {
      const ended = await findRun(tx, waitingId)
      if (ended) return { kind: 'ended', run: ended }
    }
    const isFull = living.filter(({ state }) => state === 'running').length >= atOnce
    if (isFull && same) return { kind: 'waiting', runId: same.id }
    const facts = { collection, startedBy, owner, now }
    if (isFull) return { kind: 'waiting', runId: (await insertRun(tx, facts, 'waiting')).id }

    const broken = await brokenRun(tx, collection, query, now)
    if (same) await tx.delete(runs).where(eq(runs.id, same.id))
    const run = await insertRun(tx, { ...facts, id: same?.id }, 'running', broken)
    await forgetCursors(tx, run)
    await forgetOldRuns(tx, now)
    return { kind: 'ours', run }
  })
}

/**
 * SQL condition: the run is abandoned. Its process is dead, or has given no heartbeat for a while: a live
 * one may have hung, or have lost the database. The database's clock may have been set back.
 */
function isAbandoned(silenceMs = SILENCE_MS): SQL {
  const silence = sql`abs(extract(epoch FROM ${runs.heartbeatAt} - ${heartbeatTime})) * 1000`
  return sql`(${silence} > ${silenceMs} OR ${isProcessDead(runs.owner)})`
}

/**
 * Ends abandoned runs.
 * @param silenceMs below zero: end all of them, for a database that no other process uses
 */
export async function endDeadRuns(
  db: Database | Transaction,
  now: number,
  { fault, error }: Interruption,
  silenceMs?: number,
): Promise<void> {
  await db
    .update(runs)
    .set({ state: 'failed', fault, error, endedAt: new Date(now) })
    .where(and(inArray(runs.state, LIVING), isAbandoned(silenceMs)))
}

/** Renews the heartbeat of a run; false if it was ended meanwhile. */
export async function recordHeartbeat(db: Database | Transaction, runId: string): Promise<boolean> {
  const beaten = await db
    .update(runs)
    .set({ heartbeatAt: heartbeatTime })
    .where(and(eq(runs.id, runId), inArray(runs.state, LIVING)))
  return beaten.rowCount === 1
}

/** Ends a run as failed, unless it was ended meanwhile. */
export async function failRun(
  db: Database,
  runId: string,
  now: number,
  { fault, error }: Interruption,
): Promise<void> {
  await db
    .update(runs)
    .set({ state: 'failed', fault, error, endedAt: new Date(now) })
    .where(and(eq(runs.id, runId), inArray(runs.state, LIVING)))
}

/** Cancels the waiting or running run of a collection, in whichever process; whether there was one. */
export function cancelRun(
  db: Transacts,
  collection: PulledList,
  now: number,
  { fault, error }: Interruption,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const cancelled = await tx
      .update(runs)
      .set({ state: 'failed', fault, error, endedAt: new Date(now) })
      .where(and(eq(runs.collection, collection), inArray(runs.state, LIVING)))
    return cancelled.rowCount !== 0
  })
}

/** A run by its id, or null. */
export async function findRun(db: Database | Transaction, runId: string): Promise<Run | null> {
  const [found] = await db.select().from(runs).where(eq(runs.id, runId))
  return found ?? null
}

/** Whether the rows of a collection are those of a query: the last pull that brought rows used it. */
export async function wasReadBy(
  db: Database,
  collection: PulledList,
  query: string,
): Promise<boolean> {
  const [last] = await db
    .select({ reading: runs.reading })
    .from(runs)
    .where(and(eq(runs.collection, collection), inArray(runs.state, ['success', 'partial'])))
    .orderBy(desc(runs.endedAt))
    .limit(1)
  return last?.reading?.query === query
}

/** Whether a run is abandoned and can be taken over. */
export async function isRunAbandoned(db: Database, runId: string): Promise<boolean> {
  return (await db.$count(runs, and(eq(runs.id, runId), isAbandoned()))) > 0
}

/** The runs that are reading, oldest first. A waiting run is not among them: it decides what to read once it begins. */
export function runsUnderWay(db: Database): Promise<Run[]> {
  return db.select().from(runs).where(eq(runs.state, 'running')).orderBy(runs.startedAt)
}

/**
 * The last run of each collection if it was interrupted recently. By its start, a run of a server that is ahead of time
 * would stay the last one, and be resumed again and again.
 */
export async function interruptedRuns(db: Database, fault: string, now: number): Promise<Run[]> {
  const last = await db
    .selectDistinctOn([runs.collection])
    .from(runs)
    .orderBy(runs.collection, desc(runs.heartbeatAt))
  return last.filter(
    (run) =>
      run.state === 'failed' && run.fault === fault && isFresh(run.readFrom ?? run.startedAt, now),
  )
}

/** The last run if it failed after some pages that can still be used. */
async function brokenRun(
  tx: Transaction,
  collection: PulledList,
  query: string | null,
  now: number,
): Promise<Run | null> {
  const [last] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.collection, collection), notInArray(runs.state, LIVING)))
    .orderBy(desc(runs.startedAt), desc(runs.endedAt), isNull(runs.cursor))
    .limit(1)
  if (last?.state !== 'failed' || last.cursor === null || !isFresh(last.readFrom, now)) return null
  if (query !== null && last.reading && last.reading.query !== query) return null
  return last.readFrom && (await areSettingsNewer(tx, last.readFrom)) ? null : last
}

function isFresh(readFrom: Date | null, now: number): boolean {
  return readFrom !== null && Math.abs(now - readFrom.getTime()) < RESUME_WITHIN_MS
}

interface RunFacts {
  readonly id?: string | undefined
  readonly collection: PulledList
  readonly startedBy: string
  readonly owner: number | null
  readonly now: number
}

async function insertRun(
  tx: Transaction,
  { id = randomUUID(), collection, startedBy, owner, now }: RunFacts,
  state: RunState,
  broken: Run | null = null,
): Promise<Run> {
  const [run] = await tx
    .insert(runs)
    .values({
      id,
      collection,
      startedBy,
      owner,
      state,
      startedAt: new Date(now),
      heartbeatAt: heartbeatTime,
      ...(broken && {
        readFrom: broken.readFrom,
        cursor: broken.cursor,
        reading: broken.reading,
        stage: broken.stage ?? broken.id,
        pages: broken.pages,
        rows: broken.rows,
        refused: broken.refused,
        refusals: broken.refusals,
      }),
    })
    .returning()
  if (!run) throw new Error('a run was not stored')
  return run
}

/**
 * Gives this run the rows that an earlier run of its collection has staged, or discards them. No earlier
 * run can be resumed again, even if a clock that was set back makes it look like the last one.
 */
async function forgetCursors(tx: Transaction, { id, collection }: Run): Promise<void> {
  await tx
    .update(runs)
    .set({ cursor: null })
    .where(and(eq(runs.collection, collection), ne(runs.id, id), isNotNull(runs.cursor)))
}

/** Deletes runs that are older than the history goes back. */
async function forgetOldRuns(tx: Transaction, now: number): Promise<void> {
  const oldest = new Date(now - RUN_KEPT_MS)
  await tx.delete(runs).where(and(lt(runs.startedAt, oldest), notInArray(runs.state, LIVING)))
}
