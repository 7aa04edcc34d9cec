/** Mobile users. The one of the integration is left out everywhere (decisions/console/people-forms.md). */
import { asc, desc, eq, ne, or } from 'drizzle-orm'
import { completeMobileFeatures } from '#contract/access.ts'
import { nameKey } from '#contract/name-key.ts'
import { VERSION_FIELD, type MobileUser } from '#contract/records/people.ts'
import { endMobileSessions } from '#server/db/repositories/mobile-sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowVersion } from '#server/db/row-version.ts'
import { mobileUsers, type MobileUserRow } from '#server/db/schema.ts'

/** What can be changed of a mobile user. */
export type MobileUserChanges = Partial<
  Pick<MobileUserRow, 'name' | 'passwordHash' | 'location' | 'multiLocationEnable' | 'features'>
>

/** In whatever letters it is written (decisions/server/rate-limits.md). */
const idMeans = (userid: string) =>
  or(eq(mobileUsers.useridKey, nameKey(userid)), eq(mobileUsers.userid, userid))
const asWrittenFirst = (userid: string) => desc(eq(mobileUsers.userid, userid))

/** All mobile users by id. */
export function listMobileUsers(
  db: Database | Transaction,
  reservedUser: string,
): Promise<MobileUserRow[]> {
  return db
    .select()
    .from(mobileUsers)
    .where(ne(mobileUsers.useridKey, nameKey(reservedUser)))
    .orderBy(asc(mobileUsers.userid))
}

/** What the outside sees of a mobile user, no password: a row of `/wms-ai-users`. */
export function shownMobileUser(user: MobileUserRow): MobileUser {
  return {
    userid: user.userid,
    name: user.name,
    location: user.location,
    multi_location_enable: user.multiLocationEnable,
    features: completeMobileFeatures(user.features),
    created_at: user.createdAt.toISOString(),
    [VERSION_FIELD]: versionOfMobileUser(user),
  }
}

/** The version of a mobile user, by which an edit says what it was made over. */
export function versionOfMobileUser(user: MobileUserRow): string {
  const features = Object.values(completeMobileFeatures(user.features))
  const { name, passwordHash, location, multiLocationEnable } = user
  return rowVersion(name, passwordHash, location, multiLocationEnable, features)
}

/** The mobile user of an id, in whatever letters it is written, or null; exactly as it is written comes first. */
export async function findMobileUser(
  db: Database | Transaction,
  userid: string,
): Promise<MobileUserRow | null> {
  const [found] = await db
    .select()
    .from(mobileUsers)
    .where(idMeans(userid))
    .orderBy(asWrittenFirst(userid))
    .limit(1)
  return found ?? null
}

/** The mobile user with a stored id, locked against change and removal until the transaction ends. */
export async function holdMobileUser(
  tx: Transaction,
  userid: string,
): Promise<MobileUserRow | null> {
  const [held] = await tx
    .select()
    .from(mobileUsers)
    .where(eq(mobileUsers.userid, userid))
    .for('update')
  return held ?? null
}

/**
 * Lets nobody change or remove a mobile user, as stored, until the transaction ends; others may keep the
 * user, too, so that a device can send several records at once.
 */
export async function keepMobileUser(tx: Transaction, userid: string): Promise<void> {
  await tx
    .select({ userid: mobileUsers.userid })
    .from(mobileUsers)
    .where(eq(mobileUsers.userid, userid))
    .for('share')
}

/** Adds a mobile user; false where the id is taken. */
export async function insertMobileUser(
  db: Database | Transaction,
  user: Omit<typeof mobileUsers.$inferInsert, 'useridKey'>,
): Promise<boolean> {
  const added = await db
    .insert(mobileUsers)
    .values({ ...user, useridKey: nameKey(user.userid) })
    .onConflictDoNothing()
    .returning({ userid: mobileUsers.userid })
  return added.length > 0
}

/** Changes the mobile user of an id as stored, whose sessions end with a new password; false where there is none. */
export async function changeMobileUser(
  db: Database | Transaction,
  userid: string,
  changes: MobileUserChanges,
  at: Date,
): Promise<boolean> {
  const changed = await db
    .update(mobileUsers)
    .set({ ...changes, updatedAt: at })
    .where(eq(mobileUsers.userid, userid))
    .returning({ userid: mobileUsers.userid })
  if (changed.length > 0 && changes.passwordHash !== undefined) await endMobileSessions(db, userid)
  return changed.length > 0
}

/** Removes the mobile user of an id as stored; false where there is none. */
export async function removeMobileUser(
  db: Database | Transaction,
  userid: string,
): Promise<boolean> {
  const removed = await db
    .delete(mobileUsers)
    .where(eq(mobileUsers.userid, userid))
    .returning({ userid: mobileUsers.userid })
  return removed.length > 0
}
