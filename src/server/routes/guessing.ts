/** Attempts and passwords as routes see them: too many is a refusal. */
import type { FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { HashQueueFull } from '#server/auth/passwords.ts'
import { countTry, type AttemptKind, type Subject, type Verdict } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/audit.ts'
import { callerAddress } from '#server/routes/caller-address.ts'
import { Refusal } from '#server/routes/refusal.ts'
import { NOBODY, stampOf } from '#server/routes/trail.ts'

/** An attempt that may be made, already counted. */
export interface Attempt {
  readonly subject: Subject
  readonly verdict: Verdict
}

/**
 * Counts an attempt of the caller.
 * @param account as it was typed, or null where the call names none
 * @throws Refusal 429 that says when to come back
 */
export async function admitTry(
  context: Context,
  request: FastifyRequest,
  kind: AttemptKind,
  account: string | null,
): Promise<Attempt> {
  const subject = { kind, account, address: callerAddress(request) }
  const verdict = await countTry(context, subject)
  if (verdict.admitted) return { subject, verdict }
  if (verdict.isFirst)
    await writeAudit(context.db, {
      ...stampOf(context, request, NOBODY),
      action: 'attempts-exhausted',
      target: kind,
    })
  throw new Refusal(429, refusals.throttled(verdict.waitMs), {
    'Retry-After': String(Math.ceil(verdict.waitMs / 1_000)),
  })
}

/** @throws Refusal 503 where more passwords wait to be hashed than can be worked off soon */
export async function hashed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof HashQueueFull)) throw error
    throw new Refusal(503, refusals.busy, {
      'Retry-After': String(error.retryAfterS),
    })
  }
}
