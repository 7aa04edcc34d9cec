/** Making recovery codes, and signing in with one (decisions/server/recovery.md). */
import type { FastifyInstance } from 'fastify'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { readRecoveryCode, shownRecoveryCode } from '#contract/own/recovery-code.ts'
import { refusals } from '#contract/refusals.ts'
import { notices } from '#server/auth/notice-texts.ts'
import { matchRecoveryCode, newRecoveryCodes } from '#server/auth/recovery-codes.ts'
import { undoAttempt } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  replaceRecoveryCodes,
  unusedRecoveryHashes,
} from '#server/db/repositories/recovery-codes.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { admitCode, hashWithinLimit } from '#server/http/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import { assertOwn, notifyRefused, verifyCredentials } from '#server/routes/credentials.ts'
import { holdAlive, welcome } from '#server/routes/second-factor/passing.ts'
import { fullSession } from '#server/routes/session-reply.ts'

export function recoveryRoutes(app: FastifyInstance, context: Context): void {
  const notify = noticeSender(app, context)

  serve(
    app,
    context,
    secondFactorEndpoints.createRecoveryCodes,
    async ({ act, principal, request }) => {
      const { codes, hashes } = await hashWithinLimit(newRecoveryCodes())
      const stamp = auditContext(context, request, principal.username)
      const admin = await act(async (tx, { principal: { username } }) => {
        await replaceRecoveryCodes(tx, username, hashes, stamp.at)
        await writeAudit(tx, { ...stamp, action: 'recovery-codes-created', target: username })
        return lockAdmin(tx, username)
      })
      if (admin) notify(admin, notices.codesMade(stamp))
      return { codes: codes.map(shownRecoveryCode) }
    },
  )

  serve(
    app,
    context,
    secondFactorEndpoints.recoveryLogin,
    async ({ act, body, principal, session, request }) => {
      assertOwn(principal, body.username)
      const { username } = principal
      const { attempt: first } = await verifyCredentials(context, request, { ...body, username })
      const attempt = await admitCode(context, request, first)
      const hash = await matchingCode(context, username, body.code).catch(
        async (error: unknown) => {
          await undoAttempt(context, attempt.verdict)
          throw error
        },
      )
      const stamp = auditContext(context, request, username)
      const passed = await act(async (tx) => {
        if (hash === null || !(await consumeRecoveryCode(tx, username, hash, stamp.at))) return null
        const held = await holdAlive(tx, session)
        const { left } = await countRecoveryCodes(tx, username)
        await writeAudit(tx, {
          ...stamp,
          action: 'recovery-code-used',
          target: username,
          detail: { left },
        })
        await writeAudit(tx, { ...stamp, action: 'signed-in', target: username })
        return { held, left, reply: await fullSession(context, tx, held, request) }
      })
      if (!passed) {
        await notifyRefused(context, request, username, 'recovery-code')
        throw new HttpError(401, refusals.recoveryCodeWrong)
      }
      await welcome(context, attempt)
      notify(passed.held, notices.codeUsed(passed.left, stamp))
      return { ...passed.reply, left: passed.left }
    },
  )
}

/**
 * The hash of the unused code that was typed, or null.
 * @throws HttpError 503
 */
export async function matchingCode(
  context: Context,
  username: string,
  typed: string,
): Promise<string | null> {
  const hashes = await unusedRecoveryHashes(context.db, username)
  return hashWithinLimit(matchRecoveryCode(readRecoveryCode(typed), hashes))
}
