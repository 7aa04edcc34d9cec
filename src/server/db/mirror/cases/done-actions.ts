/** Actions that were done: one that is sent again gets the same answer. */
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { caseActions } from '#server/db/schema/exceptions.ts'

type Reply = typeof caseActions.$inferSelect.reply

/** The answer of an action that was done before, or null. The admin is locked, so it is not done twice at once. */
export async function answerOf(
  tx: Transaction,
  by: string,
  actionId: string,
): Promise<Reply | null> {
  const [found] = await tx
    .select({ reply: caseActions.reply })
    .from(caseActions)
    .where(and(eq(caseActions.by, by), eq(caseActions.actionId, actionId)))
  return found?.reply ?? null
}

/** Keeps the answer of an action. */
export async function keepAnswer(
  tx: Transaction,
  by: string,
  actionId: string,
  at: Date,
  reply: Reply,
): Promise<void> {
  await tx.insert(caseActions).values({ by, actionId, at, reply })
}
