/** The steps of a merge. Each is so small that other queries run in between (see `mergeRun`). */
import { type SQL, sql } from 'drizzle-orm'
import type { PulledList } from '#contract/lists.ts'
import type { Transaction } from '#server/db/database.ts'
import { records, tombstones } from '#server/db/schema/mirror.ts'
import { stagedRows } from '#server/db/schema/runs.ts'
import { STEP_ROWS } from '#server/db/mirror/row-visibility.ts'

/** The hash of a staged row that was refused: the mirror retains its version. */
export const REFUSED = ''
/** The id of a refused row whose id cannot be read. */
export const UNKNOWN_ID = ''
/** The hash of an ERP record that is deleted, or whose rows are all staged. */
export const TOUCHED = 'touched'

/** The parameters of a merge. */
export interface Merge {
  readonly collection: PulledList
  /** The run that staged the rows. */
  readonly stage: string
  /** The sequence under which readers will see the rows. */
  readonly seq: number
  /** Whether rows that were not staged are deleted; otherwise only those of touched records are. */
  readonly isWhole: boolean
  readonly now: number
}

/** The result of a step. */
export interface Step {
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/**
 * The key up to which the next step goes, among staged and mirrored rows.
 * @param after where the previous step ended
 * @returns null if no rows are left
 */
export async function nextBound(
  tx: Transaction,
  { collection, stage, seq }: Merge,
  after: string,
): Promise<string | null> {
  const staged = sql`(
    SELECT max(id) FROM (
      SELECT id FROM ${stagedRows} WHERE run_id = ${stage} AND id > ${after}
      ORDER BY id LIMIT ${STEP_ROWS}) AS staged)`
  const known = sql`(
    SELECT max(id) FROM (
      SELECT id FROM ${records}
      WHERE collection = ${collection} AND id > ${after} AND seq < ${seq}::bigint
      ORDER BY id LIMIT ${STEP_ROWS}) AS known)`
  const { rows } = await tx.execute<{ bound: string | null }>(
    sql`SELECT least(${staged}, ${known}) AS bound`,
  )
  return rows[0]?.bound ?? null
}

/** Writes new versions of the rows after one key up to another, next to the versions that readers see. */
export async function writeStep(
  tx: Transaction,
  merge: Merge,
  after: string,
  bound: string,
): Promise<Step> {
  const { collection, stage, seq, now } = merge
  const at = sql`${new Date(now)}::timestamptz`
  // The planner does not know about freshly staged rows yet, and would choose a nested loop.
  await tx.execute(sql`SET LOCAL enable_nestloop = off`)
  const given = sql`(
    SELECT id, body, hash FROM ${stagedRows}
    WHERE run_id = ${stage} AND ${within('id', after, bound)}
      AND hash NOT IN (${REFUSED}, ${TOUCHED}))`
  const known = sql`(
    SELECT id, hash, created_at FROM ${records}
    WHERE collection = ${collection} AND ${within('id', after, bound)}
      AND seq < ${seq}::bigint AND gone_seq IS NULL)`
  const written = await tx.execute(sql`
    INSERT INTO ${records} (collection, id, body, hash, seq, created_at, updated_at)
    SELECT ${collection}, given.id, given.body, given.hash, ${seq}::bigint,
      coalesce(known.created_at, ${at}), ${at}
    FROM ${given} AS given LEFT JOIN ${known} AS known ON known.id = given.id
    WHERE known.id IS NULL OR known.hash <> given.hash`)
  const replaced = await tx.execute(sql`
    UPDATE ${records} AS r SET gone_seq = ${seq}::bigint
    FROM ${given} AS given
    WHERE r.collection = ${collection} AND ${within('r.id', after, bound)}
      AND r.seq < ${seq}::bigint AND r.gone_seq IS NULL
      AND r.id = given.id AND r.hash <> given.hash`)
  const changed = replaced.rowCount ?? 0
  const removed = await removeMissing(tx, merge, after, bound)
  return { added: (written.rowCount ?? 0) - changed, changed, removed }
}

/** A refused row without an id may be any row of the mirror, so no row counts as deleted then. */
async function removeMissing(
  tx: Transaction,
  { collection, stage, seq, isWhole, now }: Merge,
  after: string,
  bound: string,
): Promise<number> {
  const staged = (id: SQL, more = sql`true`) =>
    sql`EXISTS (SELECT FROM ${stagedRows} AS s WHERE s.run_id = ${stage} AND s.id = ${id} AND ${more})`
  // The first part of a row's key is the id of its ERP record.
  const isTouched = isWhole ? sql`true` : staged(sql`split_part(r.id, '|', 1)`)
  const removed = await tx.execute(sql`
    WITH gone AS (
      UPDATE ${records} AS r SET gone_seq = ${seq}::bigint
      WHERE r.collection = ${collection} AND ${within('r.id', after, bound)}
        AND r.seq < ${seq}::bigint AND r.gone_seq IS NULL
        AND ${isTouched}
        AND NOT ${staged(sql`r.id`, sql`s.hash <> ${TOUCHED} AND ${within('s.id', after, bound)}`)}
        AND NOT ${staged(sql`${UNKNOWN_ID}`)}
      RETURNING r.id)
    INSERT INTO ${tombstones} (collection, id, seq, deleted_at)
    SELECT ${collection}, gone.id, ${seq}::bigint, ${new Date(now)}::timestamptz FROM gone
    ON CONFLICT (collection, id) DO UPDATE
    SET seq = excluded.seq, deleted_at = excluded.deleted_at`)
  return removed.rowCount ?? 0
}

function within(column: 'id' | 'r.id' | 's.id', after: string, bound: string): SQL {
  return sql`${sql.raw(column)} > ${after} AND ${sql.raw(column)} <= ${bound}`
}
