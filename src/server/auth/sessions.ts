import { SESSION_LIFETIME_MS, TOKEN_REFRESH_REPEAT_MS } from '#contract/constants.ts'
import { findPrincipal, type SignedIn } from '#server/auth/principal.ts'
import type { Sealer } from '#server/auth/seal.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionStage } from '#server/db/schema.ts'
import { insertSession } from '#server/db/repositories/sessions.ts'

/** How long a session lives by its stage: after the password there is time to find the authenticator. */
export const LIFETIME_MS: Readonly<Record<SessionStage, number>> = {
  first: 15 * 60_000,
  full: SESSION_LIFETIME_MS,
}

/**
 * Starts a session.
 * @returns its token, which is stored nowhere
 */
export async function startSession(
  db: Database | Transaction,
  username: string,
  stage: SessionStage,
  now: number,
  token = newToken(),
): Promise<string> {
  await insertSession(db, {
    tokenHash: tokenHashOf(token),
    username,
    stage,
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_MS[stage]),
  })
  return token
}

/**
 * The token that replaces another one: made of it with the key of this server, so that a refresh
 * whose answer was lost on the way can be answered again, by any process.
 */
export function successorOf(seal: Pick<Sealer, 'derive'>, token: string): string {
  return seal.derive('token', token)
}

/**
 * The session that took the place of another one a moment ago, or null. The token of the old one is
 * good for asking again and for nothing else (decisions/server/ending-sessions.md).
 */
export async function findSuccessor(
  store: Parameters<typeof findPrincipal>[0] & { readonly seal: Pick<Sealer, 'derive'> },
  token: string,
): Promise<SignedIn | null> {
  const found = await findPrincipal(store, successorOf(store.seal, token))
  if (!found) return null
  const age = store.now() - found.session.createdAt.getTime()
  return age < TOKEN_REFRESH_REPEAT_MS ? found : null
}
