/**
 * What has changed in a collection since a client last looked (decisions/console/collections.md,
 * decisions/console/offline.md).
 */
import { sql } from 'drizzle-orm'
import type { SyncCursor } from '#contract/changes.ts'
import type { CollectionName } from '#contract/collections.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { inSnapshot, rowsAsJson } from '#server/db/mirror/records.ts'
import { records, tombstones } from '#server/db/schema.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'

/** The answer to a cursor: the changes after it, or everything if they are not known. */
export interface Changes {
  readonly state: CollectionState
  readonly mode: 'delta' | 'full'
  /** The changed rows, or all of them, as a JSON array. */
  readonly json: string
  /** Ids of deleted rows, as `rowKey` makes them. */
  readonly deleted: readonly string[]
  /** How many rows the collection has now. */
  readonly count: number
  /** The checksum of its rows now (`#contract/checksum.ts`). */
  readonly sum: string
}

/** The changes since a cursor. If more than half of the rows changed, the answer has all of them. */
export function changesSince(
  db: Database,
  collection: CollectionName,
  cursor: SyncCursor,
): Promise<Changes> {
  return inSnapshot(db, collection, async (tx, state) => {
    const { count, sum } = await checksumAt(db, tx, state)
    const deleted = canFollow(state, cursor) ? await deletedSince(tx, state, cursor.since) : null
    const changed = deleted && (await changedCount(tx, state, cursor.since))
    if (!deleted || changed === null || changed + deleted.length > count / 2 + ALWAYS_DELTA) {
      const { json } = await rowsAsJson(tx, state)
      return { state, mode: 'full', json, deleted: [], count, sum }
    }
    const { json } = await rowsAsJson(tx, state, cursor.since)
    return { state, mode: 'delta', json, deleted, count, sum }
  })
}

/** Up to this many changes are a delta even if the collection is hardly larger. */
const ALWAYS_DELTA = 10

/** Whether every change after a cursor is still known. */
export function canFollow(state: CollectionState, { since, epoch }: SyncCursor): boolean {
  return epoch === state.epoch && since >= state.deltaFrom && since <= state.seq
}

/** Number of rows, and their checksum (`#contract/checksum.ts`). */
interface Checksum {
  readonly count: number
  readonly sum: string
}

type Summed = Checksum & Pick<CollectionState, 'epoch' | 'seq'>

/** The latest checksum of each database's collections. */
const summed = new WeakMap<Database, Map<string, Summed>>()

/**
 * Rows at one sequence never differ, so the checksum is computed for the first client that asks, and
 * cached.
 */
async function checksumAt(
  db: Database,
  tx: Transaction,
  state: CollectionState,
): Promise<Checksum> {
  const { collection, epoch, seq } = state
  const sums = summed.get(db) ?? new Map<string, Summed>()
  const last = sums.get(collection)
  if (last?.epoch === epoch && last.seq === seq) return last
  const checksum = await checksumOf(tx, state)
  summed.set(db, sums.set(collection, { ...checksum, epoch, seq }))
  return checksum
}

/** The exclusive or of the rows' checksums, with which their `hash` begins. */
async function checksumOf(
  tx: Transaction,
  { collection, seq }: CollectionState,
): Promise<Checksum> {
  const { rows } = await tx.execute<{ count: number; sum: string }>(sql`
    SELECT count(*)::int AS count,
      lpad(to_hex(coalesce(bit_xor(('x' || left(hash, 16))::bit(64)::bigint), 0)), 16, '0') AS sum
    FROM ${records} WHERE collection = ${collection} AND ${visibleAt(seq)}`)
  return rows[0] ?? { count: 0, sum: '0'.repeat(16) }
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
