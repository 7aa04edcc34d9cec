import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { databaseKind } from '#test/support/database/database.ts'

/**
 * Resolves when a call waits for a lock of a transaction, or has been answered without waiting. On the
 * single connection of the embedded database every call waits, so this returns at once.
 * @param waiting how many calls wait then, including this one
 */
export async function untilItWaits(
  tx: Transaction,
  asked: Promise<unknown>,
  waiting = 1,
): Promise<void> {
  if (databaseKind() === 'embedded') return
  let isAnswered = false
  const answered = (): void => {
    isAnswered = true
  }
  asked.then(answered, answered)
  for (;;) {
    const { rows } = await tx.execute(sql`
      select distinct pid from pg_locks where not granted and pid in (
        select pid from pg_locks
        where database = (select oid from pg_database where datname = current_database()))`)
    if (isAnswered || rows.length >= waiting) return
  }
}
