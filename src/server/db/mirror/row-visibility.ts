/** Which versions of rows readers see, and how invisible ones are deleted (`records` in the schema). */
import { type SQL, sql } from 'drizzle-orm'
import type { ListName } from '#contract/lists.ts'
import type { Transaction } from '#server/db/database.ts'
import { collectionStates, records, tombstones } from '#server/db/schema/mirror.ts'

/** Rows per step: few enough that the embedded database soon runs other queries. */
export const STEP_ROWS = 1_000

/** For a query on `records` alone: the rows that readers see at a sequence of the collection. */
export function visibleAt(seq: number): SQL {
  return sql`seq <= ${seq}::bigint AND (gone_seq IS NULL OR gone_seq > ${seq}::bigint)`
}

/** The same at the current sequence. */
export const isVisible: SQL = sql`EXISTS (
  SELECT FROM ${collectionStates}
  WHERE ${collectionStates.collection} = ${records.collection}
    AND ${records.seq} <= ${collectionStates.seq}
    AND (${records.goneSeq} IS NULL OR ${records.goneSeq} > ${collectionStates.seq}))`

/**
 * Deletes some of the versions that an interrupted merge has written.
 * @param seq of the collection, whose state is locked
 */
export async function dropUnfinished(
  tx: Transaction,
  collection: ListName,
  seq: number,
): Promise<Dropped> {
  const written = await tx.execute(sql`
    DELETE FROM ${records} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${records}
      WHERE collection = ${collection} AND seq > ${seq}::bigint LIMIT ${STEP_ROWS}))`)
  const replaced = await tx.execute(sql`
    UPDATE ${records} SET gone_seq = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${records}
      WHERE collection = ${collection} AND gone_seq > ${seq}::bigint LIMIT ${STEP_ROWS}))`)
  const buried = await tx.execute(sql`
    DELETE FROM ${tombstones} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${tombstones}
      WHERE collection = ${collection} AND seq > ${seq}::bigint LIMIT ${STEP_ROWS}))`)
  const counts = [written, replaced, buried].map(({ rowCount }) => rowCount ?? 0)
  return {
    hasDropped: counts.some((count) => count > 0),
    mayHaveMore: counts.includes(STEP_ROWS),
  }
}

/** What a step of `dropUnfinished` did. */
export interface Dropped {
  readonly hasDropped: boolean
  readonly mayHaveMore: boolean
}

/**
 * The same with all of them, within one transaction.
 * @returns whether there were any. Their merge may still be under way, and notices that only by another sequence.
 */
export async function dropAllUnfinished(
  tx: Transaction,
  collection: ListName,
  seq: number,
): Promise<boolean> {
  for (let hadSome = false; ;) {
    const { hasDropped, mayHaveMore } = await dropUnfinished(tx, collection, seq)
    hadSome ||= hasDropped
    if (!mayHaveMore) return hadSome
  }
}

/**
 * Deletes some of the replaced versions, which readers no longer see.
 * @param seq of the collection
 * @returns whether there may be more
 */
export async function dropReplaced(
  tx: Transaction,
  collection: ListName,
  seq: number,
): Promise<boolean> {
  const dropped = await tx.execute(sql`
    DELETE FROM ${records} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${records}
      WHERE collection = ${collection} AND gone_seq <= ${seq}::bigint LIMIT ${STEP_ROWS}))`)
  return dropped.rowCount === STEP_ROWS
}
