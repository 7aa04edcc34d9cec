import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import { browserAddress } from '#server/listen-address.ts'

/**
 * Where people reach the console: the setting, or else the address where this server listens. Never the
 * Host header, which may be forged to make the link in a mail lead elsewhere.
 */
export function publicAddress(app: FastifyInstance, env: Env): string {
  const bound = app.server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : env.port
  return env.publicUrl ?? browserAddress(env, port)
}
