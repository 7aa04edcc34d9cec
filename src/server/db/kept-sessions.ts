/**
 * Whether a connection is a session of its own. A pooler in transaction mode runs each transaction in any session of
 * the server: settings of a connection get lost, and its locks stay with others.
 */
import type pg from 'pg'

/** Why such a database cannot be used. */
export const SESSIONS_NOT_KEPT =
  'it is reached through a pooler that does not keep sessions: use its session mode or the direct address'

/** Whether each of two open connections has its own session, and keeps it. */
export async function keepsSessions(pool: Pick<pg.Pool, 'connect'>): Promise<boolean> {
  const one = await pool.connect()
  try {
    const other = await pool.connect()
    try {
      const own = await sessionOf(one)
      if ((await sessionOf(other)) === own) return false
      // A pooler may go through its sessions in turn.
      return (await sessionOf(one)) === own && (await sessionOf(one)) === own
    } finally {
      other.release()
    }
  } finally {
    one.release()
  }
}

async function sessionOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}
