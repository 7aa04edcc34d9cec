/** Keeps an edit from undoing what somebody else has saved meanwhile (RFC 9110 section 13.1.1). */
import type { FastifyRequest } from 'fastify'
import { refusals } from '#contract/refusals.ts'
import { HttpError } from '#server/http/http-error.ts'

/**
 * @param present the version of the account, which is locked in the transaction
 * @throws HttpError 412 if the caller names another version; a call without one passes
 */
export function assertVersionMatches(request: FastifyRequest, present: string): void {
  const named = request.headers['if-match']
  if (named === undefined || named.trim() === '*') return
  const tags = named.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
  if (!tags.includes(present)) throw new HttpError(412, refusals.changedMeanwhile)
}
