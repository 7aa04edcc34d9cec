/** From where a call comes, as far as that can be believed (decisions/server/rate-limits.md). */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const known = new WeakMap<FastifyRequest, string>()

/**
 * The address of the caller: of those that the proxies of `TRUST_PROXY` tell the furthest, up to the
 * first that is none. It is remembered, because a caller that hangs up takes it along.
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

/** The zone that an IPv6 address may have means nothing on another machine, and may be of any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}
