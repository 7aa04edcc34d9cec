import pg from 'pg'
import { onTestFinished } from 'vitest'

export interface HeldTable {
  /** How many connections the table holds up, whether they wait for it or for one that does. */
  readonly waiting: () => Promise<number | undefined>
  /** Ends the connections that the table holds up, as an administrator may. */
  readonly endWaiting: () => Promise<void>
  readonly release: () => Promise<void>
}

/**
 * Locks a table against reads and writes until it is released, the test has ended, or the server goes down.
 * @param application whose connections count: those with this `application_name`; by default all
 */
export async function holdTable(
  connectionString: string,
  name: string,
  application: string | null = null,
): Promise<HeldTable> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`BEGIN; LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`)
  const ofHeldUp = async <Row extends pg.QueryResultRow>(select: string): Promise<Row[]> => {
    // A transaction sees the connections of its first look otherwise.
    await client.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await client.query<Row>(`${HELD_UP} SELECT ${select} ${COUNTED}`, [
      application,
    ])
    return rows
  }
  return {
    waiting: async () => (await ofHeldUp<{ count: number }>('count(*)::int AS count'))[0]?.count,
    endWaiting: async () => {
      await ofHeldUp('pg_terminate_backend(pid)')
    },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

const HELD_UP = `WITH RECURSIVE held_up(pid) AS (
  SELECT pg_backend_pid()
  UNION SELECT waiting.pid FROM pg_stat_activity AS waiting
    JOIN held_up ON held_up.pid = ANY (pg_blocking_pids(waiting.pid)))`

const COUNTED = `FROM held_up JOIN pg_stat_activity USING (pid)
  WHERE pid <> pg_backend_pid() AND application_name = coalesce($1, application_name)`
