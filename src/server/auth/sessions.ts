import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { SessionStage } from '#server/db/schema.ts'
import { insertSession } from '#server/db/sessions.ts'

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
): Promise<string> {
  const token = newToken()
  await insertSession(db, {
    tokenHash: tokenHashOf(token),
    username,
    stage,
    createdAt: new Date(now),
    expiresAt: new Date(now + LIFETIME_MS[stage]),
  })
  return token
}
