/** Resetting the second factor of somebody else (decisions/server/recovery.md). */
import type { FastifyInstance } from 'fastify'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { secondFactorTexts } from '#contract/texts/own/second-factor-texts.ts'
import { notices } from '#server/auth/notice-texts.ts'
import type { Context } from '#server/context.ts'
import { findAdmin, lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { serve } from '#server/http/serve.ts'
import { resetFactors } from '#server/routes/second-factor/reset-factors.ts'

export function resetRoutes(app: FastifyInstance, context: Context): void {
  const notify = noticeSender(app, context)

  serve(
    app,
    context,
    secondFactorEndpoints.resetSecondFactor,
    async ({ act, body: { reason }, params, principal, request }) => {
      const found = await findAdmin(context.db, params.username)
      if (!found) throw new HttpError(404, refusals.adminMissing)
      if (found.username === principal.username) throw new HttpError(409, refusals.ownReset)
      const { username } = found
      const stamp = auditContext(context, request, principal.username)
      const admin = await act(
        async (tx) => {
          const held = await lockAdmin(tx, username)
          if (!held) throw new HttpError(404, refusals.adminMissing)
          await resetFactors(tx, username)
          await writeAudit(tx, {
            ...stamp,
            action: 'second-factor-reset',
            target: username,
            detail: { reason },
          })
          return held
        },
        { admins: [username], roles: false },
      )
      notify(admin, notices.reset(principal.username, reason, stamp))
      return { message: secondFactorTexts.resetDone(username) }
    },
  )
}
