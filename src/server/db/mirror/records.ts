/** Rows of the ten mirrored or app-written collections: read as JSON text, written by difference. */
import { sql, type SQL } from 'drizzle-orm'
import { type CollectionName, isPulled, type Row, rowKey } from '#contract/collections.ts'
import {
  changeState,
  type CollectionState,
  holdState,
  stateOf,
} from '#server/db/mirror/collection-states.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { records, tombstones } from '#server/db/schema.ts'
import { dropReplaced, dropUnfinished, visibleAt } from '#server/db/mirror/row-visibility.ts'

/** A whole collection at one moment. */
export interface ListedRecords {
  readonly state: CollectionState
  readonly count: number
  /** The rows by id, as a JSON array. */
  readonly json: string
}

/** How many rows were written. */
export interface Written {
  readonly added: number
  readonly changed: number
}

/** All rows of a collection. */
export function listRecords(db: Database, collection: CollectionName): Promise<ListedRecords> {
  return atOneMoment(db, collection, async (tx, state) => ({
    state,
    ...(await rowsAsJson(tx, state)),
  }))
}

/**
 * Reads what belongs together: nothing that is written meanwhile is seen. Nor does it wait for a
 * client: the rows are in memory before the connection is given back.
 */
export async function atOneMoment<T>(
  db: Database,
  collection: CollectionName,
  read: (tx: Transaction, state: CollectionState) => Promise<T>,
): Promise<T> {
  // Makes it where there is none, which a transaction that only reads cannot.
  await stateOf(db, collection)
  return db.transaction(async (tx) => read(tx, await stateOf(tx, collection)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

/**
 * Rows as a JSON array, read in pieces so that the database never makes one huge text.
 * @param state at which
 * @param since only rows that changed after this sequence
 */
export async function rowsAsJson(
  tx: Transaction,
  state: CollectionState,
  since: number | null = null,
): Promise<{ json: string; count: number }> {
  const pieces: string[] = []
  let count = 0
  for (let last: string | null = null; ;) {
    const piece: Piece = await nextPiece(tx, state, since, last)
    if (piece.rows === null) return { json: `[${pieces.join(',')}]`, count }
    pieces.push(piece.rows)
    count += piece.count
    last = piece.last
  }
}

/**
 * Adds rows and replaces those that are there with another content. Rows that are not named stay.
 * Raises the sequence only if something is different now.
 * @param rows each with the key fields of its collection; of two with one key the last counts
 * @throws RangeError for a row without its key, UnstorableRow
 */
export async function putRecords(
  db: Database,
  collection: CollectionName,
  rows: readonly Row[],
  now: number,
): Promise<Written> {
  const all = await db.transaction((tx) => putRecordsIn(tx, collection, rows, now))
  await countForPlanner(db, all.added + all.changed)
  return all
}

/** The same within a transaction that does more. */
export async function putRecordsIn(
  tx: Transaction,
  collection: CollectionName,
  rows: readonly Row[],
  now: number,
): Promise<Written> {
  const byId = new Map(rows.map((row) => [idOf(collection, row), storedJson(collection, row)]))
  const batches = [...byId.values()]
  const { seq } = await holdState(tx, collection)
  if (isPulled(collection)) {
    while (await dropUnfinished(tx, collection, seq));
    while (await dropReplaced(tx, collection, seq));
  }
  const written = { added: 0, changed: 0 }
  for (let start = 0; start < batches.length; start += BATCH_ROWS) {
    const given = givenRows(batches.slice(start, start + BATCH_ROWS))
    const { added, changed } = await writeRows(tx, collection, given, seq + 1, now)
    written.added += added
    written.changed += changed
  }
  if (written.added + written.changed > 0) await changeState(tx, collection, { seq: seq + 1 })
  return written
}

/**
 * Counts the rows for the planner where many were written: until then it sorts whole collections
 * to read a piece of one. A Postgres server would do it by itself a little later.
 */
export async function countForPlanner(db: Database, written: number): Promise<void> {
  if (written >= MANY_ROWS) await db.execute(sql`ANALYZE ${records}`)
}

/**
 * Writes rows by difference under a new sequence; the state of the collection is held, and of each
 * row there is one version.
 * @param given a table expression with columns id, body and hash, without doubles
 */
async function writeRows(
  tx: Transaction,
  collection: CollectionName,
  given: SQL,
  seq: number,
  now: number,
): Promise<Written> {
  const at = sql`${new Date(now)}::timestamptz`
  const changed = await tx.execute(sql`
    UPDATE ${records} AS r
    SET body = given.body, hash = given.hash, seq = ${seq}::bigint, updated_at = ${at}
    FROM ${given} AS given
    WHERE r.collection = ${collection} AND r.id = given.id AND r.hash <> given.hash`)
  const added = await tx.execute(sql`
    INSERT INTO ${records} (collection, id, body, hash, seq, created_at, updated_at)
    SELECT ${collection}, given.id, given.body, given.hash, ${seq}::bigint, ${at}, ${at}
    FROM ${given} AS given
    WHERE NOT EXISTS (
      SELECT FROM ${records} AS r WHERE r.collection = ${collection} AND r.id = given.id)`)
  // What is back is no longer gone.
  if (added.rowCount)
    await tx.execute(sql`
      DELETE FROM ${tombstones} AS t USING ${records} AS r
      WHERE t.collection = ${collection} AND r.collection = ${collection} AND r.id = t.id`)
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0 }
}

const PIECE_ROWS = 5_000
const MANY_ROWS = 1_000
const BATCH_ROWS = 1_000

interface Piece {
  /** Without brackets; null where no rows are left. */
  readonly rows: string | null
  readonly count: number
  readonly last: string | null
}

async function nextPiece(
  tx: Transaction,
  { collection, seq }: CollectionState,
  since: number | null,
  after: string | null,
): Promise<Piece> {
  const isBehind = after === null ? sql`true` : sql`id > ${after}`
  // Left out where it says nothing: it would lead away from the index that has the rows in order.
  const isLater = since === null ? sql`true` : sql`seq > ${since}`
  const { rows } = await tx.execute<{
    rows: string | null
    count: number
    last: string | null
  }>(sql`
    SELECT string_agg(body::text, ',' ORDER BY id) AS rows, count(*)::int AS count, max(id) AS last
    FROM (
      SELECT id, body FROM ${records}
      WHERE collection = ${collection} AND ${visibleAt(seq)} AND ${isLater} AND ${isBehind}
      ORDER BY id LIMIT ${PIECE_ROWS}
    ) AS piece`)
  return rows[0] ?? { rows: null, count: 0, last: null }
}

function idOf(collection: CollectionName, row: Row): string {
  const id = rowKey(collection, row)
  if (id === null) throw new RangeError(`a row of ${collection} lacks a part of its key`)
  return id
}

/** A row as `givenRows` takes it. */
export function storedRow(id: string, body: string, hash: string): string {
  return `{"id":${JSON.stringify(id)},"hash":"${hash}","body":${body}}`
}

function storedJson(collection: CollectionName, row: Row): string {
  const body = canonicalJson(row)
  return storedRow(idOf(collection, row), body, hashOf(body))
}

/** Rows that come from outside, as a table expression. */
export function givenRows(rows: readonly string[]): SQL {
  const list = `[${rows.join(',')}]`
  return sql`(
    SELECT * FROM jsonb_to_recordset(${list}::jsonb) AS row (id text, hash text, body jsonb))`
}
