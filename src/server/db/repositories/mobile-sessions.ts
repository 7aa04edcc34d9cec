/** Sessions of mobile users. */
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { mobileUsers, type MobileUserRow } from '#server/db/schema/people.ts'
import { mobileSessions } from '#server/db/schema/sessions.ts'

export type MobileSessionRow = typeof mobileSessions.$inferSelect

/** The mobile user of a session, with current flags; null if it has expired. */
export async function findMobileSession(
  db: Database | Transaction,
  tokenHash: string,
  at: Date,
): Promise<MobileUserRow | null> {
  const [found] = await db
    .select({ user: mobileUsers })
    .from(mobileSessions)
    .innerJoin(mobileUsers, eq(mobileSessions.userid, mobileUsers.userid))
    .where(and(eq(mobileSessions.tokenHash, tokenHash), gt(mobileSessions.expiresAt, at)))
  return found?.user ?? null
}

/** Adds a session, and deletes the user's expired ones. */
export async function insertMobileSession(
  db: Database | Transaction,
  session: MobileSessionRow,
  at: Date,
): Promise<void> {
  const { userid } = session
  await db
    .delete(mobileSessions)
    .where(and(eq(mobileSessions.userid, userid), lte(mobileSessions.expiresAt, at)))
  await db.insert(mobileSessions).values(session)
}

/** Ends all sessions of a mobile user. */
export async function endMobileSessions(db: Database | Transaction, userid: string): Promise<void> {
  await db.delete(mobileSessions).where(eq(mobileSessions.userid, userid))
}
