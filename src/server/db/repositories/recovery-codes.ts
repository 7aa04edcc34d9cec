/** Recovery codes, each good for one use (decisions/server/recovery.md). */
import { and, count, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { recoveryCodes } from '#server/db/schema/second-factor.ts'

const unusedOf = (username: string) =>
  and(eq(recoveryCodes.username, username), isNull(recoveryCodes.usedAt))

/** Replaces all codes of an admin. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  username: string,
  hashes: readonly string[],
  at: Date,
): Promise<void> {
  await removeRecoveryCodes(tx, username)
  await tx
    .insert(recoveryCodes)
    .values(hashes.map((hash) => ({ username, hash, createdAt: at, usedAt: null })))
}

export async function removeRecoveryCodes(tx: Transaction, username: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.username, username))
}

/** The hashes of the codes that are not used up. */
export async function unusedRecoveryHashes(
  db: Database | Transaction,
  username: string,
): Promise<string[]> {
  const rows = await db
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(unusedOf(username))
  return rows.map(({ hash }) => hash)
}

/** Uses up a code; false if it was used before. One statement, so that a code sent twice at once counts once. */
export async function consumeRecoveryCode(
  db: Database | Transaction,
  username: string,
  hash: string,
  at: Date,
): Promise<boolean> {
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(and(unusedOf(username), eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash })
  return spent.length > 0
}

/** How many codes an admin has, and how many of them are not used up. */
export async function countRecoveryCodes(
  db: Database | Transaction,
  username: string,
): Promise<{ left: number; of: number }> {
  const [row] = await db
    .select({ of: count(), used: count(recoveryCodes.usedAt) })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.username, username))
  const { of = 0, used = 0 } = row ?? {}
  return { left: of - used, of }
}
