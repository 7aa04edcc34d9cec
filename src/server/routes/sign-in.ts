/** The password, what may be asked with it alone, and the end of a session (decisions.md 4.1, 4.7). */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { startSession } from '#server/auth/sessions.ts'
import { takeBackTry } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { findAdmin, profileOf } from '#server/db/admins.ts'
import { writeAudit } from '#server/db/audit.ts'
import { endSession } from '#server/db/sessions.ts'
import { assertOwn, provePassword } from '#server/routes/credentials.ts'
import { Refusal } from '#server/routes/refusal.ts'
import { serve, servePublic } from '#server/routes/serve.ts'
import { fullSession } from '#server/routes/session-reply.ts'
import { stampOf } from '#server/routes/trail.ts'

export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  servePublic(app, context, endpoints.login, async ({ body, request }) => {
    const { admin, attempt } = await provePassword(context, request, body)
    await takeBackTry(context, attempt.verdict)
    const { username } = admin
    const access_token = await db.transaction(async (tx) => {
      const stamp = stampOf(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'password-accepted', target: username })
      return startSession(tx, username, 'first', context.now())
    })
    return { access_token, token_type: 'bearer' }
  })

  serve(app, context, endpoints.superAdminStatus, ({ body, principal }) => {
    assertOwn(principal, body.username)
    return { data: { is_super_admin: principal.isSuperAdmin } }
  })

  serve(app, context, endpoints.ownSuperAdminStatus, ({ principal }) => ({
    data: { is_super_admin: principal.isSuperAdmin },
  }))

  serve(app, context, endpoints.tokenRefresh, ({ session }) =>
    db.transaction(async (tx) => {
      const ended = await endSession(tx, session.tokenHash)
      const admin = ended ? await findAdmin(tx, session.username) : null
      // Two refreshes at once: the second one's token is no longer one.
      if (!admin) throw new Refusal(401, 'Could not validate credentials')
      return { ...(await fullSession(context, tx, admin)), user: profileOf(admin) }
    }),
  )

  serve(app, context, endpoints.logout, async ({ session, request }) => {
    const { username, tokenHash } = session
    await db.transaction(async (tx) => {
      await endSession(tx, tokenHash)
      const stamp = stampOf(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'signed-out', target: username })
    })
    return { message: 'Signed out' }
  })
}
