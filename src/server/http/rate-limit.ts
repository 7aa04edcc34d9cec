/** Attempts and password hashing for routes: a reached limit is an HTTP error. */
import type { FastifyRequest } from 'fastify'
import { worded } from '#contract/own/refusal-codes.ts'
import { minutesOf, refusals } from '#contract/refusals.ts'
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

/** An allowed attempt, which is already counted. */
export interface Attempt {
  readonly subject: Subject
  readonly verdict: Verdict
}

/**
 * Counts an attempt of the caller.
 * @param account as typed, or null if the call names none
 * @throws HttpError 429 that says when to come back
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
  throw new HttpError(429, worded('throttled', { minutes: minutesOf(verdict.waitMs) }), {
    'Retry-After': String(Math.ceil(verdict.waitMs / 1_000)),
  })
}

/** @throws HttpError 503 if too many passwords are waiting to be hashed */
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
