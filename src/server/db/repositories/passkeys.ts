/** Passkeys and their challenges (decisions/server/passkeys.md). */
import { and, asc, eq, gt, inArray, isNull, lt, lte } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { challenges, passkeys, type ChallengePurpose } from '#server/db/schema/second-factor.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

/** The passkeys of an admin, the oldest first. */
export function listPasskeys(db: Database | Transaction, username: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.username, username))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function findPasskey(
  db: Database | Transaction,
  id: string,
): Promise<PasskeyRow | null> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.id, id))
  return found ?? null
}

/** Adds a passkey; false if it is registered already. */
export async function insertPasskey(tx: Transaction, passkey: PasskeyRow): Promise<boolean> {
  const added = await tx
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  return added.length > 0
}

/** Renames a passkey of an admin; null if there is none with this id. */
export async function renamePasskey(
  tx: Transaction,
  username: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [renamed] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.username, username), eq(passkeys.id, id)))
    .returning()
  return renamed ?? null
}

/** Removes a passkey of an admin; null if there is none with this id. */
export async function removePasskey(
  tx: Transaction,
  username: string,
  id: string,
): Promise<PasskeyRow | null> {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.username, username), eq(passkeys.id, id)))
    .returning()
  return removed ?? null
}

export async function removePasskeys(tx: Transaction, username: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.username, username))
  await tx.delete(challenges).where(eq(challenges.username, username))
}

/**
 * Notes a use of a passkey; false if it is gone or copied, or its counter did not rise. One statement, so that
 * of two uses with one count the second is refused. A counter that stays 0 is not kept by the authenticator.
 */
export async function notePasskeyUse(
  db: Database | Transaction,
  id: string,
  use: { readonly counter: number; readonly isBackedUp: boolean; readonly at: Date },
): Promise<boolean> {
  const rises = use.counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, use.counter)
  const used = await db
    .update(passkeys)
    .set({ counter: use.counter, isBackedUp: use.isBackedUp, lastUsedAt: use.at })
    .where(and(eq(passkeys.id, id), isNull(passkeys.copiedAt), rises))
    .returning({ id: passkeys.id })
  return used.length > 0
}

/** A passkey whose counter ran back opens nothing from now on. */
export async function markCopied(db: Database | Transaction, id: string, at: Date): Promise<void> {
  await db.update(passkeys).set({ copiedAt: at }).where(eq(passkeys.id, id))
}

/** Stores a challenge, and deletes those that are over. */
export async function insertChallenge(
  db: Database | Transaction,
  challenge: typeof challenges.$inferSelect,
  at: Date,
): Promise<void> {
  const over = db
    .select({ challenge: challenges.challenge })
    .from(challenges)
    .where(lte(challenges.expiresAt, at))
    .limit(100)
    .for('update', { skipLocked: true })
  await db.delete(challenges).where(inArray(challenges.challenge, over))
  await db.insert(challenges).values(challenge)
}

/** Uses up a challenge; false if it is unknown, used, over, or was given for something else. */
export async function consumeChallenge(
  db: Database | Transaction,
  given: {
    readonly challenge: string
    readonly purpose: ChallengePurpose
    readonly username: string | null
  },
  at: Date,
): Promise<boolean> {
  const { challenge, purpose, username } = given
  const spent = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.challenge, challenge),
        eq(challenges.purpose, purpose),
        username === null ? isNull(challenges.username) : eq(challenges.username, username),
        gt(challenges.expiresAt, at),
      ),
    )
    .returning({ challenge: challenges.challenge })
  return spent.length > 0
}
