/**
 * Tokens of password resets, each good for one reset (decisions/server/rate-limits.md). A trigger of the database ends
 * those of an admin whose mail address, password, rights or second factor change (0008_reset_links.sql).
 */
import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { nameKey } from '#contract/name-key.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { admins, passwordResets } from '#server/db/schema.ts'

/**
 * Keeps a token for the admin who has a user name or a mail address, in whatever letters, and drops
 * those that are over. Somebody unknown costs the same statements, so that the time does not tell.
 * @returns who is to get it, or null where there is no such admin
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
  await db.execute(sql`
    insert into ${passwordResets} (token_hash, username, expires_at)
    select ${reset.tokenHash}, username, ${reset.expiresAt.toISOString()}::timestamptz
    from ${admins} where username = ${username}::text`)
  const over = db
    .select({ tokenHash: passwordResets.tokenHash })
    .from(passwordResets)
    .where(lte(passwordResets.expiresAt, at))
    .for('update', { skipLocked: true })
  await db.delete(passwordResets).where(inArray(passwordResets.tokenHash, over))
  return account ?? null
}

/** Whose password a token resets, or null where it is unknown, used or over. */
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

/** Uses a token up; false where it is unknown, used or over. */
export async function spendReset(
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
