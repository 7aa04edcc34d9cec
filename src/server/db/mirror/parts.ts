/** Collections in parts by id, for clients on a slow link (decisions/console/collections.md). */
import { sql } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import type { KeyRange } from '#contract/sync/parts.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { type Checksum, checksumAt } from '#server/db/mirror/list-checksum.ts'
import { oncePerSequence } from '#server/db/mirror/once-per-sequence.ts'
import { type IdRange, inSnapshot, rowsAsJson } from '#server/db/mirror/records.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'
import { records } from '#server/db/schema/mirror.ts'

/** Some rows of a collection, with number and checksum of all its rows at the same sequence. */
export interface ListPart extends Checksum {
  readonly state: CollectionState
  readonly rows: readonly Row[]
  /** In the first part: the ids at which the others start. */
  readonly starts?: readonly string[]
}

/** Up to this many rows, the first part has all of them: it still passes in a second at 400 kbit/s. */
export const UNDIVIDED_ROWS = 2_000
/** Rows of the first part of a longer collection: more than a screen shows, and there at once. */
const FIRST_ROWS = 200
/** Rows of every other part. 8,000 rows of the demo's inventory are 19 KB compressed, which pass in half a second. */
const PART_ROWS = 8_000

/** The first part: the first rows by id, and where the other parts start. */
export function firstPart(db: Database, collection: ListName): Promise<ListPart> {
  return inSnapshot(db, collection, async (tx, state) => {
    const checksum = await checksumAt(db, tx, state)
    const isLong = checksum.count > UNDIVIDED_ROWS
    const starts = isLong ? await divided.at(db, state, () => startsAt(tx, state)) : []
    const rows = await rowsIn(tx, state, { from: null, to: starts[0] ?? null })
    return { state, ...checksum, rows, starts }
  })
}

/**
 * The rows of a range of ids.
 * @returns null if the range does not end behind its start
 */
export function partIn(
  db: Database,
  collection: ListName,
  range: KeyRange,
): Promise<ListPart | null> {
  return inSnapshot(db, collection, async (tx, state) => {
    if (!(await endsBehindStart(tx, range))) return null
    const checksum = await checksumAt(db, tx, state)
    return { state, ...checksum, rows: await rowsIn(tx, state, range) }
  })
}

const divided = oncePerSequence<string[]>()

async function rowsIn(tx: Transaction, state: CollectionState, range: IdRange): Promise<Row[]> {
  const { json } = await rowsAsJson(tx, state, { range })
  return JSON.parse(json) as Row[]
}

/** The database compares ids, because their order depends on its collation. */
async function endsBehindStart(tx: Transaction, { from, to }: KeyRange): Promise<boolean> {
  if (to === null) return true
  const { rows } = await tx.execute<{ is_range: boolean }>(
    sql`SELECT ${from}::text < ${to}::text AS is_range`,
  )
  return rows[0]?.is_range ?? false
}

async function startsAt(tx: Transaction, { collection, seq }: CollectionState): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM ${records}
      WHERE collection = ${collection} AND ${visibleAt(seq)}
    ) AS placed
    WHERE place >= ${FIRST_ROWS} AND (place - ${FIRST_ROWS}) % ${PART_ROWS} = 0
    ORDER BY id`)
  return rows.map(({ id }) => id)
}
