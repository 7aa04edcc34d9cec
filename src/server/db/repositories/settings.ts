/** Settings saved on a screen. Every value arrives sealed. */
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { settings } from '#server/db/schema/operations.ts'

/** What a setting is sealed for. */
export function settingPurpose(name: string): string {
  return `setting:${name}`
}

/** The setting of what is read; a change of it concerns only the lists whose queries it changes. */
export const READ_RULES = 'ERP_READ_RULES'

/** The mark whose date says when ERP Setup last changed to another account. */
export const OTHER_ACCOUNT = 'ERP_OTHER_ACCOUNT'

/** All settings by name, with sealed values. */
export async function sealedSettings(
  db: Database | Transaction,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ name: settings.name, sealedValue: settings.sealedValue })
    .from(settings)
  return new Map(rows.map(({ name, sealedValue }) => [name, sealedValue]))
}

/** Saves settings; those that are not given stay. */
export async function saveSettings(
  db: Database | Transaction,
  sealed: ReadonlyMap<string, string>,
  saved: { readonly by: string; readonly at: Date },
): Promise<void> {
  if (sealed.size === 0) return
  const rows = [...sealed].map(([name, sealedValue]) => ({
    name,
    sealedValue,
    updatedAt: saved.at,
    updatedBy: saved.by,
  }))
  await db
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({
      target: settings.name,
      set: {
        sealedValue: sql`excluded.sealed_value`,
        updatedAt: sql`excluded.updated_at`,
        updatedBy: sql`excluded.updated_by`,
      },
    })
}

/** Forgets settings. */
export async function dropSettings(
  db: Database | Transaction,
  names: readonly string[],
): Promise<void> {
  await db.delete(settings).where(inArray(settings.name, [...names]))
}

/** When a setting was saved last; null if it never was. */
export async function savedAt(db: Database | Transaction, name: string): Promise<Date | null> {
  const [found] = await db
    .select({ at: settings.updatedAt })
    .from(settings)
    .where(eq(settings.name, name))
  return found?.at ?? null
}

/** Gives a setting another date; false if it was saved again meanwhile. */
export async function dateSetting(
  tx: Transaction,
  name: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<boolean> {
  const dated = await tx
    .update(settings)
    .set({ updatedAt: to })
    .where(and(eq(settings.name, name), eq(settings.updatedAt, from)))
    .returning({ name: settings.name })
  return dated.length > 0
}

/** Whether a setting of the connection has changed since a time. */
export async function areSettingsNewer(db: Database | Transaction, at: Date): Promise<boolean> {
  const [changed] = await db
    .select({ at: sql<Date | null>`max(${settings.updatedAt})`.mapWith(settings.updatedAt) })
    .from(settings)
    .where(ne(settings.name, READ_RULES))
  return changed?.at ? changed.at >= at : false
}
