import pg from 'pg'

export interface HeldTable {
  /** How many statements wait for the table. */
  readonly waiting: () => Promise<number | undefined>
  /** Ends the connections that wait for the table, as an administrator may. */
  readonly endWaiting: () => Promise<void>
  readonly release: () => Promise<void>
}

/**
 * Locks a table against reads and writes until it is released, or until the server goes down.
 * @param application whose statements count: those of connections with this `application_name`; by default all
 */
export async function holdTable(
  connectionString: string,
  name: string,
  application: string | null = null,
): Promise<HeldTable> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
  const waiters = `FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND relation = $1::regclass AND application_name = coalesce($2, application_name)`
  return {
    waiting: async () => {
      // A transaction sees the connections of its first look otherwise.
      await client.query('SELECT pg_stat_clear_snapshot()')
      const sql = `SELECT count(*)::int AS count ${waiters}`
      const { rows } = await client.query<{ count: number }>(sql, [name, application])
      return rows[0]?.count
    },
    endWaiting: async () => {
      await client.query(`SELECT pg_terminate_backend(pid) ${waiters}`, [name, application])
    },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
