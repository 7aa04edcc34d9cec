/** What an admin has arranged, key by key (decisions/server/views.md). */
import { and, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { preferences } from '#server/db/schema/views.ts'

/** All preferences of an admin. */
export async function preferencesOf(
  db: Database | Transaction,
  username: string,
): Promise<Record<string, unknown>> {
  const rows = await db.select().from(preferences).where(eq(preferences.username, username))
  return Object.fromEntries(rows.map(({ key, value }) => [key, value.is]))
}

/** How many other keys an admin has. */
export async function countOtherPreferences(
  tx: Transaction,
  username: string,
  key: string,
): Promise<number> {
  return tx.$count(preferences, and(eq(preferences.username, username), ne(preferences.key, key)))
}

/** Keeps a value; the last writer wins. */
export async function setPreference(
  tx: Transaction,
  preference: typeof preferences.$inferInsert,
): Promise<void> {
  const { value, changedAt } = preference
  await tx
    .insert(preferences)
    .values(preference)
    .onConflictDoUpdate({
      target: [preferences.username, preferences.key],
      set: { value, changedAt },
    })
}
