import pg from 'pg'

/**
 * Creates an empty database on a Postgres server.
 * @param server URL of any database there, as a role that may create databases
 * @param how further options of CREATE DATABASE
 * @returns URL of the new database
 */
export async function createDatabase(server: string, name: string, how = ''): Promise<string> {
  await query(server, `CREATE DATABASE ${pg.escapeIdentifier(name)} ${how}`)
  const url = new URL(server)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Drops a database, even if it is in use. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await query(server, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

/** The version of the server, such as `PostgreSQL 15.18 (Debian 15.18-0+deb12u1)`. */
export async function serverVersion(server: string): Promise<string> {
  const [row] = await query(server, 'SHOW server_version')
  return `PostgreSQL ${String(row?.['server_version'])}`
}

async function query(server: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
