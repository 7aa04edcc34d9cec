import { and, asc, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { admins } from '#server/db/schema/people.ts'
import { sessions } from '#server/db/schema/sessions.ts'

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

/** The sessions of an admin that have not expired, the last used first. */
export function listSessions(
  db: Database | Transaction,
  username: string,
  at: Date,
): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.username, username), eq(sessions.stage, 'full'), gt(sessions.expiresAt, at)),
    )
    .orderBy(desc(sessions.lastSeenAt), asc(sessions.id))
}

/** Ends the session of an admin with this id; null if there is none. */
export async function endSessionById(
  db: Database | Transaction,
  username: string,
  id: string,
): Promise<SessionRow | null> {
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.username, username), eq(sessions.id, id)))
    .returning()
  return ended ?? null
}

/** Notes when a session was last used. Skips a session that another transaction is ending. */
export async function touchSession(
  db: Database | Transaction,
  tokenHash: string,
  at: Date,
): Promise<void> {
  const free = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('update', { skipLocked: true })
  await db.update(sessions).set({ lastSeenAt: at }).where(inArray(sessions.tokenHash, free))
}

/** Notes that a factor was proven in a session; false if the session has ended. */
export async function stampSession(
  db: Database | Transaction,
  tokenHash: string,
  at: Date,
): Promise<boolean> {
  const stamped = await db
    .update(sessions)
    .set({ steppedUpAt: at })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ tokenHash: sessions.tokenHash })
  return stamped.length > 0
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
