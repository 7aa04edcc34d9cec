/** The server as an app that does not listen. Tests and the process both build it. */
import { randomUUID } from 'node:crypto'
import { constants as zlib } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { logResponses } from '#server/http/access-log.ts'
import { COMPRESS_FROM_BYTES, QUALITY } from '#server/http/compression.ts'
import { adminRoutes } from '#server/routes/admins.ts'
import { auditTrailRoutes } from '#server/routes/audit-trail.ts'
import { registerBodyParsers } from '#server/http/body-parsers.ts'
import { closeConnectionsAtEnd } from '#server/http/connection-closing.ts'
import { collectionCountRoutes } from '#server/routes/collection-counts.ts'
import { collectionRoutes } from '#server/routes/collections.ts'
import { serveConsole } from '#server/http/files/console-files.ts'
import { erpSettingsRoutes } from '#server/routes/erp-setup/erp-settings.ts'
import { readRulesRoutes } from '#server/routes/erp-setup/read-rules.ts'
import { erpSignInRoutes } from '#server/routes/erp-setup/erp-sign-in.ts'
import { readEncodings } from '#server/http/files/encodings.ts'
import { handleErrors, sendHttpError } from '#server/http/error-handler.ts'
import { healthRoutes } from '#server/routes/health.ts'
import { caseRoutes } from '#server/routes/exceptions/case-routes.ts'
import { retryRoutes } from '#server/routes/exceptions/retry-routes.ts'
import { bookingRoutes } from '#server/routes/bookings.ts'
import { indexPage } from '#server/http/files/index-page.ts'
import { mobileAppRoutes } from '#server/routes/mobile-app.ts'
import { mobileUserRoutes } from '#server/routes/mobile-users.ts'
import { registerCors } from '#server/http/headers/cors.ts'
import { isForPage } from '#server/http/files/navigation.ts'
import { passwordResetRoutes } from '#server/routes/password-reset.ts'
import { isApi, readableUrl } from '#server/http/paths.ts'
import { preferenceRoutes } from '#server/routes/views/preference-routes.ts'
import { registrationRoutes } from '#server/routes/registration.ts'
import { addSecurityHeaders } from '#server/http/headers/security-headers.ts'
import { serverStateRoutes } from '#server/routes/server-state.ts'
import { signInRoutes } from '#server/routes/sign-in.ts'
import { passkeyRoutes } from '#server/routes/second-factor/passkey-routes.ts'
import { passkeySignInRoutes } from '#server/routes/second-factor/passkey-sign-in.ts'
import { recoveryRoutes } from '#server/routes/second-factor/recovery-routes.ts'
import { resetRoutes } from '#server/routes/second-factor/reset-routes.ts'
import { securityRoutes } from '#server/routes/second-factor/security-routes.ts'
import { stepUpRoutes } from '#server/routes/second-factor/step-up-routes.ts'
import { syncRunRoutes } from '#server/routes/sync-runs.ts'
import { twoFactorRoutes } from '#server/routes/two-factor.ts'
import { viewRoutes } from '#server/routes/views/view-routes.ts'
import { answerUnknownPaths } from '#server/http/unknown-paths.ts'

/** Adds the routes of one area of the API. */
type Routes = (app: FastifyInstance, context: Context) => void

const ROUTES: readonly Routes[] = [
  healthRoutes,
  signInRoutes,
  twoFactorRoutes,
  recoveryRoutes,
  stepUpRoutes,
  resetRoutes,
  securityRoutes,
  passkeyRoutes,
  passkeySignInRoutes,
  registrationRoutes,
  passwordResetRoutes,
  adminRoutes,
  mobileUserRoutes,
  erpSettingsRoutes,
  erpSignInRoutes,
  readRulesRoutes,
  serverStateRoutes,
  auditTrailRoutes,
  viewRoutes,
  preferenceRoutes,
  collectionRoutes,
  collectionCountRoutes,
  syncRunRoutes,
  mobileAppRoutes,
  bookingRoutes,
  caseRoutes,
  retryRoutes,
]

const BODY_LIMIT_BYTES = 1024 * 1024
const REQUEST_TIMEOUT_MS = 120_000

export interface AppOptions {
  /** The folder of the built console; null to serve the API only. */
  readonly consoleDir?: string | null
  /** Certificate and key in PEM form, for https. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer } | null
}

/** Builds the app, ready for `inject` and `listen`. */
export async function buildApp(
  context: Context,
  { consoleDir = null, tls = null }: AppOptions = {},
): Promise<FastifyInstance> {
  const { env } = context
  const options = {
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trusted(env.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // Above this limit Fastify answers on its own, as if the path could not be decoded. Node accepts 16 KB
    // at most.
    routerOptions: { maxParamLength: 16 * 1024 },
  } as const satisfies FastifyServerOptions
  const app: FastifyInstance = tls ? Fastify({ ...options, https: tls }) : Fastify(options)

  const refusalOfUnknown = answerUnknownPaths(app)
  handleErrors(app, env)
  logResponses(app)
  closeConnectionsAtEnd(app)
  await addSecurityHeaders(app, env)
  registerCors(app, env)
  readEncodings(app)
  await registerBodyParsers(app)
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: QUALITY.rows } },
    globalDecompression: false,
  })
  await serveConsole(app, context, consoleDir)
  for (const routes of ROUTES) routes(app, context)
  const sendPage = consoleDir === null ? null : indexPage(consoleDir)
  app.setNotFoundHandler((request, reply) =>
    sendPage !== null && !isApi(request) && isForPage(request)
      ? sendPage(request, reply)
      : sendHttpError(reply, refusalOfUnknown(request)),
  )
  await app.ready()
  return app
}

/** Fastify would trust every hop for `true`, and none for a number. */
function trusted(proxies: Env['trustProxy']) {
  const count = proxies === true ? 1 : proxies
  if (typeof count === 'number') return (_address: string, hop: number) => hop < count
  return count && [...count]
}
