/** The address of a caller, as far as it can be trusted (decisions/server/rate-limits.md). */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const known = new WeakMap<FastifyRequest, string>()

/**
 * The address of the caller: the first in the chain of `TRUST_PROXY` addresses, from our end, that is not a
 * proxy. It is cached, because it is no longer available once the caller hangs up.
 */
export function callerAddress(request: FastifyRequest): string {
  const address = known.get(request) ?? furthest(request)
  known.set(request, address)
  return address
}

/** The first one is that of the connection. */
function furthest({ ip, ips = [ip] }: FastifyRequest): string {
  const end = ips.findIndex((address, nth) => nth > 0 && !isAddress(address))
  return (end < 0 ? ips : ips.slice(0, end)).at(-1) ?? ip
}

/** The zone of an IPv6 address has no meaning on another machine, and may have any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}
