import type pg from 'pg'

const EVERY_MS = 10 * 60_000

type Queries = Pick<pg.Pool, 'query'>

/**
 * Does every ten minutes what a Postgres server does by itself and the embedded one does not.
 * @param onFailure called when it could not be done this time
 * @returns stops it
 */
export function startVacuum(pool: Queries, onFailure: (error: Error) => void): () => void {
  const tidy = createVacuum(pool)
  const timer = setInterval(() => void tidy().catch(onFailure), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Gives up the space of old rows, counts rows for the planner, and ends the log of changes, which
 * would grow without end. Where nothing was written since the last time there is nothing to do, and
 * on a full disk nothing can be: it takes room before it gives some up.
 */
export function createVacuum(pool: Queries): () => Promise<void> {
  let done = ''
  return async () => {
    if (await isReadOnly(pool)) return
    if ((await position(pool)) === done) return
    await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
    done = await position(pool)
  }
}

/** How far the log of changes has come. */
async function position(pool: Queries): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    'SELECT pg_current_wal_insert_lsn()::text AS at',
  )
  return rows[0]?.at ?? ''
}

async function isReadOnly(pool: Queries): Promise<boolean> {
  const { rows } = await pool.query<{ mode: string }>(
    "SELECT current_setting('transaction_read_only') AS mode",
  )
  return rows[0]?.mode === 'on'
}
