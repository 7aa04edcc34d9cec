/** Registering, naming and removing passkeys (decisions/server/passkeys.md). */
import type { FastifyInstance } from 'fastify'
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_MS, PRODUCT_NAME } from '#contract/constants.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { deviceOf } from '#server/auth/device.ts'
import { notices } from '#server/auth/notice-texts.ts'
import {
  challengeIn,
  PASSKEY_ALGORITHMS,
  userHandleOf,
  verifyNewPasskey,
  webAuthnLibrary,
} from '#server/auth/passkeys.ts'
import type { Context } from '#server/context.ts'
import { lockAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import {
  consumeChallenge,
  insertPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type PasskeyRow,
} from '#server/db/repositories/passkeys.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { HttpError } from '#server/http/http-error.ts'
import { noticeSender } from '#server/http/notices.ts'
import { passkeyOrigin } from '#server/auth/passkey-site.ts'
import { serve } from '#server/http/serve.ts'
import { newChallenge, siteOrMissing } from '#server/routes/second-factor/passkey-proof.ts'
import { passkeyInfo } from '#server/routes/second-factor/security-routes.ts'

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const notify = noticeSender(app, context)

  serve(app, context, passkeyEndpoints.passkeyOptions, async ({ act, principal: { username } }) => {
    const { host } = siteOrMissing(context)
    const known = await act((tx) => listPasskeys(tx, username))
    const challenge = await newChallenge(context, 'register', username)
    const { generateRegistrationOptions } = await webAuthnLibrary()
    const options = await generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: host,
      userName: username,
      userDisplayName: username,
      userID: userHandleOf(username),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      attestationType: 'none',
      timeout: PASSKEY_CHALLENGE_MS,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    return passkeyEndpoints.passkeyOptions.reply.parse(options)
  })

  serve(app, context, passkeyEndpoints.addPasskey, async ({ act, body, principal, request }) => {
    const { host } = siteOrMissing(context)
    const { username } = principal
    const stamp = auditContext(context, request, username)
    const challenge = challengeIn(body.passkey.response) ?? ''
    const asked = { challenge, purpose: 'register', username } as const
    const isFresh = await act((tx) => consumeChallenge(tx, asked, stamp.at))
    const origin = passkeyOrigin(context.env, request.headers.origin)
    const made = await verifyNewPasskey(body.passkey, { challenge, origin, host })
    if (!isFresh || !made) throw new HttpError(400, refusals.passkeyNotAdded)
    const row: PasskeyRow = {
      ...made,
      username,
      transports: body.passkey.response.transports ?? [],
      name: body.name === '' ? deviceOf(request.headers['user-agent']) : body.name,
      createdAt: stamp.at,
      lastUsedAt: null,
      copiedAt: null,
    }
    const admin = await act(async (tx) => {
      if ((await listPasskeys(tx, username)).length >= MAX_PASSKEYS)
        throw new HttpError(409, refusals.tooManyPasskeys)
      if (!(await insertPasskey(tx, row))) throw new HttpError(409, refusals.passkeyKnown)
      const entry = { action: 'passkey-added', target: username } as const
      await writeAudit(tx, { ...stamp, ...entry, detail: { name: row.name } })
      return lockAdmin(tx, username)
    })
    if (admin) notify(admin, notices.passkeyAdded(row.name, stamp))
    return passkeyInfo(row)
  })

  serve(app, context, passkeyEndpoints.renamePasskey, async ({ act, body, params, request }) => {
    const renamed = await act(async (tx, { principal: { username } }) => {
      const before = (await listPasskeys(tx, username)).find(({ id }) => id === params.id)
      const passkey = await renamePasskey(tx, username, params.id, body.name)
      if (!before || !passkey) throw new HttpError(404, refusals.passkeyMissing)
      const stamp = auditContext(context, request, username)
      const entry = { action: 'passkey-renamed', target: username } as const
      const detail = { before: { name: before.name }, after: { name: passkey.name } }
      await writeAudit(tx, { ...stamp, ...entry, detail })
      return passkey
    })
    return passkeyInfo(renamed)
  })

  serve(app, context, passkeyEndpoints.removePasskey, async ({ act, params, request }) => {
    const { admin, name, stamp } = await act(async (tx, { principal: { username } }) => {
      const passkey = await removePasskey(tx, username, params.id)
      if (!passkey) throw new HttpError(404, refusals.passkeyMissing)
      const at = auditContext(context, request, username)
      const entry = { action: 'passkey-removed', target: username } as const
      await writeAudit(tx, { ...at, ...entry, detail: { name: passkey.name } })
      return { admin: await lockAdmin(tx, username), name: passkey.name, stamp: at }
    })
    if (admin) notify(admin, notices.passkeyRemoved(name, stamp))
    return {}
  })
}
