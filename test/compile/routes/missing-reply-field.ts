import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Context } from '#server/context.ts'
import { servePublic } from '#server/http/serve.ts'

export function routes(app: FastifyInstance, context: Context): void {
  servePublic(app, context, endpoints.login, () => ({ token: 'a' }))
}
