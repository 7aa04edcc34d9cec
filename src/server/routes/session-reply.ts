import { completeFeatures } from '#contract/access.ts'
import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#server/auth/device.ts'
import { newToken } from '#server/auth/tokens.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'
import type { Transaction } from '#server/db/database.ts'

/** What a request says about the device of a session. */
export function deviceFacts(request: FastifyRequest) {
  return { device: deviceOf(request.headers['user-agent']), address: callerAddress(request) }
}

/** Starts a session for an admin who has passed both factors, and returns what the console needs. */
export async function fullSession(
  context: Context,
  tx: Transaction,
  admin: AdminRow,
  request: FastifyRequest,
) {
  const facts = deviceFacts(request)
  const token = await startSession(tx, admin.username, 'full', context.now(), newToken(), facts)
  return sessionReply(context, admin, token)
}

/** What the console needs of a session that has passed both factors. */
export function sessionReply(context: Context, admin: AdminRow, token: string) {
  const { username, isSuperAdmin, features, cacheKey } = admin
  return {
    access_token: token,
    token_type: 'bearer',
    features: completeFeatures(features),
    is_super_admin: isSuperAdmin,
    cache_key: context.seal.open(SEALED_FOR.cacheKey(username), cacheKey),
  }
}
