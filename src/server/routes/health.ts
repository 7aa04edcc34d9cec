import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { VERSION as version } from '#contract/version.ts'
import type { Context } from '#server/context.ts'
import { servePublic } from '#server/routes/serve.ts'

const PATIENCE_MS = 3_000

/** `GET /health`: 200 when the database answers, else 503; for load balancers and people (decisions.md 8.8). */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  const database = context.env.databaseUrl === null ? 'embedded' : 'server'
  servePublic(app, context, endpoints.health, async ({ reply }) => {
    if (await answers(context)) return { status: 'ok', database, version }
    reply.code(503).header('Retry-After', '5')
    return { status: 'unavailable', database, version }
  })
}

async function answers({ db, log }: Context): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS)
  })
  try {
    await Promise.race([db.execute(sql`SELECT 1`), late])
    return true
  } catch (err) {
    log.warn({ err }, 'not healthy')
    return false
  } finally {
    clearTimeout(timer)
  }
}
