import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { HttpError } from '#server/http/http-error.ts'

/**
 * Answers calls without a route: 405 if the path has other methods, else 404. Must be called before the
 * routes are added.
 */
export function answerUnknownPaths(app: FastifyInstance): (request: FastifyRequest) => HttpError {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
    known.push({ pattern, methods: [method].flat() })
  })
  return ({ url }) => {
    const [path = ''] = url.split('?')
    const allowed = known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
    if (allowed.length === 0) return new HttpError(404, refusals.notFound)
    return new HttpError(405, refusals.methodNotAllowed, {
      Allow: [...new Set(allowed)].join(', '),
    })
  }
}
