/**
 * The password, the calls that it opens on its own, and the end of a session (decisions/server/access.md,
 * decisions/server/ending-sessions.md).
 */
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { refusals } from '#contract/refusals.ts'
import { type SessionFacts, startSession, successorOf } from '#server/auth/sessions.ts'
import type { Session } from '#server/auth/principal.ts'
import { undoAttempt } from '#server/auth/throttle.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { lockAdmin, profileOf } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { endSession, findSession } from '#server/db/repositories/sessions.ts'
import { bearerOf } from '#server/http/headers/bearer.ts'
import { assertOwn, verifyCredentials } from '#server/routes/credentials.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import { deviceFacts, sessionReply } from '#server/routes/session-reply.ts'
import { auditContext } from '#server/http/audit-context.ts'

export function signInRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  servePublic(app, context, endpoints.login, async ({ body, request }) => {
    const { admin, attempt } = await verifyCredentials(context, request, body)
    await undoAttempt(context, attempt.verdict)
    const { username, passwordHash } = admin
    const access_token = await db.transaction(async (tx) => {
      // The admin was deleted, or got another password, while this one was being hashed.
      const held = await lockAdmin(tx, username)
      if (held?.passwordHash !== passwordHash) throw new HttpError(401, faults.login.at[401])
      const stamp = auditContext(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'password-accepted', target: username })
      return startSession(tx, username, 'first', context.now(), newToken(), deviceFacts(request))
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

  serve(app, context, endpoints.tokenRefresh, ({ act, request }) =>
    act(async (tx, { session }) => {
      const old = bearerOf(request) ?? ''
      const token = successorOf(context.seal, old)
      const admin = await lockAdmin(tx, session.username)
      if (!admin) throw new HttpError(401, refusals.noSession)
      if (await endSession(tx, tokenHashOf(old)))
        await startSession(tx, admin.username, 'full', context.now(), token, keptFacts(session))
      // A repeated request whose first answer was lost: it gets the same answer.
      else if (!(await findSession(tx, tokenHashOf(token), new Date(context.now()))))
        throw new HttpError(401, refusals.noSession)
      return { ...sessionReply(context, admin, token), user: profileOf(admin) }
    }),
  )

  serve(app, context, endpoints.logout, async ({ act, request }) => {
    // The caller as of now: the session may have been refreshed since the call was admitted.
    await act(async (tx, { session: { username, tokenHash } }) => {
      await endSession(tx, tokenHash)
      const stamp = auditContext(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'signed-out', target: username })
    })
    return { message: 'Signed out' }
  })
}

/** What a refreshed token keeps of the session. */
function keptFacts({ id, signedInAt, device, address, steppedUpAt }: Session): SessionFacts {
  return { id, signedInAt, device, address, steppedUpAt }
}
