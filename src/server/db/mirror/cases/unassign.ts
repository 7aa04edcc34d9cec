/** Deleting an admin unassigns their cases and causes. */
import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { cases, causeOwners } from '#server/db/schema/exceptions.ts'
import { admins } from '#server/db/schema/people.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'

/**
 * Takes back all cases and causes of an admin who is deleted in this transaction. The foreign keys would do that too,
 * but consoles would not hear of it, and an answer of NetSuite that is stored at that moment would be lost with its
 * assignee.
 */
export async function unassignAll(
  tx: Transaction,
  username: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  const seq = await lockCases(tx)
  await tx.execute(sql`
    WITH freed AS (
      UPDATE ${cases} SET assignee = NULL, seq = ${seq}::bigint, version = version + 1
      WHERE assignee = ${username} RETURNING collection, record_id
    ), given_back AS (
      UPDATE ${causeOwners} SET assignee = NULL WHERE assignee = ${username} RETURNING cause
    )
    INSERT INTO case_notes (collection, record_id, cause, at, "by", step)
    SELECT collection, record_id, NULL, ${at}::timestamptz, ${by}::text, 'assign' FROM freed
    UNION ALL
    SELECT NULL, NULL, cause, ${at}::timestamptz, ${by}::text, 'assign' FROM given_back`)
}

/** An assignee as stored, or null for one who was deleted while this transaction waited for the cases. */
export function ifStillThere(username: string | null): SQL | null {
  if (username === null) return null
  return sql`(SELECT ${admins.username} FROM ${admins} WHERE ${admins.username} = ${username})`
}
