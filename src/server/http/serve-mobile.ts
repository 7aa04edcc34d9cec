/** Adds a route of the mobile app: like `serve`, for mobile users (decisions/server/bookings.md). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { completeMobileFeatures } from '#contract/access.ts'
import type { MobileAccess, MobileEndpoint } from '#contract/mobile-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { findMobileSession } from '#server/db/repositories/mobile-sessions.ts'
import { lockMobileUserShared } from '#server/db/repositories/mobile-users.ts'
import type { MobileUserRow } from '#server/db/schema/people.ts'
import type { Database, Transaction, Transacts } from '#server/db/database.ts'
import { bearerOf } from '#server/http/headers/bearer.ts'
import { HttpError } from '#server/http/http-error.ts'
import {
  answer,
  callOf,
  checkEncoding,
  type PublicCall,
  routeOf,
  waitsForBody,
} from '#server/http/serve.ts'

/** The input of a handler. */
export interface MobileCall<P extends string, B> extends PublicCall<P, B> {
  /** The caller, as of the arrival of the body. */
  readonly user: MobileUserRow
  /** Like that of `serve`: session and flag cannot change until the transaction ends. */
  readonly act: Transacts['transaction']
}

/**
 * Answers a call of a mobile user. A caller without access is refused before the body is read, and again in
 * the transaction that acts (decisions/server/access.md).
 */
export function serveMobile<P extends string, B, R>(
  app: FastifyInstance,
  context: Context,
  endpoint: MobileEndpoint<P, B, R>,
  handle: (call: MobileCall<P, B>) => Promise<R>,
): void {
  const { access } = endpoint
  if (access === 'public') throw new Error(`${endpoint.path} is public: use servePublic`)
  app.route({
    ...routeOf(endpoint),
    onRequest: async (request) => {
      if (waitsForBody(endpoint)) await admitMobileUser(context, access, request)
      checkEncoding(endpoint, request)
    },
    handler: async (request, reply) => {
      const user = await admitMobileUser(context, access, request)
      const act: Transacts['transaction'] = (work) =>
        context.db.transaction(async (tx) => {
          // Calls that end sessions of the user, or change the flags, lock the same row first.
          await lockMobileUserShared(tx, user.userid)
          await admitMobileUser({ ...context, db: tx }, access, request)
          return work(tx)
        })
      const call = { ...callOf(context, endpoint, request, reply), user, act }
      return answer(endpoint, reply, await handle(call))
    },
  })
}

/** @throws HttpError 401 without a valid session of a mobile user, 403 without the flag */
async function admitMobileUser(
  { db, now }: Pick<Context, 'now'> & { readonly db: Database | Transaction },
  { mobileFeature }: Exclude<MobileAccess, 'public'>,
  request: FastifyRequest,
): Promise<MobileUserRow> {
  const token = bearerOf(request)
  const user = token && (await findMobileSession(db, tokenHashOf(token), new Date(now())))
  if (!user) throw new HttpError(401, refusals.noSession, { 'WWW-Authenticate': 'Bearer' })
  if (!completeMobileFeatures(user.features)[mobileFeature])
    throw new HttpError(403, refusals.notPermitted)
  return user
}
