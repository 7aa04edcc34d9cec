/** Which web pages may make calls (decisions/server/cross-site.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX, ERP_SLUG } from '#contract/constants.ts'
import { refusals } from '#contract/refusals.ts'
import type { Env } from '#server/env.ts'
import { isApi } from '#server/http/paths.ts'
import { HttpError } from '#server/http/http-error.ts'

const EXPOSED = 'ETag, X-Seq, X-Sync-Epoch, X-Count, X-As-Of, X-Request-Id, Retry-After, Date'
const ACCEPTED = 'Authorization, Content-Type, If-None-Match, If-Match, Prefer'
const METHODS = 'GET, HEAD, POST, PUT, DELETE'
const PREFLIGHT_KEPT_S = '600'

/**
 * Lets pages of the listed origins read answers, and refuses calls with effects from other pages except our
 * own. Programs that are not browsers send no `Origin` and are not affected.
 */
export function registerCors(
  app: FastifyInstance,
  env: Pick<Env, 'corsOrigins' | 'publicUrl'>,
): void {
  const listed = new Set(env.corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !isApi(request)) return
    reply.header('Vary', 'Origin')
    if (listed.has(origin)) allow(reply, origin)
    else if (hasEffect(request) && origin !== env.publicUrl && !isOwn(origin, request))
      throw new HttpError(403, refusals.foreignOrigin)
    if (isPreflight(request)) return reply.code(204).send()
  })
}

function allow(reply: FastifyReply, origin: string): void {
  reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': ACCEPTED,
    'Access-Control-Max-Age': PREFLIGHT_KEPT_S,
  })
}

/** Everything except reading, plus the calls that pull from the ERP although they are GETs. */
function hasEffect(request: FastifyRequest): boolean {
  const pulls = request.routeOptions.url?.startsWith(`${API_PREFIX}/${ERP_SLUG}/`) ?? false
  return pulls || !['GET', 'HEAD'].includes(request.method)
}

/**
 * Whether the page came from the host that it calls. Behind a TLS proxy that sends no X-Forwarded headers,
 * https counts as the same origin too.
 */
function isOwn(origin: string, request: FastifyRequest): boolean {
  return origin === `${request.protocol}://${request.host}` || origin === `https://${request.host}`
}

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
}
