/** Proving a factor again, and what then may be done without a code (decisions/server/step-up.md). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { STEP_UP_LIFETIME_MS } from '#contract/constants.ts'
import type { PasskeyProof } from '#contract/own/passkey-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { notices } from '#server/auth/notice-texts.ts'
import { undoAttempt } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { findAdmin, lockAdmin, type AdminRow } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { consumeRecoveryCode, countRecoveryCodes } from '#server/db/repositories/recovery-codes.ts'
import { stampSession } from '#server/db/repositories/sessions.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { admitAttempt } from '#server/http/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import { consumeCode, notifyRefused, type RefusedProof } from '#server/routes/credentials.ts'
import { issueSecret } from '#server/routes/second-factor/issued-secret.ts'
import { checkProof, acceptProof } from '#server/routes/second-factor/passkey-proof.ts'
import { matchingCode } from '#server/routes/second-factor/recovery-routes.ts'

type Proof =
  | { readonly totp_code: string }
  | { readonly recovery_code: string }
  | { readonly passkey: PasskeyProof }

export function stepUpRoutes(app: FastifyInstance, context: Context): void {
  const notify = noticeSender(app, context)

  serve(app, context, secondFactorEndpoints.stepUp, async (call) => {
    const { act, body, principal, request } = call
    const attempt = await admitAttempt(context, request, 'sign-in', principal.username)
    const admin = await findAdmin(context.db, principal.username)
    if (!admin) throw new HttpError(401, refusals.noSession)
    if (!(await isProven(admin, body, request))) {
      await notifyRefused(context, request, admin.username, kindOf(body))
      throw new HttpError(403, refusals.proofWrong)
    }
    await undoAttempt(context, attempt.verdict)
    const stamp = auditContext(context, request, admin.username)
    await act(async (tx, { session }) => {
      await stampSession(tx, session.tokenHash, stamp.at)
      const detail = { with: kindOf(body) }
      await writeAudit(tx, { ...stamp, action: 'stepped-up', target: admin.username, detail })
    })
    return { until: new Date(stamp.at.getTime() + STEP_UP_LIFETIME_MS).toISOString() }
  })

  serve(app, context, secondFactorEndpoints.replaceAuthenticator, async (call) => {
    const { act, principal, request } = call
    const stamp = auditContext(context, request, principal.username)
    return { data: await issueSecret(context, act, principal.username, stamp) }
  })

  async function isProven(
    admin: AdminRow,
    proof: Proof,
    request: FastifyRequest,
  ): Promise<boolean> {
    const { username } = admin
    if ('totp_code' in proof) return consumeCode(context, admin, proof.totp_code)
    if ('passkey' in proof) return isProvenByPasskey(admin, proof.passkey, request)
    const hash = await matchingCode(context, username, proof.recovery_code)
    const stamp = auditContext(context, request, username)
    if (hash === null || !(await consumeRecoveryCode(context.db, username, hash, stamp.at)))
      return false
    const { left } = await countRecoveryCodes(context.db, username)
    const used = { action: 'recovery-code-used', target: username, detail: { left } } as const
    await writeAudit(context.db, { ...stamp, ...used })
    notify(admin, notices.codeUsed(left, stamp))
    return true
  }

  async function isProvenByPasskey(
    { username }: AdminRow,
    given: PasskeyProof,
    request: FastifyRequest,
  ): Promise<boolean> {
    const asked = { purpose: 'step-up', username } as const
    const proof = await checkProof(context, request, given, asked)
    if (!proof) return false
    const stamp = auditContext(context, request, username)
    return context.db.transaction(async (tx) => {
      const held = await lockAdmin(tx, username)
      return held !== null && acceptProof(tx, proof, held, { stamp, notify })
    })
  }
}

function kindOf(proof: Proof): RefusedProof {
  if ('totp_code' in proof) return 'code'
  return 'recovery_code' in proof ? 'recovery-code' : 'passkey'
}
