/** Fresh proofs of a factor, and when a session was last used (decisions/server/step-up.md). */
import { STEP_UP_LIFETIME_MS } from '#contract/constants.ts'
import { refusals } from '#contract/refusals.ts'
import type { Session } from '#server/auth/principal.ts'
import type { Context } from '#server/context.ts'
import { touchSession } from '#server/db/repositories/sessions.ts'
import { isDiskFull, isReadOnly } from '#server/db/unavailable.ts'
import { HttpError } from '#server/http/http-error.ts'

/** How exactly a session knows when it was last used. */
const NOTED_EVERY_MS = 60_000

/** @throws HttpError 403 if no factor was proven in this session within five minutes */
export function assertSteppedUp(
  { now }: Pick<Context, 'now'>,
  { steppedUpAt }: Pick<Session, 'steppedUpAt'>,
): void {
  const age = steppedUpAt === null ? null : now() - steppedUpAt.getTime()
  if (age !== null && age < STEP_UP_LIFETIME_MS) return
  throw new HttpError(403, refusals.stepUpNeeded)
}

/**
 * Notes that a session is in use, at most once a minute. While nothing can be written, the note is left out: most calls
 * only read, and those are answered on a full disk too. A call that writes is refused where it writes.
 */
export async function noteUse(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { tokenHash, lastSeenAt }: Pick<Session, 'tokenHash' | 'lastSeenAt'>,
): Promise<void> {
  if (now() - lastSeenAt.getTime() < NOTED_EVERY_MS) return
  try {
    await touchSession(db, tokenHash, new Date(now()))
  } catch (error) {
    if (!isReadOnly(error) && !isDiskFull(error)) throw error
  }
}
