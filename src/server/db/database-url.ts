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

/** Whether a database answers at an address. Why not is not told: it would show what listens where. */
export async function isReachable(url: string, withinMs = TRY_MS): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  })
  // A connection that breaks off after it was made is told here, not where it is awaited.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
