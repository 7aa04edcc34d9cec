/** The changes after a cursor in one statement, where they are few and the checksum is known. */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { epochOf } from '#server/db/database-origin.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { type Checksum, knownChecksum } from '#server/db/mirror/list-checksum.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'
import { collectionStates, records, tombstones } from '#server/db/schema/mirror.ts'

/** More rows are read in pieces, so that the database never builds one huge text. */
const MAX_ROWS = 5_000

/** Changed rows and deleted ids at a state, and the checksum of the whole list. */
export interface QuickChanges extends Checksum {
  /** The changed rows by id, as a JSON array. */
  readonly json: string
  readonly changed: number
  readonly deleted: readonly string[]
}

/**
 * Reads the changes. A statement sees one moment of the database, so it needs no transaction.
 * @param since a sequence after which every change is known
 * @returns null if the state has passed, if there are too many changes, or if the checksum has not been computed
 */
export async function quickChanges(
  db: Database,
  state: CollectionState,
  since: number,
): Promise<QuickChanges | null> {
  const checksum = await knownChecksum(db, state)
  if (!checksum) return null
  const { collection, epoch, seq } = state
  const isMine = sql`collection = ${collection}`
  const isLater = sql`seq > ${since}::bigint`
  const { rows } = await db.execute<Found>(sql`
    SELECT changed.rows, changed.count, deleted.ids
    FROM ${collectionStates},
      (SELECT string_agg(body::text, ',' ORDER BY id) AS rows, count(*)::int AS count
       FROM (
         SELECT id, body FROM ${records} WHERE ${isMine} AND ${isLater} AND ${visibleAt(seq)}
         LIMIT ${MAX_ROWS + 1}) AS few) AS changed,
      (SELECT json_agg(id ORDER BY id) AS ids
       FROM (
         SELECT id FROM ${tombstones}
         WHERE ${isMine} AND ${isLater} AND seq <= ${seq}::bigint AND NOT EXISTS (
           SELECT FROM ${records} AS r
           WHERE r.collection = ${collection} AND r.id = ${tombstones.id}
             AND r.seq <= ${seq}::bigint AND (r.gone_seq IS NULL OR r.gone_seq > ${seq}::bigint))
         LIMIT ${MAX_ROWS + 1}) AS gone) AS deleted
    WHERE ${isMine} AND seq = ${seq}::bigint AND ${epochOf(sql`epoch`)} = ${epoch}`)
  const [found] = rows
  const deleted = found?.ids ?? []
  if (!found || found.count > MAX_ROWS || deleted.length > MAX_ROWS) return null
  return { ...checksum, json: `[${found.rows ?? ''}]`, changed: found.count, deleted }
}

interface Found extends Record<string, unknown> {
  readonly rows: string | null
  readonly count: number
  readonly ids: readonly string[] | null
}
