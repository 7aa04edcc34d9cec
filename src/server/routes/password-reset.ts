/**
 * Forgotten passwords: a link by mail, valid once and for half an hour (decisions/server/rate-limits.md,
 * decisions/server/secrets.md).
 */
import type { FastifyInstance } from 'fastify'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { startTexts } from '#contract/texts/start-texts.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { clearPasswordAttempts } from '#server/auth/throttle.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { changeAdmin, lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { insertReset, ownerOfReset, consumeReset } from '#server/db/repositories/password-resets.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { callerAddress } from '#server/http/caller-address.ts'
import { backgroundMail } from '#server/http/notices.ts'
import { admitAttempt, hashWithinLimit } from '#server/http/rate-limit.ts'
import { publicAddress } from '#server/http/public-address.ts'
import { HttpError } from '#server/http/http-error.ts'
import { servePublic } from '#server/http/serve.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'

const LINK_MINUTES = 30

export function passwordResetRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const inBackground = backgroundMail(app, context.log, 'a reset mail')

  servePublic(app, context, endpoints.requestPasswordReset, async ({ body, request }) => {
    const typed = body.email_or_username.trim()
    await admitAttempt(context, request, 'password-reset', typed)
    const token = newToken()
    const at = new Date(context.now())
    const reset = {
      tokenHash: tokenHashOf(token),
      expiresAt: new Date(at.getTime() + LINK_MINUTES * 60_000),
    }
    const account = await db.transaction(async (tx) => {
      const found = await insertReset(tx, typed, reset, at)
      const username = found?.username ?? ANONYMOUS
      const stamp = auditContext(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'password-reset-requested', target: username })
      return found
    })
    // The answer does not wait for the mail: its time must not reveal whether one was sent.
    if (account) inBackground(() => sendLink(account.email, token))
    // Without a mail server nothing is sent, so the answer does not say so, whoever asked.
    const isSent = context.env.smtpUrl !== null
    return { message: isSent ? signInTexts.resetMailSent : startTexts.resetMailInOutbox }
  })

  servePublic(app, context, endpoints.resetPassword, async ({ body, request }) => {
    await admitAttempt(context, request, 'password-reset', null)
    const tokenHash = tokenHashOf(body.token)
    const at = new Date(context.now())
    const owner = await ownerOfReset(db, tokenHash, at)
    if (owner === null) throw badToken()
    const passwordHash = await hashWithinLimit(hashPassword(body.new_password))
    await db.transaction(async (tx) => {
      await lockAdmin(tx, owner)
      if (!(await consumeReset(tx, tokenHash, at))) throw badToken()
      await changeAdmin(tx, owner, { passwordHash }, at)
      await endSessionsOf(tx, owner)
      const stamp = auditContext(context, request, owner)
      await writeAudit(tx, { ...stamp, action: 'password-reset', target: owner })
    })
    await clearPasswordAttempts(context, owner, callerAddress(request))
    return { message: signInTexts.resetDone }
  })

  function sendLink(to: string, token: string): Promise<void> {
    const link = `${publicAddress(app, context.env)}/reset-password?token=${token}`
    return context.mail.send({
      to,
      subject: `Reset your ${PRODUCT_NAME} password`,
      text: [
        `Someone asked to reset the password of your ${PRODUCT_NAME} account.`,
        `Open this link within ${LINK_MINUTES} minutes to choose a new one:`,
        link,
        "If it wasn't you, ignore this message. Your password stays the same.",
      ].join('\n\n'),
    })
  }
}

function badToken(): HttpError {
  return new HttpError(400, faults.resetTokenMissing)
}
