import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { databaseKind } from '#test/support/database/database.ts'

/**
 * Until a call waits for what a transaction holds, or is answered without waiting. The embedded
 * database has one connection: there every call waits for that, and this returns at once.
 * @param waiting how many wait then, with this one
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
