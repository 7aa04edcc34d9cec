/** Adds a route of the mobile app: like `serve`, for mobile users (decisions.md 7.4). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { completeMobileFeatures } from '#contract/access.ts'
import type { MobileAccess, MobileEndpoint } from '#contract/mobile-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { findMobileSession } from '#server/db/mobile-sessions.ts'
import type { MobileUserRow } from '#server/db/mobile-users.ts'
import { bearerOf } from '#server/routes/bearer.ts'
import { Refusal } from '#server/routes/refusal.ts'
import { answer, callOf, checkEncoding, type PublicCall, routeOf } from '#server/routes/serve.ts'

/** What a handler is given; `user` is null where anybody may call. */
export interface MobileCall<P extends string, B> extends PublicCall<P, B> {
  readonly user: MobileUserRow | null
}

/** Answers a call of the mobile app. Who may not make it is refused before the body is read. */
export function serveMobile<P extends string, B, R>(
  app: FastifyInstance,
  context: Context,
  endpoint: MobileEndpoint<P, B, R>,
  handle: (call: MobileCall<P, B>) => Promise<R>,
): void {
  const callers = new WeakMap<FastifyRequest, MobileUserRow>()
  app.route({
    ...routeOf(endpoint),
    onRequest: async (request) => {
      const user = await admit(context, endpoint.access, request)
      if (user) callers.set(request, user)
      checkEncoding(endpoint, request)
    },
    handler: async (request, reply) => {
      const user = callers.get(request) ?? null
      const call = { ...callOf(context, endpoint, request, reply), user }
      return answer(endpoint, reply, await handle(call))
    },
  })
}

/** @throws Refusal 401 without a living session of a mobile user, 403 without the flag */
async function admit(
  { db, now }: Context,
  access: MobileAccess,
  request: FastifyRequest,
): Promise<MobileUserRow | null> {
  if (access === 'public') return null
  const token = bearerOf(request)
  const user = token && (await findMobileSession(db, tokenHashOf(token), new Date(now())))
  if (!user) throw new Refusal(401, refusals.noSession, { 'WWW-Authenticate': 'Bearer' })
  if (!completeMobileFeatures(user.features)[access.mobileFeature])
    throw new Refusal(403, refusals.notPermitted)
  return user
}
