/** The two factors, checked the same way for all calls (decisions/server/rate-limits.md). */
import type { FastifyRequest } from 'fastify'
import { faults } from '#contract/faults.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { refusals } from '#contract/refusals.ts'
import type { Principal } from '#contract/access.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { undoAttempt } from '#server/auth/throttle.ts'
import { stepOfCode } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { findAdmin, consumeTotpStep, type AdminRow } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { admitAttempt, hashWithinLimit, type Attempt } from '#server/http/rate-limit.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'

/** @throws HttpError 403 if a call names another account than that of its session */
export function assertOwn(principal: Principal, username: string): void {
  if (!isSameName(principal.username, username)) throw new HttpError(403, refusals.notPermitted)
}

/**
 * The account of a call that its owner or a super admin may make.
 * @throws HttpError 404, or 403 for somebody whose name differs from the owner's only in letter case
 */
export function assertOwnOrSuper(principal: Principal, admin: AdminRow | null): AdminRow {
  if (!admin) throw new HttpError(404, refusals.adminMissing)
  if (!principal.isSuperAdmin && admin.username !== principal.username)
    throw new HttpError(403, refusals.notPermitted)
  return admin
}

/**
 * The admin with this password. The attempt stays counted until the caller takes it back.
 * @throws HttpError 429, 503, or 401 with the same sentence for a wrong name and a wrong password
 */
export async function verifyCredentials(
  context: Context,
  request: FastifyRequest,
  given: { readonly username: string; readonly password: string },
): Promise<{ admin: AdminRow; attempt: Attempt }> {
  const attempt = await admitAttempt(context, request, 'sign-in', given.username)
  const admin = await findAdmin(context.db, given.username)
  const isRight = await hashWithinLimit(
    verifyPassword(given.password, admin?.passwordHash ?? null),
  ).catch(async (error: unknown) => {
    await undoAttempt(context, attempt.verdict)
    throw error
  })
  if (admin && isRight) return { admin, attempt }
  await notifyRefused(context, request, admin?.username ?? ANONYMOUS, 'password')
  throw new HttpError(401, faults.login.at[401])
}

/** Whether a code is right and unused; uses it up. */
export async function consumeCode(
  context: Context,
  admin: AdminRow,
  code: string,
): Promise<boolean> {
  const { username, totpSecret } = admin
  if (totpSecret === null) return false
  const secret = context.seal.open(SEALED_FOR.totp(username), totpSecret)
  const step = stepOfCode(secret, code, context.now())
  return step !== null && consumeTotpStep(context.db, username, totpSecret, step)
}

/** What was wrong. */
export type RefusedProof = 'password' | 'code' | 'recovery-code' | 'passkey'

/** Audits a refused sign-in. */
export function notifyRefused(
  context: Context,
  request: FastifyRequest,
  target: string,
  reason: RefusedProof,
): Promise<void> {
  const stamp = auditContext(context, request, target)
  return writeAudit(context.db, { ...stamp, action: 'sign-in-refused', target, detail: { reason } })
}
