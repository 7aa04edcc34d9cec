/** Who looks after a cause, and notes on it. */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { caseNotes, causeOwners } from '#server/db/schema/exceptions.ts'
import type { Actor } from '#server/db/mirror/cases/act-on-cases.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'
import { ifStillThere } from '#server/db/mirror/cases/unassign.ts'

/** Gives a cause to an admin, or takes it back. @param owner with a user name as stored, or null */
export async function assignCause(
  tx: Transaction,
  cause: string,
  owner: { readonly assignee: string | null; readonly note: string | null },
  { by, at, assertMay }: Pick<Actor, 'by' | 'at' | 'assertMay'>,
): Promise<void> {
  await lockCases(tx)
  const [before] = await tx
    .select({ assignee: causeOwners.assignee })
    .from(causeOwners)
    .where(eq(causeOwners.cause, cause))
  assertMay({ assignee: before?.assignee ?? null })
  const set = { ...owner, assignee: ifStillThere(owner.assignee), by, at }
  await tx
    .insert(causeOwners)
    .values({ cause, ...set })
    .onConflictDoUpdate({ target: causeOwners.cause, set })
  await tx.insert(caseNotes).values({ cause, at, by, step: 'assign', text: owner.assignee })
  if (owner.note !== null)
    await tx.insert(caseNotes).values({ cause, at, by, step: 'note', text: owner.note })
}

/** Adds a note on a cause. */
export async function noteOnCause(
  tx: Transaction,
  cause: string,
  text: string,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await lockCases(tx)
  await tx.insert(caseNotes).values({ cause, at, by, step: 'note', text })
}
