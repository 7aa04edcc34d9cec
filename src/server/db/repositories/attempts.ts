/** Counts attempts per time window, for all server processes. */
import { and, eq, gt, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { attempts } from '#server/db/schema/sessions.ts'

/** Number of attempts in the current window, and when it ends. */
export interface Attempts {
  readonly count: number
  readonly windowEndsAt: Date
}

/**
 * Counts an attempt in one statement, so that no two get the same number. The first attempt opens the
 * window, attempts up to number `extending` extend it to their own `windowEndsAt`, and later ones leave it
 * as it is.
 */
export async function countAttempt(
  db: Database | Transaction,
  key: string,
  at: Date,
  { windowEndsAt, extending }: { readonly windowEndsAt: Date; readonly extending: number },
): Promise<Attempts> {
  const isOver = lte(attempts.windowEndsAt, at)
  const extended = or(isOver, lt(attempts.count, extending))
  const [counted] = await db
    .insert(attempts)
    .values({ key, count: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
        windowEndsAt: sql`case when ${extended} then excluded.window_ends_at else ${attempts.windowEndsAt} end`,
      },
    })
    .returning({ count: attempts.count, windowEndsAt: attempts.windowEndsAt })
  if (!counted) throw new Error('counting an attempt answered nothing')
  if (counted.count === 1) await dropOver(db, at)
  return counted
}

/** Takes back an attempt that should not count. */
export async function decrementAttempt(db: Database | Transaction, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), gt(attempts.count, 0)))
}

/** Resets a count. */
export async function forgetAttempts(
  db: Database | Transaction,
  keys: readonly string[],
): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.key, [...keys]))
}

/** Remembers a key for a time, without counting. */
export async function rememberUntil(
  db: Database | Transaction,
  key: string,
  until: Date,
): Promise<void> {
  await db
    .insert(attempts)
    .values({ key, count: 0, windowEndsAt: until })
    .onConflictDoUpdate({ target: attempts.key, set: { windowEndsAt: until } })
}

/** Whether a key is remembered. */
export async function isRemembered(
  db: Database | Transaction,
  key: string,
  at: Date,
): Promise<boolean> {
  const found = await db
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.windowEndsAt, at)))
  return found.length > 0
}

/** Skips locked rows: another process is using them, and they are deleted another time. */
async function dropOver(db: Database | Transaction, at: Date): Promise<void> {
  const over = db
    .select({ key: attempts.key })
    .from(attempts)
    .where(lte(attempts.windowEndsAt, at))
    .limit(100)
    .for('update', { skipLocked: true })
  await db.delete(attempts).where(inArray(attempts.key, over))
}
