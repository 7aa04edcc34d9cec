/**
 * Admins. User names and mail addresses are case-insensitive (specification.md section 5,
 * decisions/server/rate-limits.md).
 */
import { and, asc, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { completeFeatures } from '#contract/access.ts'
import { nameKey } from '#contract/records/name-key.ts'
import { VERSION_FIELD, type Admin } from '#contract/records/people.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { rowVersion } from '#server/db/row-version.ts'
import { admins } from '#server/db/schema/people.ts'

/** An admin as stored, including secrets. */
export type AdminRow = typeof admins.$inferSelect

/** An admin who is not stored yet. */
export type NewAdminRow = Omit<AdminRow, 'seq' | 'usernameKey' | 'companyEmailKey'>

/** The fields of an admin that can be changed. */
export type AdminChanges = Partial<
  Pick<
    AdminRow,
    'companyName' | 'companyEmail' | 'phoneNumber' | 'passwordHash' | 'isSuperAdmin' | 'features'
  >
>

/** The admin with a user name in any letter case, or null. An exact match comes first. */
export async function findAdmin(
  db: Database | Transaction,
  username: string,
): Promise<AdminRow | null> {
  const [found] = await db
    .select()
    .from(admins)
    .where(or(eq(admins.usernameKey, nameKey(username)), eq(admins.username, username)))
    .orderBy(desc(eq(admins.username, username)))
    .limit(1)
  return found ?? null
}

/**
 * Locks the admin with a stored user name until the transaction ends. Transactions that start or end sessions
 * lock the admin first: neither misses what the other does, and they cannot deadlock.
 */
export async function lockAdmin(tx: Transaction, username: string): Promise<AdminRow | null> {
  const [held] = await tx
    .select()
    .from(admins)
    .where(eq(admins.username, username))
    .for('no key update')
  return held ?? null
}

/**
 * Locks several admins, always in name order, so that two transactions that change each other's admins
 * cannot deadlock. No further admin may be locked afterwards.
 */
export async function lockAdmins(tx: Transaction, usernames: readonly string[]): Promise<void> {
  await tx
    .select({ username: admins.username })
    .from(admins)
    .where(inArray(admins.username, [...usernames]))
    .orderBy(asc(admins.username))
    .for('no key update')
}

/** All admins by name. */
export function listAdmins(db: Database | Transaction): Promise<AdminRow[]> {
  return db.select().from(admins).orderBy(asc(admins.username))
}

/** The public part of an admin: a row of `/master-admin-details`. */
export function profileOf(admin: AdminRow): Admin {
  return {
    username: admin.username,
    company_name: admin.companyName,
    company_email: admin.companyEmail,
    phone_number: admin.phoneNumber,
    is_super_admin: admin.isSuperAdmin,
    created_at: admin.createdAt.toISOString(),
    features: completeFeatures(admin.features),
    [VERSION_FIELD]: versionOfAdmin(admin),
  }
}

/** The version of an admin, which an edit names to show what it is based on. */
export function versionOfAdmin(admin: AdminRow): string {
  const { companyName, companyEmail, phoneNumber, passwordHash, isSuperAdmin } = admin
  const features = Object.values(completeFeatures(admin.features))
  return rowVersion(companyName, companyEmail, phoneNumber, passwordHash, isSuperAdmin, features)
}

/** Adds an admin; false if the user name or mail address is taken. */
export async function insertAdmin(
  db: Database | Transaction,
  admin: Omit<typeof admins.$inferInsert, 'usernameKey' | 'companyEmailKey'>,
): Promise<boolean> {
  const usernameKey = nameKey(admin.username)
  const companyEmailKey = nameKey(admin.companyEmail)
  const added = await db
    .insert(admins)
    .values({ ...admin, usernameKey, companyEmailKey })
    .onConflictDoNothing()
    .returning({ username: admins.username })
  return added.length > 0
}

/** @throws an error for which `isUniqueViolation` is true if another admin has the mail address */
export async function changeAdmin(
  db: Database | Transaction,
  username: string,
  changes: AdminChanges,
  at: Date,
): Promise<void> {
  const { companyEmail: email } = changes
  // An unchanged address retains its key.
  const companyEmailKey =
    email === undefined
      ? undefined
      : sql`case when ${admins.companyEmail} = ${email} then ${admins.companyEmailKey} else ${nameKey(email)} end`
  await db
    .update(admins)
    .set({ ...changes, companyEmailKey, updatedAt: at })
    .where(eq(admins.username, username))
}

/** Removes an admin, with all sessions and reset tokens. */
export async function removeAdmin(db: Database | Transaction, username: string): Promise<void> {
  await db.delete(admins).where(eq(admins.username, username))
}

/** Whether there is a super admin. */
export async function hasSuperAdmin(db: Database | Transaction): Promise<boolean> {
  const [one] = await db
    .select({ username: admins.username })
    .from(admins)
    .where(eq(admins.isSuperAdmin, true))
    .limit(1)
  return one !== undefined
}

/**
 * The user names of the super admins, by name. Locks the role until the transaction ends: of two who demote each
 * other, the second waits here and then finds only one super admin. It is one lock instead of row locks,
 * which would stay in effect out of name order.
 */
export async function lockSuperAdmins(tx: Transaction): Promise<string[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('dockside super admins'))`)
  const rows = await tx
    .select({ username: admins.username })
    .from(admins)
    .where(eq(admins.isSuperAdmin, true))
    .orderBy(asc(admins.username))
  return rows.map(({ username }) => username)
}

/** Locks registration until the transaction ends. There is no row to lock yet. */
export async function lockRegistration(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('dockside registration'))`)
}

/**
 * Uses up the step of a code; false if it or a later one was used before. One statement, so that a code
 * sent twice at once counts once.
 * @param totpSecret as stored: the code was checked against this secret, not a newer one
 */
export async function consumeTotpStep(
  db: Database | Transaction,
  username: string,
  totpSecret: string,
  step: number,
): Promise<boolean> {
  const spent = await db
    .update(admins)
    .set({ lastTotpStep: step })
    .where(
      and(
        eq(admins.username, username),
        eq(admins.totpSecret, totpSecret),
        or(isNull(admins.lastTotpStep), lt(admins.lastTotpStep, step)),
      ),
    )
    .returning({ username: admins.username })
  return spent.length > 0
}

/** Stores an issued secret that is not yet confirmed, replacing an earlier one. */
export async function storePendingTotpSecret(
  db: Database | Transaction,
  username: string,
  sealed: string,
): Promise<void> {
  await db.update(admins).set({ pendingTotpSecret: sealed }).where(eq(admins.username, username))
}

/** Removes the authenticator, and a secret that waits for its confirmation. */
export async function clearTotp(db: Database | Transaction, username: string): Promise<void> {
  await db
    .update(admins)
    .set({ totpSecret: null, pendingTotpSecret: null, lastTotpStep: null })
    .where(eq(admins.username, username))
}

/** Makes the confirmed secret the second factor; false if it is no longer the pending one. */
export async function enableTotp(
  db: Database | Transaction,
  username: string,
  proven: { readonly pending: string; readonly sealed: string; readonly step: number },
): Promise<boolean> {
  const enabled = await db
    .update(admins)
    .set({ totpSecret: proven.sealed, pendingTotpSecret: null, lastTotpStep: proven.step })
    .where(and(eq(admins.username, username), eq(admins.pendingTotpSecret, proven.pending)))
    .returning({ username: admins.username })
  return enabled.length > 0
}
