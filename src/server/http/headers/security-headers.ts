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
  const policy = pagePolicy(env)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Content-Security-Policy', READER.test(request.url) ? READER_POLICY : policy)
    reply.header('Permissions-Policy', 'camera=(self)')
    if (isApi(request)) reply.header('Cache-Control', 'no-store')
  })
  // The policy has no effect without a page. A 304 consists of headers only, and consoles on a weak signal
  // request it twelve times every two minutes.
  app.addHook('onSend', async (request, reply) => {
    if (!isApi(request) || reply.statusCode !== 304) return
    for (const name of PAGE_HEADERS) reply.removeHeader(name)
  })
}

/** The headers that concern what a browser does with a body. */
const PAGE_HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
]

/** What a page may load. Made once, because helmet would put it together for each answer. */
function pagePolicy({ apiBase }: Pick<Env, 'apiBase'>): string {
  const api = URL.canParse(apiBase) ? ` ${new URL(apiBase).origin}` : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    // Mantine writes style elements.
    "style-src 'self' 'unsafe-inline'",
    // Another server may send the QR code of the two-factor set-up as an address.
    `img-src 'self' data:${api}`,
    `connect-src 'self'${api}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    // A single policy turns text into markup or script URLs (console, trusted-types.ts).
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join(';')
}

/** The built file of src/console/camera/camera-worker.ts. */
const READER = /^\/assets\/camera-worker-[\w-]+\.js$/

/**
 * What the worker that reads codes in pictures may do: compile its reader, which the page itself may not, and fetch it.
 * A worker has the policy of its own file.
 */
export const READER_POLICY =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"

function helmetOptions(env: Pick<Env, 'publicUrl' | 'tlsCert'>): FastifyHelmetOptions {
  const isSecure = env.tlsCert !== null || env.publicUrl?.startsWith('https:') === true
  return {
    contentSecurityPolicy: false,
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
