import { asc, count, eq, isNull, and } from 'drizzle-orm'
import type { Factors } from '#contract/own/security-state.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { admins } from '#server/db/schema/people.ts'
import { passkeys, recoveryCodes } from '#server/db/schema/second-factor.ts'

/** Which factors each admin has, by name: numbers only. A passkey that may be copied does not count. */
export async function factorsOfAll(db: Database | Transaction): Promise<Factors[]> {
  const codes = await db
    .select({ username: recoveryCodes.username, left: count() })
    .from(recoveryCodes)
    .where(isNull(recoveryCodes.usedAt))
    .groupBy(recoveryCodes.username)
  const keys = await db
    .select({ username: admins.username, totp: admins.totpSecret, passkeys: count(passkeys.id) })
    .from(admins)
    .leftJoin(passkeys, and(eq(passkeys.username, admins.username), isNull(passkeys.copiedAt)))
    .groupBy(admins.username)
    .orderBy(asc(admins.username))
  const leftOf = new Map(codes.map(({ username, left }) => [username, left]))
  return keys.map((one) => ({
    username: one.username,
    has_authenticator: one.totp !== null,
    passkeys: one.passkeys,
    codes_left: leftOf.get(one.username) ?? 0,
  }))
}
