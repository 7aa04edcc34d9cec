/** Signing in with a passkey (decisions/server/passkeys.md). */
import type { FastifyInstance } from 'fastify'
import { PASSKEY_CHALLENGE_MS } from '#contract/constants.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { webAuthnLibrary } from '#server/auth/passkeys.ts'
import { clearAttempts, undoAttempt } from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { listPasskeys } from '#server/db/repositories/passkeys.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { admitAttempt } from '#server/http/rate-limit.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import { notifyRefused, verifyCredentials } from '#server/routes/credentials.ts'
import {
  checkProof,
  newChallenge,
  siteOrMissing,
  acceptProof,
} from '#server/routes/second-factor/passkey-proof.ts'
import { fullSession } from '#server/routes/session-reply.ts'

export function passkeySignInRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const notify = noticeSender(app, context)

  servePublic(app, context, passkeyEndpoints.passkeySignInOptions, async ({ request }) => {
    const { host } = siteOrMissing(context)
    await admitAttempt(context, request, 'passkey-challenge', null)
    return optionsFor(host, await newChallenge(context, 'sign-in', null), [])
  })

  serve(app, context, passkeyEndpoints.stepUpOptions, async ({ act, principal: { username } }) => {
    const { host } = siteOrMissing(context)
    const known = await act((tx) => listPasskeys(tx, username))
    const challenge = await newChallenge(context, 'step-up', username)
    return optionsFor(
      host,
      challenge,
      known.map(({ id }) => id),
    )
  })

  servePublic(app, context, passkeyEndpoints.passkeySignIn, async ({ body, request }) => {
    const { alone } = siteOrMissing(context)
    const { username = '', password = '', passkey } = body
    const attempt = await admitAttempt(context, request, 'sign-in', null)
    const named = alone ? null : await verifyCredentials(context, request, { username, password })
    const asked = { purpose: 'sign-in', username: null } as const
    const proof = await checkProof(context, request, passkey, asked)
    const owner = proof?.passkey.username ?? ''
    const isOwner = named === null || isSameName(named.admin.username, owner)
    const stamp = auditContext(context, request, owner)
    const passed =
      proof &&
      isOwner &&
      (await db.transaction(async (tx) => {
        const held = await lockAdmin(tx, owner)
        if (!held || !(await acceptProof(tx, proof, held, { stamp, notify }))) return null
        // The password was changed while it was being hashed.
        if (named && named.admin.passwordHash !== held.passwordHash) return null
        const detail = { with: 'passkey', name: proof.passkey.name }
        await writeAudit(tx, { ...stamp, action: 'signed-in', target: owner, detail })
        return fullSession(context, tx, held, request)
      }))
    if (!passed) {
      await notifyRefused(context, request, owner || ANONYMOUS, 'passkey')
      throw new HttpError(401, refusals.passkeyWrong)
    }
    await undoAttempt(context, attempt.verdict)
    if (named) await undoAttempt(context, named.attempt.verdict)
    await clearAttempts(context, { ...attempt.subject, account: owner })
    return { ...passed, username: owner }
  })
}

async function optionsFor(host: string, challenge: string, ids: readonly string[]) {
  const { generateAuthenticationOptions } = await webAuthnLibrary()
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_MS,
    allowCredentials: ids.map((id) => ({ id })),
  })
  return passkeyEndpoints.stepUpOptions.reply.parse(options)
}
