import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { callerAddress } from '#server/http/caller-address.ts'

/** The name in the trail of somebody who named none of our accounts. */
export const ANONYMOUS = '(unknown account)'

/** The common part of audit entries: when, who, from which address. */
export function auditContext(
  context: Pick<Context, 'now'>,
  request: FastifyRequest,
  actor: string,
) {
  return { at: new Date(context.now()), actor, address: callerAddress(request) }
}
