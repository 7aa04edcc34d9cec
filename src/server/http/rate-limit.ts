/** Attempts and passwords as routes see them: too many is a refusal. */
import type { FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { HashQueueFull } from '#server/auth/passwords.ts'
import {
  registerAttempt,
  type AttemptKind,
  type Subject,
  type Verdict,
} from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'

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
export async function admitAttempt(
  context: Context,
  request: FastifyRequest,
  kind: AttemptKind,
  account: string | null,
): Promise<Attempt> {
  const subject = { kind, account, address: callerAddress(request) }
  const verdict = await registerAttempt(context, subject)
  if (verdict.admitted) return { subject, verdict }
  if (verdict.isFirst)
    await writeAudit(context.db, {
      ...auditContext(context, request, ANONYMOUS),
      action: 'attempts-exhausted',
      target: kind,
    })
  throw new HttpError(429, refusals.throttled(verdict.waitMs), {
    'Retry-After': String(Math.ceil(verdict.waitMs / 1_000)),
  })
}

/** @throws Refusal 503 where more passwords wait to be hashed than can be worked off soon */
export async function hashWithinLimit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof HashQueueFull)) throw error
    throw new HttpError(503, refusals.busy, {
      'Retry-After': String(error.retryAfterS),
    })
  }
}
