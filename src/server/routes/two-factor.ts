/**
 * The second factor: passing it, setting it up, replacing it (decisions/server/access.md,
 * decisions/server/rate-limits.md).
 */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { refusals } from '#contract/refusals.ts'
import { notices } from '#server/auth/notice-texts.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { undoAttempt } from '#server/auth/throttle.ts'
import { stepOfCode } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { enableTotp, findAdmin, type AdminRow } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import {
  assertOwn,
  verifyCredentials,
  consumeCode,
  notifyRefused,
} from '#server/routes/credentials.ts'
import { admitAttempt, admitCode } from '#server/http/rate-limit.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { serve } from '#server/http/serve.ts'
import { fullSession } from '#server/routes/session-reply.ts'
import { issueSecret } from '#server/routes/second-factor/issued-secret.ts'
import { holdAlive, welcome } from '#server/routes/second-factor/passing.ts'
import { auditContext } from '#server/http/audit-context.ts'

const WRONG_CODE = faults.twoFactorLogin.at[401]
const WRONG_FIRST_CODE = faults.twoFactorEnable.at[400]

export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const notify = noticeSender(app, context)

  serve(app, context, endpoints.twoFactorStatus, async ({ body, principal }) => {
    assertOwn(principal, body.username)
    const admin = await findAdmin(db, principal.username)
    if (!admin) throw new HttpError(401, refusals.noSession)
    const enabled = admin.totpSecret !== null
    return { data: { two_factor_enabled: enabled, requires_2fa: enabled } }
  })

  for (const endpoint of [endpoints.twoFactorLogin, endpoints.twoFactorLoginAfterSetup]) {
    serve(app, context, endpoint, async ({ act, body, principal, session, request }) => {
      assertOwn(principal, body.username)
      const { admin, attempt: first } = await verifyCredentials(context, request, {
        ...body,
        username: principal.username,
      })
      if (admin.totpSecret === null) {
        await undoAttempt(context, first.verdict)
        throw new HttpError(400, refusals.secondFactorMissing)
      }
      const attempt = await admitCode(context, request, first)
      if (!(await consumeCode(context, admin, body.totp_code))) {
        await notifyRefused(context, request, admin.username, 'code')
        throw new HttpError(401, WRONG_CODE)
      }
      await welcome(context, attempt)
      return act(async (tx) => {
        const held = await holdAlive(tx, session)
        const stamp = auditContext(context, request, admin.username)
        await writeAudit(tx, { ...stamp, action: 'signed-in', target: admin.username })
        return fullSession(context, tx, held, request)
      })
    })
  }

  serve(app, context, endpoints.twoFactorSetup, async ({ act, body, principal, request }) => {
    assertOwn(principal, body.username)
    const { admin, attempt: first } = await verifyCredentials(context, request, {
      ...body,
      username: principal.username,
    })
    let attempt = first
    if (admin.totpSecret !== null) {
      const code = body.totp_code ?? ''
      if (code === '') {
        await undoAttempt(context, first.verdict)
        throw new HttpError(403, refusals.presentCodeNeeded)
      }
      attempt = await admitCode(context, request, first)
      if (!(await consumeCode(context, admin, code))) {
        await notifyRefused(context, request, admin.username, 'code')
        throw new HttpError(403, WRONG_CODE)
      }
    }
    await undoAttempt(context, attempt.verdict)
    const stamp = auditContext(context, request, admin.username)
    return { data: await issueSecret(context, act, admin.username, stamp) }
  })

  serve(
    app,
    context,
    endpoints.twoFactorEnable,
    async ({ act, body, principal, session, request }) => {
      assertOwn(principal, body.username)
      const attempt = await admitAttempt(context, request, 'sign-in', principal.username)
      const admin = await findAdmin(db, principal.username)
      const proven = admin && provenSecret(admin, body)
      if (!proven) {
        await notifyRefused(context, request, principal.username, 'code')
        throw new HttpError(400, WRONG_FIRST_CODE)
      }
      await welcome(context, attempt)
      const stamp = auditContext(context, request, admin.username)
      const reply = await act(async (tx) => {
        const held = await holdAlive(tx, session)
        const enabled = await enableTotp(tx, admin.username, proven)
        if (!enabled) throw new HttpError(400, WRONG_FIRST_CODE)
        // Sessions that were signed in with the old factor have not passed the new one.
        await endSessionsOf(tx, admin.username)
        await writeAudit(tx, { ...stamp, action: 'second-factor-enabled', target: admin.username })
        return { success: true, ...(await fullSession(context, tx, held, request)) }
      })
      notify(admin, notices.authenticatorSet(stamp))
      return reply
    },
  )

  /** What to store for a secret and a code, if the secret is the one that was issued. */
  function provenSecret(admin: AdminRow, given: { secret_key: string; totp_code: string }) {
    const { username, pendingTotpSecret: pending } = admin
    if (pending === null) return null
    const issued = context.seal.open(SEALED_FOR.pendingTotp(username), pending)
    const typed = given.secret_key.replace(/\s/g, '').toUpperCase()
    const step = isSame(issued, typed) ? stepOfCode(issued, given.totp_code, context.now()) : null
    if (step === null) return null
    return { pending, sealed: context.seal.seal(SEALED_FOR.totp(username), issued), step }
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
