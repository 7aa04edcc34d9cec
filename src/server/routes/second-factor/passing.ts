/** The last steps of a sign-in, whichever second factor was proven. */
import { refusals } from '#contract/refusals.ts'
import type { Session } from '#server/auth/principal.ts'
import { clearAttempts, undoAttempt } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockAdmin, type AdminRow } from '#server/db/repositories/admins.ts'
import { endSession } from '#server/db/repositories/sessions.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Attempt } from '#server/http/rate-limit.ts'

/**
 * Ends the session that leads to a new one. If a change or reset of the password ended it first, what was
 * proven in it no longer counts.
 */
export async function holdAlive(tx: Transaction, session: Session): Promise<AdminRow> {
  const held = await lockAdmin(tx, session.username)
  if (!held || !(await endSession(tx, session.tokenHash)))
    throw new HttpError(401, refusals.noSession)
  return held
}

/** Both factors were right. */
export async function welcome(context: Context, { subject, verdict }: Attempt): Promise<void> {
  await undoAttempt(context, verdict)
  await clearAttempts(context, subject)
}
