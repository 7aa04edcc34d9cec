/** The numbers of the dashboard's cards without their lists. */
import type { FastifyInstance } from 'fastify'
import { opensRoute } from '#contract/access.ts'
import { collectionNames, collectionOf } from '#contract/collections.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import type { Context } from '#server/context.ts'
import { countsOf } from '#server/db/mirror/record-counts.ts'
import { serve } from '#server/http/serve.ts'

export function collectionCountRoutes(app: FastifyInstance, context: Context): void {
  const { db, env, now } = context
  serve(app, context, countsEndpoint, async ({ principal, reply }) => {
    reply.header('Date', new Date(now()).toUTCString())
    const names = collectionNames.filter((name) => opensRoute(collectionOf(name).access, principal))
    const counts = await countsOf(db, names, env.reservedMobileUser)
    return {
      data: Object.fromEntries(
        [...counts].map(([name, { count, asOf }]) => [
          name,
          { count, as_of: asOf?.toISOString() ?? null },
        ]),
      ),
    }
  })
}
