/** The Security screen: the caller's factors and sessions, and which factors all admins have. */
import type { FastifyInstance } from 'fastify'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import type { PasskeyInfo, SessionInfo } from '#contract/own/security-state.ts'
import { refusals } from '#contract/refusals.ts'
import { deviceOf } from '#server/auth/device.ts'
import type { Context } from '#server/context.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { factorsOfAll } from '#server/db/repositories/factors.ts'
import { listPasskeys, type PasskeyRow } from '#server/db/repositories/passkeys.ts'
import { countRecoveryCodes } from '#server/db/repositories/recovery-codes.ts'
import {
  endSessionById,
  endSessionsOf,
  listSessions,
  type SessionRow,
} from '#server/db/repositories/sessions.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'

export function securityRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  serve(app, context, secondFactorEndpoints.securityState, async ({ principal, session }) => {
    const { username } = principal
    const admin = await findAdmin(db, username)
    if (!admin) throw new HttpError(401, refusals.noSession)
    const passkeys = await listPasskeys(db, username)
    const sessions = await listSessions(db, username, new Date(now()))
    return {
      has_authenticator: admin.totpSecret !== null,
      codes: await countRecoveryCodes(db, username),
      passkeys: passkeys.map(passkeyInfo),
      sessions: sessions.map((one) => sessionInfo(one, session.id)),
    }
  })

  serve(app, context, secondFactorEndpoints.endSession, async ({ act, params, request }) => {
    await act(async (tx, { principal: { username } }) => {
      const ended = await endSessionById(tx, username, params.id)
      if (!ended) throw new HttpError(404, refusals.sessionMissing)
      const stamp = auditContext(context, request, username)
      const detail = { device: deviceIn(ended), address: ended.address }
      await writeAudit(tx, { ...stamp, action: 'session-ended', target: username, detail })
    })
    return {}
  })

  serve(app, context, secondFactorEndpoints.endOtherSessions, async ({ act, request }) => {
    await act(async (tx, { principal: { username }, session }) => {
      await endSessionsOf(tx, username, session)
      const stamp = auditContext(context, request, username)
      await writeAudit(tx, { ...stamp, action: 'other-sessions-ended', target: username })
    })
    return {}
  })

  serve(app, context, secondFactorEndpoints.factorsOfAll, async () => ({
    data: await factorsOfAll(db),
  }))
}

/** What the screen shows of a passkey. */
export function passkeyInfo(passkey: PasskeyRow): PasskeyInfo {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    backed_up: passkey.isBackedUp,
    may_be_copied: passkey.copiedAt !== null,
  }
}

function sessionInfo(session: SessionRow, currentId: string): SessionInfo {
  const { id, address, signedInAt, lastSeenAt } = session
  return {
    id,
    device: deviceIn(session),
    address,
    signed_in_at: signedInAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    is_current: id === currentId,
  }
}

function deviceIn({ device }: SessionRow): string {
  return device === '' ? deviceOf(undefined) : device
}
