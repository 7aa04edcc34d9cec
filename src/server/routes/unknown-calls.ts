import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/routes/refusal.ts'

/**
 * Judges calls that no route answers: 405 where the path has other methods, else 404. Must be asked
 * for before the routes are added.
 */
export function unknownCalls(app: FastifyInstance): (request: FastifyRequest) => Refusal {
  const known: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`)
    known.push({ pattern, methods: [method].flat() })
  })
  return ({ url }) => {
    const [path = ''] = url.split('?')
    const allowed = known.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
    if (allowed.length === 0) return new Refusal(404, 'Not Found')
    return new Refusal(405, 'Method Not Allowed', { Allow: [...new Set(allowed)].join(', ') })
  }
}
