import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'

/**
 * Where people reach the console: as set, or else where this server listens. Never what a request
 * says (its Host header may be forged, to have the link in a mail lead elsewhere).
 */
export function ownAddress(
  app: FastifyInstance,
  env: Pick<Env, 'publicUrl' | 'tlsCert' | 'host' | 'port'>,
): string {
  if (env.publicUrl !== null) return env.publicUrl
  const scheme = env.tlsCert === null ? 'http' : 'https'
  const bound = app.server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : env.port
  return `${scheme}://${reachable(env.host)}:${port}`
}

/** Listening on every address of the machine is no name for any of them. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
