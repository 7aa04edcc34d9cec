import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/open.ts'
import { records } from '#server/db/schema.ts'

/** The names of the locations that were pulled, in order. */
export async function locationNames(db: Database): Promise<string[]> {
  const name = sql<
    string | null
  >`coalesce(${records.body}->>'name', ${records.body}->>'location')`.as('name')
  const found = await db
    .select({ name })
    .from(records)
    .where(eq(records.collection, 'locations'))
    .orderBy(asc(name))
  return found.flatMap((row) => row.name ?? [])
}
