import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Context } from '#server/context.ts'
import { text } from '#server/erp/pull/fields.ts'
import type { SourceParts } from '#server/erp/pull/source.ts'
import { serve, servePublic } from '#server/http/serve.ts'

export function routes(app: FastifyInstance, context: Context): void {
  servePublic(app, context, endpoints.login, () => ({ access_token: 'a' }))
  serve(app, context, endpoints.deleteAdmin, ({ params }) => ({ message: params.username }))
}

export const bins: SourceParts<'bins'> = {
  fields: { memo: text('memo') },
  required: [],
}
