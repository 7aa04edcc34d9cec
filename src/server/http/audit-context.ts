import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { callerAddress } from '#server/http/caller-address.ts'

/** Who stands in the trail for somebody who named no account of ours. */
export const ANONYMOUS = '(unknown account)'

/** What every entry of the audit trail has: when, who, from which address. */
export function auditContext(
  context: Pick<Context, 'now'>,
  request: FastifyRequest,
  actor: string,
) {
  return { at: new Date(context.now()), actor, address: callerAddress(request) }
}
