/**
 * Where the rows of a database come from. A dump, or a copy of files, takes the epochs along but not
 * this, so that a restored database has other epochs than the one that it was taken from
 * (decisions/console/collections.md): the restore needs no announcement.
 */
import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { collectionStates } from '#server/db/schema.ts'

/** The timeline begins with a restore to a point in time, and where a standby takes over. */
const PLACE = `
  (SELECT oid FROM pg_database WHERE datname = current_database()) || ' ' || CASE
    WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  END`
const SERVER = '(SELECT system_identifier FROM pg_control_system())'

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Looks once for each connection at what cannot change under it: server, timeline and database. Where
 * the server does not tell who it is, its databases and tables still tell most restores.
 */
export async function recordOrigin(client: pg.ClientBase): Promise<void> {
  const note = (origin: string) =>
    client.query(`SELECT set_config('dockside.origin', concat_ws(' ', ${origin}), false)`)
  await note(`${SERVER}, ${PLACE}`).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE))
      throw error
    return note(PLACE)
  })
}

/**
 * An epoch as clients get it: the stored one and the origin of the rows. A restore makes the tables
 * again, or at least writes their rows in a transaction of its own; that of the first migration is
 * written by nothing else.
 */
export function epochOf(stored: SQL): SQL<string> {
  return sql<string>`left(encode(sha256(convert_to(concat_ws(' ', ${stored},
    current_setting('dockside.origin'),
    pg_relation_filenode('collection_states'), pg_relation_filenode('records'),
    (SELECT xmin FROM migrations ORDER BY name LIMIT 1)), 'UTF8')), 'hex'), 32)::uuid::text`
}

/** Begins new epochs: the rows of an old one may be told under the same sequences as other rows. */
export async function startNewEpochs(db: Database): Promise<void> {
  await db.update(collectionStates).set({ epoch: sql`gen_random_uuid()` })
}
