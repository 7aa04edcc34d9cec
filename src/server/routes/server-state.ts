/** What the server says about its own set-up (decisions/server/server-state.md). */
import type { FastifyInstance } from 'fastify'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import type { Context } from '#server/context.ts'
import { sealedSettings } from '#server/db/repositories/settings.ts'
import { savedCertificateEnd } from '#server/erp/saved-certificate.ts'
import { firstStepsOf } from '#server/db/repositories/first-steps.ts'
import { missingErpSettings } from '#server/erp/settings.ts'
import { serve } from '#server/http/serve.ts'

export function serverStateRoutes(app: FastifyInstance, context: Context): void {
  const { db, env, seal } = context
  const unseal = (purpose: string, sealed: string) => seal.open(purpose, sealed)
  serve(app, context, ownEndpoints.serverState, async ({ principal }) => {
    const missing = await missingErpSettings(db, unseal, env.erpOauth2ClientId !== null)
    const erp_set_up = missing.length === 0
    if (!principal.isSuperAdmin) return { erp_set_up, details: null }
    const steps = await firstStepsOf(db, env.reservedMobileUser)
    return {
      erp_set_up,
      details: {
        pull_every_minutes: env.erpPullEveryMs === null ? null : env.erpPullEveryMs / 60_000,
        mail: env.smtpUrl === null ? ('outbox' as const) : ('server' as const),
        connection_tested: steps.connectionTested,
        first_sync: steps.firstSync,
        mobile_users: steps.mobileUsers,
        super_admins: steps.superAdmins,
        certificate_ends_at: savedCertificateEnd(await sealedSettings(db), unseal),
      },
    }
  })
}
