import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { VERSION as version } from '#contract/version.ts'
import type { Context } from '#server/context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { servePublic } from '#server/http/serve.ts'

const PATIENCE_MS = 3_000

/**
 * `GET /health`: 200 if the database answers and is writable, else 503; for load balancers and people
 * (decisions/server/operation.md).
 */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  const database = context.env.databaseUrl === null ? 'embedded' : 'server'
  // The embedded database is read-only while its disk is full, a server while it is a standby.
  const whyReadOnly = database === 'embedded' ? refusals.diskFull : refusals.unavailable
  servePublic(app, context, endpoints.health, async () => {
    const state = await stateOf(context)
    if (state === 'ok') return { status: 'ok', database, version }
    const why = state === 'read-only' ? whyReadOnly : refusals.unavailable
    throw new HttpError(
      503,
      why,
      { 'Retry-After': '5' },
      { status: 'unavailable', database, version },
    )
  })
}

async function stateOf({ db, log }: Context): Promise<'ok' | 'read-only' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS)
  })
  const mode = db.execute<{ mode: string }>(
    sql`SELECT current_setting('transaction_read_only') AS mode`,
  )
  try {
    const { rows } = await Promise.race([mode, late])
    return rows[0]?.mode === 'on' ? 'read-only' : 'ok'
  } catch (err) {
    log.warn({ err }, 'not healthy')
    return 'unavailable'
  } finally {
    clearTimeout(timer)
  }
}
