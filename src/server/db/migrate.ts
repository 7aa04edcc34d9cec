/// <reference types="vite/types/importMeta.d.ts" />
import type pg from 'pg'
import { fills } from '#server/db/migration-fills.ts'

/** Written by drizzle-kit from schema.ts, in the order of their names; built into the server. */
export const migrations: Readonly<Record<string, string>> = import.meta.glob('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What drizzle-kit writes between two statements. */
const BREAKPOINT = '--> statement-breakpoint'

/** Any number, as long as nobody else locks by it: 'dockside' in letters of a telephone. */
const MIGRATION_LOCK = 36_257_433

/**
 * Brings the tables up to date. Several processes may do so at once: one migrates, the others wait.
 * A migration is carried out whole or not at all.
 * @param tell gets sentences about what a person should know of it
 */
export async function migrate(
  pool: pg.Pool,
  tell: (sentence: string) => void = () => undefined,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const [path, sql] of Object.entries(migrations).toSorted(byPath)) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (!applied.has(name)) (await apply(client, name, sql)).forEach(tell)
    }
  } finally {
    // The connection is dropped, not reused, and with it the lock.
    client.release(true)
  }
}

async function apply(client: pg.PoolClient, name: string, sql: string): Promise<readonly string[]> {
  await client.query('BEGIN')
  for (const statement of sql.split(BREAKPOINT)) await client.query(statement)
  const sentences = (await fills[name]?.(client)) ?? []
  await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
  await client.query('COMMIT')
  return sentences
}

function byPath([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}
