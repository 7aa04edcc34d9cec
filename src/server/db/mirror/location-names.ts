import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { records } from '#server/db/schema/mirror.ts'
import { isVisible } from '#server/db/mirror/row-visibility.ts'

/** Created once, because each new one takes milliseconds. */
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * The names of the pulled locations, as a person counts: 'WH 9' before 'WH 10'. Where several locations
 * have a name, they have their full ones.
 */
export async function locationNames(db: Database): Promise<string[]> {
  const name = sql<
    string | null
  >`coalesce(${records.body}->>'name', ${records.body}->>'location')`.as('name')
  const path = sql<string | null>`${records.body}->>'location'`.as('path')
  const found = await db
    .select({ name, path })
    .from(records)
    .where(and(eq(records.collection, 'locations'), isVisible))
  const times = new Map<string, number>()
  for (const row of found) times.set(keyOf(row.name), (times.get(keyOf(row.name)) ?? 0) + 1)
  return found
    .flatMap((row) => {
      const isShared = (times.get(keyOf(row.name)) ?? 0) > 1
      return (isShared ? row.path : null) ?? row.name ?? []
    })
    .toSorted(compare)
}

const keyOf = (name: string | null) => (name ?? '').toLowerCase()
