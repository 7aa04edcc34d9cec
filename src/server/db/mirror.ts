/** What a pull brings into the database: pages beside the mirror, then all of them into it at once. */
import { and, eq, sql } from 'drizzle-orm'
import type { PulledCollection } from '#contract/collections.ts'
import { RUN_KEPT_MS } from '#contract/constants.ts'
import { changeState, holdState } from '#server/db/collection-states.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { givenRows, storedRow, writeRows } from '#server/db/records.ts'
import { records, runs, stagedRows, tombstones } from '#server/db/schema.ts'

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
    const doubles = await stageRows(tx, runId, page)
    const refused = [...page.refused, ...doubles]
    const named = refused.slice(0, Math.max(0, NAMED_REFUSALS - run.refusals.length))
    await tx
      .update(runs)
      .set({
        heartbeatAt: new Date(now),
        readFrom: run.readFrom ?? new Date(page.readAt),
        cursor: page.cursor,
        pages: run.pages + 1,
        rows: run.rows + page.rows.length + page.refused.length,
        refused: run.refused + refused.length,
        refusals: [...run.refusals, ...named.map(({ row, reason }) => ({ row, reason }))],
      })
      .where(eq(runs.id, runId))
  })
}

/**
 * Brings the mirror to what the run has read and ends the run, in one transaction: readers see all
 * of the old rows or all of the new ones. The sequence is raised only if something is different.
 * A row that was refused stays as the mirror has it; an area that had rows and comes back without
 * any is not emptied, because that is what a missing permission looks like.
 * @throws RunLost
 */
export function mergeRun(
  db: Database,
  collection: PulledCollection,
  runId: string,
  now: number,
): Promise<Merged> {
  return db.transaction(async (tx) => {
    const run = await holdRun(tx, runId)
    const state = await holdState(tx, collection)
    const seq = state.seq + 1
    const isEmpty = run.rows === 0
    const kept = isEmpty && (await countOf(tx, collection)) > 0
    const written = kept ? NOTHING : await writeRows(tx, collection, stagedOf(runId), seq, now)
    const removed = kept ? 0 : await removeMissing(tx, collection, runId, seq, now)
    const hasChanged = written.added + written.changed + removed > 0
    await changeState(tx, collection, {
      ...(hasChanged && { seq }),
      ...(!kept && { asOf: run.readFrom ?? new Date(now) }),
      deltaFrom: Math.max(state.deltaFrom, await forgetOldTombstones(tx, collection, now)),
    })
    const merged = {
      state: isEmpty ? 'empty' : run.refused > 0 ? 'partial' : 'success',
      ...written,
      removed,
    } as const
    await tx
      .update(runs)
      .set({ ...merged, endedAt: new Date(now), heartbeatAt: new Date(now), cursor: null })
      .where(eq(runs.id, runId))
    await tx.delete(stagedRows).where(eq(stagedRows.runId, runId))
    const { refused, refusals } = run
    return { ...merged, refused, refusals, total: await countOf(tx, collection) }
  })
}

/** How many rows the mirror has of a collection. */
export async function countOf(
  db: Database | Transaction,
  collection: PulledCollection,
): Promise<number> {
  return db.$count(records, eq(records.collection, collection))
}

const NOTHING = { added: 0, changed: 0 }

/** The run, which nobody ends until the transaction does. */
async function holdRun(tx: Transaction, runId: string) {
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.state, 'running')))
    .for('update')
  if (!run) throw new RunLost(runId)
  return run
}

/** Rows that were read before are refused: of two with one key nobody knows which is right. */
async function stageRows(
  tx: Transaction,
  runId: string,
  { rows, refused }: StagedPage,
): Promise<{ row: string; reason: string }[]> {
  const marks = refused.map(({ id }) => storedRow(id ?? UNKNOWN_ID, '{}', REFUSED))
  const given = givenRows([
    ...rows.map(({ id, body, hash }) => storedRow(id, body, hash)),
    ...marks,
  ])
  const { rows: staged } = await tx.execute<{ id: string }>(sql`
    INSERT INTO ${stagedRows} (run_id, id, body, hash)
    SELECT ${runId}, given.id, given.body, given.hash FROM ${given} AS given
    ON CONFLICT DO NOTHING RETURNING id`)
  if (staged.length === rows.length + marks.length) return []
  const left = new Set(staged.map(({ id }) => id))
  return rows
    .filter(({ id }) => !left.delete(id))
    .map(({ id }) => ({ row: id, reason: 'the key came twice' }))
}

/** Stand for a refused row, and for one whose id is not known. */
const REFUSED = ''
const UNKNOWN_ID = ''

/** The rows of a run that could be read. */
function stagedOf(runId: string) {
  return sql`(
    SELECT id, body, hash FROM ${stagedRows} WHERE run_id = ${runId} AND hash <> ${REFUSED})`
}

/** A refused row without an id may be any of the mirror: then none is taken for gone. */
async function removeMissing(
  tx: Transaction,
  collection: PulledCollection,
  runId: string,
  seq: number,
  now: number,
): Promise<number> {
  const removed = await tx.execute(sql`
    WITH gone AS (
      DELETE FROM ${records} AS r
      WHERE r.collection = ${collection}
        AND NOT EXISTS (SELECT FROM ${stagedRows} AS s WHERE s.run_id = ${runId} AND s.id = r.id)
        AND NOT EXISTS (
          SELECT FROM ${stagedRows} AS s WHERE s.run_id = ${runId} AND s.id = ${UNKNOWN_ID})
      RETURNING r.id)
    INSERT INTO ${tombstones} (collection, id, seq, deleted_at)
    SELECT ${collection}, gone.id, ${seq}::bigint, ${new Date(now)}::timestamptz FROM gone
    ON CONFLICT (collection, id) DO UPDATE
    SET seq = excluded.seq, deleted_at = excluded.deleted_at`)
  return removed.rowCount ?? 0
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
