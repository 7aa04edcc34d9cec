/** A database of our server with a list that has partly changed, and the same rows in a bare table. */
import type pg from 'pg'
import { sealerWith } from '#server/auth/seal.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { openDatabase } from '#server/db/open.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { ONE_CHANGED_IN } from '#test/bench/server/figures.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'
import { aSuperAdmin } from '#test/support/people.ts'

export const COLLECTION = 'items'
export const SECRET_KEY = 'the key of a bench, long enough for it'

export interface Filled {
  /** The token of a session that may read the list. */
  readonly token: string
  /** The sequence before the last change. */
  readonly before: number
  readonly epoch: string
}

/** @param databaseUrl of an empty database */
export async function fill(databaseUrl: string, count: number, folder: string): Promise<Filled> {
  const events = { onTrouble: fail, onDeath: fail }
  const { db, pool, close } = await openDatabase({ databaseUrl, dataDir: folder }, events)
  try {
    const rows = benchRows(count)
    await putRecords(db, COLLECTION, rows.map(asRow), Date.now())
    const { seq: before, epoch } = await stateOf(db, COLLECTION)
    const changed = rows
      .filter((_, nth) => nth % ONE_CHANGED_IN === 0)
      .map((row) => asRow({ ...row, quantity: row.quantity + 1 }))
    await putRecords(db, COLLECTION, changed, Date.now())
    await fillBare(pool)
    const place = { db, now: Date.now, seal: sealerWith(SECRET_KEY) }
    const token = await (await aSuperAdmin(place, { features: ['items'] })).session()
    return { token, before, epoch }
  } finally {
    await close()
  }
}

function asRow(row: object): Record<string, unknown> {
  return { ...row }
}

/** The same rows in a table designed for this list alone. */
async function fillBare(pool: pg.Pool): Promise<void> {
  await pool.query(
    'CREATE TABLE bare (id text PRIMARY KEY, seq bigint NOT NULL, body jsonb NOT NULL)',
  )
  await pool.query(
    'INSERT INTO bare SELECT id, seq, body FROM records WHERE collection = $1 ORDER BY id',
    [COLLECTION],
  )
  await pool.query('CREATE INDEX ON bare (seq)')
  await pool.query('VACUUM ANALYZE')
}

function fail(error: Error): never {
  throw error
}
