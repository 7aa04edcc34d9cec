import pg from 'pg'

export interface HeldTable {
  /** How many statements on the database wait for a lock. */
  readonly waiting: () => Promise<number | undefined>
  readonly release: () => Promise<void>
}

/** Locks a table against reads and writes until it is released, or until the server goes down. */
export async function holdTable(connectionString: string, name: string): Promise<HeldTable> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
  return {
    waiting: async () => {
      const sql = `
        SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      const { rows } = await client.query<{ count: number }>(sql)
      return rows[0]?.count
    },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
