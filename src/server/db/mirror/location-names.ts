import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { records } from '#server/db/schema.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'

/** Created once, because each new one takes milliseconds. */
const { compare } = new Intl.Collator('en', { numeric: true })

/** The names of the pulled locations, as a person counts: 'WH 9' before 'WH 10'. */
export async function locationNames(db: Database): Promise<string[]> {
  const name = sql<
    string | null
  >`coalesce(${records.body}->>'name', ${records.body}->>'location')`.as('name')
  const found = await db
    .select({ name })
    .from(records)
    .where(and(eq(records.collection, 'locations'), isVisible))
  return found.flatMap((row) => row.name ?? []).toSorted(compare)
}
