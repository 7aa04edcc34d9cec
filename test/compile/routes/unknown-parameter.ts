import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Context } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'

export function routes(app: FastifyInstance, context: Context): void {
  serve(app, context, endpoints.deleteAdmin, ({ params }) => ({ message: params.userid }))
}
