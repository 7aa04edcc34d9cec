import type pg from 'pg'

const EVERY_MS = 10 * 60_000

/**
 * What a Postgres server does by itself and the embedded one does not: gives up the space of old
 * rows, counts rows for the planner, and ends the log of changes, which would grow without end.
 * @param onFailure called when it could not be done this time
 * @returns stops it
 */
export function startUpkeep(pool: pg.Pool, onFailure: (error: Error) => void): () => void {
  let done = ''
  const tidy = async (): Promise<void> => {
    if ((await position(pool)) === done) return
    await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
    done = await position(pool)
  }
  const timer = setInterval(() => void tidy().catch(onFailure), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** How far the log of changes has come. */
async function position(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>(
    'SELECT pg_current_wal_insert_lsn()::text AS at',
  )
  return rows[0]?.at ?? ''
}
