/** Attempts and password hashing for routes: a reached limit is an HTTP error. */
import type { FastifyRequest } from 'fastify'
import { worded } from '#contract/own/refusal-codes.ts'
import { minutesOf, refusals } from '#contract/refusals.ts'
import { HashQueueFull } from '#server/auth/passwords.ts'
import {
  registerAttempt,
  undoAttempt,
  type Admitted,
  type AttemptKind,
  type Subject,
} from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'

/** An allowed attempt, which is already counted. */
export interface Attempt {
  readonly subject: Subject
  readonly verdict: Admitted
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

/**
 * Counts the code that comes with a right password, apart from passwords.
 * @param first the attempt with the password, which is taken back if the limit of codes is reached
 * @returns both as one attempt
 * @throws HttpError 429
 */
export async function admitCode(
  context: Context,
  request: FastifyRequest,
  { subject, verdict }: Attempt,
): Promise<Attempt> {
  const code = await admitAttempt(context, request, 'second-factor', subject.account).catch(
    async (error: unknown) => {
      await undoAttempt(context, verdict)
      throw error
    },
  )
  return {
    subject,
    verdict: { ...verdict, counted: [...verdict.counted, ...code.verdict.counted] },
  }
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
