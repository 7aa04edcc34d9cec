import { completeFeatures, type Principal } from '#contract/access.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { SessionStage } from '#server/db/schema/sessions.ts'
import { findSession, type FoundSession } from '#server/db/repositories/sessions.ts'

/** A session that has not expired. */
export interface Session {
  readonly tokenHash: string
  readonly username: string
  readonly stage: SessionStage
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Names the session without its token; a refresh keeps it. */
  readonly id: string
  readonly signedInAt: Date
  readonly device: string
  readonly address: string
  readonly lastSeenAt: Date
  /** When a factor was last proven; null if none was. */
  readonly steppedUpAt: Date | null
}

/** The caller and the session. */
export interface SignedIn {
  readonly principal: Principal
  readonly session: Session
}

/**
 * The owner of a token, or null without a valid session. Rights are read on every call, so that a removed
 * flag takes effect at once.
 */
export async function findPrincipal(
  store: { readonly db: Database | Transaction; readonly now: () => number },
  token: string,
): Promise<SignedIn | null> {
  const found = await findSession(store.db, tokenHashOf(token), new Date(store.now()))
  return found && signedInOf(found)
}

/** The caller of a session that was found. */
export function signedInOf({ session, isSuperAdmin, features }: FoundSession): SignedIn {
  return {
    principal: { username: session.username, isSuperAdmin, features: completeFeatures(features) },
    session,
  }
}
