/** Keeps an edit from undoing what somebody else has saved meanwhile (RFC 9110 section 13.1.1). */
import type { FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { HttpError } from '#server/http/http-error.ts'

/**
 * @param present the version of the account as it is held in the transaction
 * @throws Refusal 412 where the caller names another one; who names none is not concerned
 */
export function assertVersionMatches(request: FastifyRequest, present: string): void {
  const named = request.headers['if-match']
  if (named === undefined || named.trim() === '*') return
  const tags = named.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
  if (!tags.includes(present)) throw new HttpError(412, refusals.changedMeanwhile)
}
