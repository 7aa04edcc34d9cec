import type pg from 'pg'

const EVERY_MS = 10 * 60_000

type Queries = Pick<pg.Pool, 'query'>

/**
 * Does the maintenance that autovacuum does on a Postgres server, every ten minutes.
 * @param onFailure called when a round failed
 * @returns a function that stops it
 */
export function startVacuum(pool: Queries, onFailure: (error: Error) => void): () => void {
  const tidy = createVacuum(pool)
  const timer = setInterval(() => void tidy().catch(onFailure), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Frees the space of old rows, updates the planner's statistics, and makes a checkpoint so that the
 * write-ahead log does not grow without bound. Does nothing if nothing was written since the last round, or
 * if the disk is full: vacuuming needs space before it frees any.
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

/** The current position in the write-ahead log. */
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
