import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Env } from '#server/env.ts'
import { isApi } from '#server/http/paths.ts'

const YEAR_S = 365 * 24 * 3_600

/**
 * Headers on every answer (decisions/server/cross-site.md): what a page may load, and that answers are not
 * cached.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  env: Pick<Env, 'apiBase' | 'publicUrl' | 'tlsCert'>,
): Promise<void> {
  await app.register(helmet, helmetOptions(env))
  app.addHook('onRequest', async (request, reply) => {
    if (isApi(request)) reply.header('Cache-Control', 'no-store')
  })
  // The policy has no effect without a page. A 304 consists of headers only, and consoles on a weak signal
  // request it twelve times every two minutes.
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request) || reply.statusCode !== 304) return
    for (const name of PAGE_HEADERS) reply.removeHeader(name)
  })
}

/** The headers of helmet, which all concern what a browser does with a body. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
]

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
        // Another server may send the QR code of the two-factor set-up as an address.
        imgSrc: ["'self'", 'data:', ...api],
        connectSrc: ["'self'", ...api],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // A single policy turns text into markup or script URLs (console, trusted-types.ts).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: YEAR_S, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Headers that only obsolete browsers, Flash and Internet Explorer read. Page and headers must fit into
    // one segment of a weak link.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}
