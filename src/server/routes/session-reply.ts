import { completeFeatures } from '#contract/access.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import type { AdminRow } from '#server/db/admins.ts'
import type { Transaction } from '#server/db/open.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'

/** Starts a session of an admin who has passed both factors, and answers what the console needs of it. */
export async function fullSession(context: Context, tx: Transaction, admin: AdminRow) {
  const { username, isSuperAdmin, features, cacheKey } = admin
  return {
    access_token: await startSession(tx, username, 'full', context.now()),
    token_type: 'bearer',
    features: completeFeatures(features),
    is_super_admin: isSuperAdmin,
    cache_key: context.seal.open(SEALED_FOR.cacheKey(username), cacheKey),
  }
}
