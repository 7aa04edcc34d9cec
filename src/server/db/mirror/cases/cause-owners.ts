/** Who looks after a cause, and notes on it. */
import type { Transaction } from '#server/db/database.ts'
import { caseNotes, causeOwners } from '#server/db/schema/exceptions.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'

/** Gives a cause to an admin, or takes it back. @param assignee a user name as stored, or null */
export async function assignCause(
  tx: Transaction,
  cause: string,
  owner: { readonly assignee: string | null; readonly note: string | null },
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await lockCases(tx)
  const set = { ...owner, by, at }
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
