/**
 * Identifies where the rows of a database come from. A dump or a file copy includes the epochs but not this
 * origin, so a restored database has other epochs than its source (decisions/console/collections.md).
 * A restore needs no announcement.
 */
import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'

const DATABASE = '(SELECT oid FROM pg_database WHERE datname = current_database())'
const SERVER = '(SELECT system_identifier FROM pg_control_system())'

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Reads once per connection what cannot change during it: server and database. If the server does not reveal
 * its identity, the database and table ids still detect most restores.
 */
export async function recordOrigin(client: pg.ClientBase): Promise<void> {
  const note = (origin: string) =>
    client.query(`SELECT set_config('dockside.origin', concat_ws(' ', ${origin}), false)`)
  await note(`${SERVER}, ${DATABASE}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE))
      throw error
    return note(DATABASE)
  })
}

/**
 * A new timeline begins after a point-in-time restore and when a standby is promoted. A promotion breaks no
 * connection, so every query reads it.
 */
const TIMELINE = sql`CASE
  WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
END`

/**
 * An epoch as clients see it: the stored one plus the origin of the rows. A restore creates the tables
 * again, or at least writes their rows in another transaction. The row of the first migration is written
 * only once, so its transaction identifies the restore.
 */
export function epochOf(stored: SQL): SQL<string> {
  return sql<string>`left(encode(sha256(convert_to(concat_ws(' ', ${stored},
    current_setting('dockside.origin'), ${TIMELINE},
    pg_relation_filenode('collection_states'), pg_relation_filenode('records'),
    (SELECT xmin FROM migrations ORDER BY name LIMIT 1)), 'UTF8')), 'hex'), 32)::uuid::text`
}

/** Starts new epochs, because the same sequence numbers may now mean other rows. */
export async function startNewEpochs(db: Database): Promise<void> {
  await db.update(collectionStates).set({ epoch: sql`gen_random_uuid()` })
}
