/** The facts that the first steps of an installation are checked by. */
import { and, count, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { pulledCollections } from '#contract/collections.ts'
import { nameKey } from '#contract/records/name-key.ts'
import type { Database } from '#server/db/database.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'
import { audit } from '#server/db/schema/operations.ts'
import { admins, mobileUsers } from '#server/db/schema/people.ts'

export interface FirstSteps {
  readonly connectionTested: boolean
  readonly firstSync: boolean
  readonly mobileUsers: number
  readonly superAdmins: number
}

/** @param reservedMobileUser the user of the integration, who does not count */
export async function firstStepsOf(db: Database, reservedMobileUser: string): Promise<FirstSteps> {
  const [synced] = await db
    .select({ collection: collectionStates.collection })
    .from(collectionStates)
    .where(
      and(
        inArray(collectionStates.collection, [...pulledCollections]),
        isNotNull(collectionStates.asOf),
      ),
    )
    .limit(1)
  const firstSync = synced !== undefined
  const [users] = await db
    .select({ number: count() })
    .from(mobileUsers)
    .where(ne(mobileUsers.useridKey, nameKey(reservedMobileUser)))
  const [supers] = await db
    .select({ number: count() })
    .from(admins)
    .where(eq(admins.isSuperAdmin, true))
  return {
    // What was synced was connected, even if the entry of the test has been deleted since.
    connectionTested: firstSync || (await hasPassedTest(db)),
    firstSync,
    mobileUsers: users?.number ?? 0,
    superAdmins: supers?.number ?? 0,
  }
}

/** Whether the audit trail has a connection test without a failed step. */
async function hasPassedTest(db: Database): Promise<boolean> {
  const [passed] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.action, 'erp-connection-tested'),
        sql`jsonb_array_length(${audit.detail}::jsonb -> 'failed') = 0`,
      ),
    )
    .limit(1)
  return passed !== undefined
}
