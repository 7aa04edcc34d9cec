/**
 * Rows of the ten collections that are mirrored or written by the app: read as JSON text, written by
 * difference.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import { type ListName, isPulledList, listKey } from '#contract/lists.ts'
import type { SideListName } from '#contract/side-lists.ts'
import {
  changeState,
  type CollectionState,
  lockState,
  stateOf,
} from '#server/db/mirror/collection-states.ts'
import { noteAnswers } from '#server/db/mirror/cases/note-answers.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { records, tombstones } from '#server/db/schema/mirror.ts'
import {
  dropAllUnfinished,
  dropReplaced,
  isVisible,
  visibleAt,
} from '#server/db/mirror/row-visibility.ts'

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
export function listRecords(db: Database, collection: ListName): Promise<ListedRecords> {
  return inSnapshot(db, collection, async (tx, state) => ({
    state,
    ...(await rowsAsJson(tx, state)),
  }))
}

/**
 * Reads from one snapshot. It does not wait for a client: all rows are in memory before the connection is
 * released.
 */
export async function inSnapshot<T>(
  db: Database,
  collection: ListName,
  read: (tx: Transaction, state: CollectionState) => Promise<T>,
): Promise<T> {
  // Creates a missing state first, which a read-only transaction cannot.
  await stateOf(db, collection)
  return db.transaction(async (tx) => read(tx, await stateOf(tx, collection)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

/** Which rows of a collection to read; all without it. */
export interface Chosen {
  /** Only rows that changed after this sequence. */
  readonly since?: number
  /** Only rows with these ids. */
  readonly range?: IdRange
}

/** Ids in the order of the database: from one on, up to but not including another; null has no limit. */
export interface IdRange {
  readonly from: string | null
  readonly to: string | null
}

/**
 * Rows by id as a JSON array, read in chunks so that the database never builds one huge text.
 * @param state the state of the collection to read at
 */
export async function rowsAsJson(
  tx: Transaction,
  state: CollectionState,
  chosen: Chosen = {},
): Promise<{ json: string; count: number }> {
  const pieces: string[] = []
  let count = 0
  for (let last: string | null = null; ;) {
    const piece: Piece = await nextPiece(tx, state, chosen, last)
    if (piece.rows === null) return { json: `[${pieces.join(',')}]`, count }
    pieces.push(piece.rows)
    count += piece.count
    last = piece.last
  }
}

/**
 * Adds rows and replaces those whose content differs. Rows that are not given stay. Raises the sequence
 * only if something differs, or if a merge may be under way that must begin again.
 * @param rows each with the key fields of its collection; of two rows with the same key the last counts
 * @throws RangeError for a row without its key, UnstorableRow
 */
export async function putRecords(
  db: Database,
  collection: ListName,
  rows: readonly Row[],
  now: number,
): Promise<Written> {
  const all = await db.transaction((tx) => putRecordsIn(tx, collection, rows, now))
  await updatePlannerStatistics(db, all.added + all.changed)
  return all
}

/** The same within a transaction that does more. */
export async function putRecordsIn(
  tx: Transaction,
  collection: ListName,
  rows: readonly Row[],
  now: number,
): Promise<Written> {
  const byId = new Map(rows.map((row) => [idOf(collection, row), storedJson(collection, row)]))
  const batches = [...byId.values()]
  const { seq } = await lockState(tx, collection)
  let hasDropped = false
  if (isPulledList(collection)) {
    hasDropped = await dropAllUnfinished(tx, collection, seq)
    while (await dropReplaced(tx, collection, seq));
  }
  const written = { added: 0, changed: 0 }
  for (let start = 0; start < batches.length; start += BATCH_ROWS) {
    const given = rowsTable(batches.slice(start, start + BATCH_ROWS))
    const { added, changed } = await writeRows(tx, collection, given, seq + 1, now)
    written.added += added
    written.changed += changed
  }
  // Without another sequence, a merge under way would publish what is left of its versions.
  if (hasDropped || written.added + written.changed > 0)
    await changeState(tx, collection, { seq: seq + 1 })
  await noteAnswers(tx, collection, rows, now)
  return written
}

/**
 * Replaces all rows of some owners, such as all balances of an item: rows that are not given are deleted.
 * @param owners the first parts of the keys
 * @param rows all rows that the owners have now
 */
export async function replaceOwned(
  tx: Transaction,
  collection: SideListName,
  owners: readonly string[],
  rows: readonly Row[],
  now: number,
): Promise<Written & { readonly removed: number }> {
  const before = await lockState(tx, collection)
  const written = await putRecordsIn(tx, collection, rows, now)
  const { seq } = await lockState(tx, collection)
  const isRaised = seq > before.seq
  const next = isRaised ? seq : seq + 1
  const given = rows.map((row) => idOf(collection, row))
  const gone = await tx.execute(sql`
    WITH gone AS (
      DELETE FROM ${records}
      WHERE ${isOwnedBy(collection, owners)}
        AND NOT id = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(given)}::jsonb)))
      RETURNING id)
    INSERT INTO ${tombstones} (collection, id, seq, deleted_at)
    SELECT ${collection}, gone.id, ${next}::bigint, ${new Date(now)}::timestamptz FROM gone
    ON CONFLICT (collection, id) DO UPDATE
    SET seq = excluded.seq, deleted_at = excluded.deleted_at`)
  const removed = gone.rowCount ?? 0
  if (removed > 0 && !isRaised) await changeState(tx, collection, { seq: next })
  return { ...written, removed }
}

/** The keys of the rows that some owners have, as readers see them. */
export async function ownedKeys(
  db: Database,
  collection: SideListName,
  owners: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM ${records} WHERE ${isOwnedBy(collection, owners)} AND ${isVisible}`)
  return rows.map(({ id }) => id)
}

/** The name of the list is no parameter, so that its own index serves. */
function isOwnedBy(collection: SideListName, owners: readonly string[]): SQL {
  return sql`collection = ${sql.raw(`'${collection}'`)} AND split_part(id, '|', 1)
    = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(owners)}::jsonb)))`
}

/**
 * Updates the planner's statistics after many writes. Without them it sorts whole collections to read a
 * chunk of one. A Postgres server would do this a little later on its own.
 */
export async function updatePlannerStatistics(db: Database, written: number): Promise<void> {
  if (written >= MANY_ROWS) await db.execute(sql`ANALYZE ${records}`)
}

/**
 * Writes rows by difference under a new sequence. The state of the collection must be locked, and each row
 * must have one version.
 * @param given a table expression with columns id, body and hash, without duplicates
 */
async function writeRows(
  tx: Transaction,
  collection: ListName,
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
  // A row that has come back is no longer deleted.
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
  /** Without brackets; null if no rows are left. */
  readonly rows: string | null
  readonly count: number
  readonly last: string | null
}

async function nextPiece(
  tx: Transaction,
  { collection, seq }: CollectionState,
  { since, range = { from: null, to: null } }: Chosen,
  after: string | null,
): Promise<Piece> {
  const { from, to } = range
  const isBehind = after === null ? sql`true` : sql`id > ${after}`
  const isFrom = after !== null || from === null ? sql`true` : sql`id >= ${from}`
  const isBefore = to === null ? sql`true` : sql`id < ${to}`
  // Omitted if it filters nothing: it would keep the planner from the index that has the rows in order.
  const isLater = since === undefined ? sql`true` : sql`seq > ${since}`
  const { rows } = await tx.execute<{
    rows: string | null
    count: number
    last: string | null
  }>(sql`
    SELECT string_agg(body::text, ',' ORDER BY id) AS rows, count(*)::int AS count, max(id) AS last
    FROM (
      SELECT id, body FROM ${records}
      WHERE collection = ${collection} AND ${visibleAt(seq)} AND ${isLater} AND ${isBehind}
        AND ${isFrom} AND ${isBefore}
      ORDER BY id LIMIT ${PIECE_ROWS}
    ) AS piece`)
  return rows[0] ?? { rows: null, count: 0, last: null }
}

function idOf(collection: ListName, row: Row): string {
  const id = listKey(collection, row)
  if (id === null) throw new RangeError(`a row of ${collection} lacks a part of its key`)
  return id
}

/** A row as `rowsTable` takes it. */
export function storedRow(id: string, body: string, hash: string): string {
  return `{"id":${JSON.stringify(id)},"hash":"${hash}","body":${body}}`
}

function storedJson(collection: ListName, row: Row): string {
  const body = canonicalJson(row)
  return storedRow(idOf(collection, row), body, hashOf(body))
}

/** Rows from outside as a table expression. */
export function rowsTable(rows: readonly string[]): SQL {
  const list = `[${rows.join(',')}]`
  return sql`(
    SELECT * FROM jsonb_to_recordset(${list}::jsonb) AS row (id text, hash text, body jsonb))`
}
