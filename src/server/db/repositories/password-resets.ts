/**
 * Password reset tokens, each good for one reset (decisions/server/rate-limits.md). A database trigger ends
 * the tokens of an admin whose mail address, password, rights or second factor change
 * (0008_reset_links.sql).
 */
import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { nameKey } from '#contract/records/name-key.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { admins } from '#server/db/schema/people.ts'
import { passwordResets } from '#server/db/schema/sessions.ts'

/**
 * Stores a token for the admin with a user name or mail address in any letter case, and deletes expired
 * ones. An unknown name stores one that has expired, so that the response time does not reveal it: both
 * write a row, check its owner and commit.
 * @returns who is to get the token; null if there is no such admin
 */
export async function insertReset(
  db: Database | Transaction,
  emailOrUsername: string,
  reset: { readonly tokenHash: string; readonly expiresAt: Date },
  at: Date,
): Promise<{ username: string; email: string } | null> {
  const given = nameKey(emailOrUsername)
  const isAsWritten = or(
    eq(admins.username, emailOrUsername),
    eq(admins.companyEmail, emailOrUsername),
  )
  const [account] = await db
    .select({ username: admins.username, email: admins.companyEmail })
    .from(admins)
    .where(or(eq(admins.usernameKey, given), eq(admins.companyEmailKey, given), isAsWritten))
    .orderBy(desc(sql`${isAsWritten}`))
    .limit(1)
    .for('no key update')
  const username = account?.username ?? null
  const expiresAt = account ? reset.expiresAt : at
  // The owner of an expired token does not matter. Locked, so that it is not deleted before the check.
  await db.execute(sql`
    insert into ${passwordResets} (token_hash, username, expires_at)
    select ${reset.tokenHash}, username, ${expiresAt.toISOString()}::timestamptz from ${admins}
    where username = coalesce(${username}::text, (select min(username) from ${admins}))
    for key share of ${admins}`)
  const over = db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(lte(passwordResets.expiresAt, at))
    .for('update', { skipLocked: true })
  await db.delete(passwordResets).where(inArray(passwordResets.tokenHash, over))
  return account ?? null
}

/** The admin of a token; null if it is unknown, used or expired. */
export async function ownerOfReset(
  db: Database | Transaction,
  tokenHash: string,
  at: Date,
): Promise<string | null> {
  const [found] = await db
    .select({ username: passwordResets.username })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, at)))
  return found?.username ?? null
}

/** Uses up a token; false if it is unknown, used or expired. */
export async function consumeReset(
  db: Database | Transaction,
  tokenHash: string,
  at: Date,
): Promise<boolean> {
  const spent = await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, at)))
    .returning({ username: passwordResets.username })
  return spent.length > 0
}
