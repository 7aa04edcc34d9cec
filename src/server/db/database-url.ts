/** The address of a database as a person typed it: read strictly, and tried (decisions.md 4.8). */
import pg from 'pg'

/** A database that can be reached answers within this; a wrong address must not hold a form for long. */
const TRY_MS = 5_000

/** What may follow the `?`: nothing that names another host, a file or a command. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  sslmode: /^(disable|prefer|require|verify-ca|verify-full)$/,
  application_name: /^[\w .-]{1,63}$/,
  connect_timeout: /^\d{1,3}$/,
}

/**
 * Whether a text is an address of one Postgres database on one host: no socket, no list of hosts,
 * no parameter that leads elsewhere.
 */
export function isPlainDatabaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  const isOneHost = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i.test(url.hostname)
  const hasName = /^\/[^/]+$/.test(url.pathname)
  const params = [...url.searchParams]
  const areHarmless = params.every(([name, value]) =>
    Object.hasOwn(HARMLESS, name) ? HARMLESS[name]?.test(value) : false,
  )
  return isOneHost && hasName && areHarmless && url.hash === ''
}

/** What keeps a database that was reached from being used. */
export type Unfit = 'old' | 'read-only' | 'not-utf8' | 'no-tables' | 'foreign' | 'not-owned'

/** Asked as one text, so that nothing has to be created to find out. */
const VERDICT = `
  SELECT CASE
    WHEN current_setting('server_version_num')::int < 150000 THEN 'old'
    WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN 'read-only'
    WHEN current_setting('server_encoding') <> 'UTF8' THEN 'not-utf8'
    WHEN NOT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) THEN 'no-tables'
    WHEN to_regclass('admins') IS NOT NULL AND to_regclass('migrations') IS NULL THEN 'foreign'
    WHEN EXISTS (
      SELECT FROM pg_class
      WHERE oid IN (to_regclass('admins'), to_regclass('migrations'))
        AND NOT pg_has_role(relowner, 'USAGE')
    ) THEN 'not-owned'
    ELSE 'fit'
  END AS verdict`

/**
 * Whether the next start could use the database at an address: it can be reached, is not read-only,
 * and the tables can be made there, or are there and one's own. Why it cannot be reached is not
 * told: it would show what listens where. What is said of one that was reached shows nothing to
 * who does not know its password.
 */
export async function tryDatabase(
  url: string,
  withinMs = TRY_MS,
): Promise<'fit' | 'unreachable' | Unfit> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  // A connection that breaks off after it was made is told here, not where it is awaited.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ verdict: 'fit' | Unfit }>(VERDICT)
    return rows[0]?.verdict ?? 'unreachable'
  } catch {
    return 'unreachable'
  } finally {
    await client.end().catch(() => undefined)
  }
}
