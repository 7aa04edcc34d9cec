/** Which causes concern somebody: those with an exception among what the person may see. */
import { and, inArray, isNotNull } from 'drizzle-orm'
import { isExceptionCollection } from '#contract/records/exceptions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { causesOfSyncs } from '#server/db/mirror/cases/sync-cases.ts'
import { cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'

/** Of some causes, those with an exception in these collections. */
export async function causesSeen(
  db: Database | Transaction,
  causes: readonly string[],
  collections: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db
    .selectDistinct({ cause: cases.cause })
    .from(cases)
    .where(and(isAnyOf(cases.cause, causes), inArray(cases.collection, [...collections])))
  const seen = found.map(({ cause }) => cause)
  const areAllSeen = causes.every((cause) => seen.includes(cause))
  return new Set([...seen, ...(areAllSeen ? [] : await causesWithoutCase(db, collections))])
}

/** Records without an answer, and syncs, get a case only when a person acts on them. */
async function causesWithoutCase(
  db: Database | Transaction,
  collections: readonly string[],
): Promise<string[]> {
  const [waiting] = await db
    .select({ id: floorRecords.id })
    .from(floorRecords)
    .where(and(isNotNull(floorRecords.nextAt), inArray(floorRecords.collection, [...collections])))
    .limit(1)
  const areas = collections.filter((name) => !isExceptionCollection(name))
  return [...(waiting ? ['no-answer'] : []), ...(await causesOfSyncs(db, areas))]
}
