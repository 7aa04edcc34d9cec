import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { records } from '#server/db/schema.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'

/** The names of the pulled locations, sorted. */
export async function locationNames(db: Database): Promise<string[]> {
  const name = sql<
    string | null
  >`coalesce(${records.body}->>'name', ${records.body}->>'location')`.as('name')
  const found = await db
    .select({ name })
    .from(records)
    .where(and(eq(records.collection, 'locations'), isVisible))
    .orderBy(asc(name))
  return found.flatMap((row) => row.name ?? [])
}
