/** Mobile users. Lists omit the one of the integration (decisions/console/people-forms.md). */
import { asc, desc, eq, ne, or } from 'drizzle-orm'
import { completeMobileFeatures } from '#contract/access.ts'
import { nameKey } from '#contract/records/name-key.ts'
import { VERSION_FIELD, type MobileUser } from '#contract/records/people.ts'
import { endMobileSessions } from '#server/db/repositories/mobile-sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowVersion } from '#server/db/row-version.ts'
import { mobileUsers, type MobileUserRow } from '#server/db/schema/people.ts'

/** The fields of a mobile user that can be changed. */
export type MobileUserChanges = Partial<
  Pick<MobileUserRow, 'name' | 'passwordHash' | 'location' | 'multiLocationEnable' | 'features'>
>

/** In any letter case (decisions/server/rate-limits.md). */
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

/** The public part of a mobile user, without password: a row of `/wms-ai-users`. */
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

/** The version of a mobile user, which an edit names to show what it is based on. */
export function versionOfMobileUser(user: MobileUserRow): string {
  const features = Object.values(completeMobileFeatures(user.features))
  const { name, passwordHash, location, multiLocationEnable } = user
  return rowVersion(name, passwordHash, location, multiLocationEnable, features)
}

/** The mobile user with an id in any letter case, or null. An exact match comes first. */
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

/** Locks the mobile user with a stored id against change and removal until the transaction ends. */
export async function lockMobileUser(
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
 * Locks a mobile user against change and removal until the transaction ends. The lock is shared, so that a
 * device can send several records at once.
 */
export async function lockMobileUserShared(tx: Transaction, userid: string): Promise<void> {
  await tx
    .select({ userid: mobileUsers.userid })
    .from(mobileUsers)
    .where(eq(mobileUsers.userid, userid))
    .for('share')
}

/** Adds a mobile user; false if the id is taken. */
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

/**
 * Changes the mobile user with a stored id; false if there is none. A new password ends the user's
 * sessions.
 */
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

/** Removes the mobile user with a stored id; false if there is none. */
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
