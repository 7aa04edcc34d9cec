import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAddress } from '#server/http/caller-address.ts'

/** One log line per answer, without headers, bodies and query values. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    callerAddress(request)
    reply.header('X-Request-Id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      url: urlWithoutValues(request),
      address: callerAddress(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.info(facts, 'answered')
  })
}

/** `/reset-password?token=…`: any query may contain a token. */
function urlWithoutValues({ url }: FastifyRequest): string {
  const [path = '', query] = url.split('?', 2)
  return query === undefined ? path : `${path}?${query.replaceAll(/=[^&]*/g, '=…')}`
}
