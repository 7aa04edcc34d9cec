import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import { isApi } from '#server/routes/paths.ts'

const YEAR_S = 365 * 24 * 3_600

/** Headers on every answer (decisions.md 4.10): what a page may load, and that nothing is kept. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  env: Pick<Env, 'apiBase' | 'publicUrl' | 'tlsCert'>,
): Promise<void> {
  await app.register(helmet, helmetOptions(env))
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) reply.header('Cache-Control', 'no-store')
  })
}

function helmetOptions(env: Pick<Env, 'apiBase' | 'publicUrl' | 'tlsCert'>): FastifyHelmetOptions {
  const isSecure = env.tlsCert !== null || env.publicUrl?.startsWith('https:') === true
  const api = URL.canParse(env.apiBase) ? [new URL(env.apiBase).origin] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // A server elsewhere may give the QR code of the two-factor set-up as an address.
        imgSrc: ["'self'", 'data:', ...api],
        connectSrc: ["'self'", ...api],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  }
}
