import pg from 'pg'

/**
 * Makes an empty database on a Postgres server.
 * @param server URL of any database there, as a role that may create databases
 * @param how what else CREATE DATABASE is told
 * @returns URL of the new database
 */
export async function createDatabase(server: string, name: string, how = ''): Promise<string> {
  await query(server, `CREATE DATABASE ${pg.escapeIdentifier(name)} ${how}`)
  const url = new URL(server)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Removes a database, whoever still uses it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await query(server, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
}

/** What the server says it is, such as `PostgreSQL 15.18 (Debian 15.18-0+deb12u1)`. */
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
