import { and, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { admins, sessions } from '#server/db/schema.ts'

export type SessionRow = typeof sessions.$inferSelect

/** The columns of a session with its admin's current rights. */
export const sessionColumns = {
  session: sessions,
  isSuperAdmin: admins.isSuperAdmin,
  features: admins.features,
}

export type FoundSession = Exclude<Awaited<ReturnType<typeof findSession>>, null>

/** A session that has not expired, with its admin's current rights. */
export async function findSession(db: Database | Transaction, tokenHash: string, at: Date) {
  const [found] = await db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(admins, eq(sessions.username, admins.username))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, at)))
  return found ?? null
}

/** Adds a session, and deletes expired ones, skipping those that another transaction is deleting. */
export async function insertSession(
  db: Database | Transaction,
  session: SessionRow,
): Promise<void> {
  await db.insert(sessions).values(session)
  const over = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lte(sessions.expiresAt, session.createdAt))
    .for('update', { skipLocked: true })
  await db.delete(sessions).where(inArray(sessions.tokenHash, over))
}

/** Ends a session; false if it has ended before. */
export async function endSession(db: Database | Transaction, tokenHash: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ tokenHash: sessions.tokenHash })
  return ended.length > 0
}

/** Ends all sessions of an admin, or all but one. */
export async function endSessionsOf(
  db: Database | Transaction,
  username: string,
  except: { readonly tokenHash: string } | null = null,
): Promise<void> {
  const own = eq(sessions.username, username)
  await db.delete(sessions).where(except ? and(own, ne(sessions.tokenHash, except.tokenHash)) : own)
}
