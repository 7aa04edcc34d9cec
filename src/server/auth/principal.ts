import { createHash } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { Principal } from '#contract/access.ts'
import type { Context } from '#server/context.ts'
import { admins, sessions, type SessionStage } from '#server/db/schema.ts'

/** A living session. */
export interface Session {
  readonly tokenHash: string
  readonly username: string
  readonly stage: SessionStage
  readonly expiresAt: Date
}

/** Who asks, and in which session. */
export interface SignedIn {
  readonly principal: Principal
  readonly session: Session
}

/** What of a token is stored: its SHA-256. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Whose token this is, or null when no living session has it. */
export async function findPrincipal(
  context: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<SignedIn | null> {
  const [found] = await context.db
    .select({ session: sessions, admin: admins })
    .from(sessions)
    .innerJoin(admins, eq(sessions.username, admins.username))
    .where(
      and(
        eq(sessions.tokenHash, tokenHashOf(token)),
        gt(sessions.expiresAt, new Date(context.now())),
      ),
    )
  if (!found) return null
  const { tokenHash, username, stage, expiresAt } = found.session
  const { isSuperAdmin, features } = found.admin
  return {
    principal: { username, isSuperAdmin, features },
    session: { tokenHash, username, stage, expiresAt },
  }
}
