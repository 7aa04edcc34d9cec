import { completeFeatures } from '#contract/access.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { AdminRow } from '#server/db/repositories/admins.ts'
import type { Transaction } from '#server/db/database.ts'

/** Starts a session for an admin who has passed both factors, and returns what the console needs. */
export async function fullSession(context: Context, tx: Transaction, admin: AdminRow) {
  const token = await startSession(tx, admin.username, 'full', context.now())
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
