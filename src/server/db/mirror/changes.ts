/**
 * What has changed in a collection since a client last looked (decisions/console/collections.md,
 * decisions/console/offline.md).
 */
import { sql } from 'drizzle-orm'
import type { SyncCursor } from '#contract/sync/changes.ts'
import type { ListName } from '#contract/lists.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { checksumAt } from '#server/db/mirror/list-checksum.ts'
import { quickChanges } from '#server/db/mirror/quick-changes.ts'
import { inSnapshot, rowsAsJson } from '#server/db/mirror/records.ts'
import { records, tombstones } from '#server/db/schema/mirror.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'

/** The answer to a cursor: the changes after it, or all rows if they are not known. */
export interface Changes {
  readonly state: CollectionState
  readonly mode: 'delta' | 'full'
  /** The changed rows, or all of them, as a JSON array. */
  readonly json: string
  /** Ids of deleted rows, as `listKey` makes them. */
  readonly deleted: readonly string[]
  /** How many rows the collection has now. */
  readonly count: number
  /** The checksum of its rows now (`#contract/sync/checksum.ts`). */
  readonly sum: string
}

/**
 * The changes since a cursor; null if they are not all known, or if more than half of the rows changed.
 * @param present the state as it was a moment ago, which saves reading it
 */
export async function changesSince(
  db: Database,
  collection: ListName,
  cursor: SyncCursor,
  present?: CollectionState,
): Promise<Changes | null> {
  if (!present) return changesInSnapshot(db, collection, cursor)
  if (!canFollow(present, cursor)) return null
  const quick = await quickChanges(db, present, cursor.since)
  if (!quick) return changesInSnapshot(db, collection, cursor)
  const { changed, deleted, count, sum, json } = quick
  if (isMost(changed + deleted.length, count)) return null
  return { state: present, mode: 'delta', json, deleted, count, sum }
}

function changesInSnapshot(
  db: Database,
  collection: ListName,
  cursor: SyncCursor,
): Promise<Changes | null> {
  return inSnapshot(db, collection, async (tx, state) => {
    if (!canFollow(state, cursor)) return null
    const { count, sum } = await checksumAt(db, tx, state)
    const deleted = await deletedSince(tx, state, cursor.since)
    const changed = await changedCount(tx, state, cursor.since)
    if (isMost(changed + deleted.length, count)) return null
    const { json } = await rowsAsJson(tx, state, { since: cursor.since })
    return { state, mode: 'delta', json, deleted, count, sum }
  })
}

/** Whether so much changed that all rows are the shorter answer. */
function isMost(changed: number, count: number): boolean {
  return changed > count / 2 + ALWAYS_DELTA
}

/** All rows, for a client whose changes are not known. */
export function allRows(db: Database, collection: ListName): Promise<Changes> {
  return inSnapshot(db, collection, async (tx, state) => {
    const { count, sum } = await checksumAt(db, tx, state)
    const { json } = await rowsAsJson(tx, state)
    return { state, mode: 'full', json, deleted: [], count, sum }
  })
}

/** Up to this many changes are a delta even if the collection is hardly larger. */
const ALWAYS_DELTA = 10

/** Whether every change after a cursor is still known. */
export function canFollow(state: CollectionState, { since, epoch }: SyncCursor): boolean {
  return epoch === state.epoch && since >= state.deltaFrom && since <= state.seq
}

/** A row that has come back is not reported as deleted. */
async function deletedSince(
  tx: Transaction,
  { collection, seq }: CollectionState,
  since: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM ${tombstones}
    WHERE collection = ${collection} AND seq > ${since} AND seq <= ${seq}
      AND NOT EXISTS (
        SELECT FROM ${records} AS r
        WHERE r.collection = ${collection} AND r.id = ${tombstones.id}
          AND r.seq <= ${seq} AND (r.gone_seq IS NULL OR r.gone_seq > ${seq}))
    ORDER BY id`)
  return rows.map(({ id }) => id)
}

async function changedCount(
  tx: Transaction,
  { collection, seq }: CollectionState,
  since: number,
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM ${records}
    WHERE collection = ${collection} AND seq > ${since} AND ${visibleAt(seq)}`)
  return rows[0]?.count ?? 0
}
