import { randomUUID } from 'node:crypto'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { findPrincipal, type Session, type SignedIn } from '#server/auth/principal.ts'
import type { Sealer } from '#server/auth/seal.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionStage } from '#server/db/schema/sessions.ts'
import { insertSession } from '#server/db/repositories/sessions.ts'

/** Session lifetime by stage. After the password there must be time to find the authenticator. */
export const LIFETIME_MS: Readonly<Record<SessionStage, number>> = {
  first: 15 * 60_000,
  full: SESSION_LIFETIME_MS,
}

/** What a session says about itself besides its owner and stage. */
export type SessionFacts = Partial<
  Pick<Session, 'id' | 'signedInAt' | 'device' | 'address' | 'steppedUpAt'>
>

/**
 * Starts a session. A full one has just passed the second factor, unless the facts say otherwise.
 * @returns its token, which is not stored
 */
export async function startSession(
  db: Database | Transaction,
  username: string,
  stage: SessionStage,
  now: number,
  token = newToken(),
  facts: SessionFacts = {},
): Promise<string> {
  const at = new Date(now)
  await insertSession(db, {
    tokenHash: tokenHashOf(token),
    username,
    stage,
    createdAt: at,
    expiresAt: new Date(now + LIFETIME_MS[stage]),
    id: randomUUID(),
    signedInAt: at,
    device: '',
    address: '',
    lastSeenAt: at,
    steppedUpAt: stage === 'full' ? at : null,
    ...facts,
  })
  return token
}

/**
 * The token that replaces another one. It is derived from the old token with the server's key, so that any
 * process can repeat the answer of a refresh that was lost on the way.
 */
export function successorOf(seal: Pick<Sealer, 'derive'>, token: string): string {
  return seal.derive('token', token)
}

/**
 * The session that replaced another one less than `withinMs` ago, or null. The old token can only be used to repeat
 * the refresh and to log out (decisions/server/ending-sessions.md).
 */
export async function findSuccessor(
  store: Parameters<typeof findPrincipal>[0] & { readonly seal: Pick<Sealer, 'derive'> },
  token: string,
  withinMs: number,
): Promise<SignedIn | null> {
  const found = await findPrincipal(store, successorOf(store.seal, token))
  if (!found) return null
  const age = store.now() - found.session.createdAt.getTime()
  return age < withinMs ? found : null
}
