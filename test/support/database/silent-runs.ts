/** Makes the pulls under way look abandoned: their heartbeats are old. */
import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { LIVING } from '#server/db/mirror/runs.ts'
import { runs } from '#server/db/schema/runs.ts'

/** Moves the last heartbeat of every run that has not ended back by some time; less than zero moves it ahead. */
export async function silenceRuns(db: Database, ms: number): Promise<void> {
  await db
    .update(runs)
    .set({ heartbeatAt: sql`${runs.heartbeatAt} - ${ms} * interval '1 millisecond'` })
    .where(inArray(runs.state, LIVING))
}
