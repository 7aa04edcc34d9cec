/** ERP Setup with a certificate: OAuth 2.0 client credentials (decisions/server/erp-addresses.md). */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf, erpSignInForm, type ErpSignInBody } from '#contract/own/erp-sign-in-form.ts'
import type { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { erpSignInTexts } from '#contract/texts/own/erp-sign-in-texts.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import {
  dropSettings,
  saveSettings,
  sealedSettings,
  settingPurpose,
} from '#server/db/repositories/settings.ts'
import { testConnection } from '#server/erp/connection-test.ts'
import {
  belongsTogether,
  endOfCertificate,
  makeKeyPair,
  OAUTH2_SETTINGS,
  opened,
  savedWay,
} from '#server/erp/saved-certificate.ts'
import { settingsOf } from '#server/erp/settings.ts'
import { credentialsOf, keyFrom, type GivenKey } from '#server/erp/given-certificate.ts'
import { oauth2Tokens } from '#server/erp/transport/oauth2.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import { admitAttempt } from '#server/http/rate-limit.ts'
import { serve } from '#server/http/serve.ts'
import { readIfElsewhere, withOtherAccount } from '#server/routes/erp-setup/new-account.ts'
import {
  assertErpAddress,
  proofOf,
  TEST_MS,
  withTestPermit,
} from '#server/routes/erp-setup/erp-permit.ts'

type Sealed = ReadonlyMap<string, string>

export function erpSignInRoutes(app: FastifyInstance, context: Context): void {
  const { db, env, seal } = context
  const unseal = (purpose: string, value: string) => seal.open(purpose, value)
  const valueOf = (sealed: Sealed, name: string) => opened(name, sealed, unseal)

  function state(sealed: Sealed): ErpSignIn {
    const certificate = (name: string) => {
      const pem = valueOf(sealed, name)
      return pem === null ? null : { pem, ends_at: endOfCertificate(pem) }
    }
    return {
      way: env.erpOauth2ClientId === null ? savedWay(sealed, unseal) : 'file',
      client_id: sealed.has(OAUTH2_SETTINGS.clientId),
      certificate_id: sealed.has(OAUTH2_SETTINGS.certificateId),
      key: sealed.has(OAUTH2_SETTINGS.key),
      certificate: certificate(OAUTH2_SETTINGS.certificate),
      next_certificate: certificate(OAUTH2_SETTINGS.nextCertificate),
    }
  }

  /** @throws HttpError 422 that names what is missing */
  function formOf(sealed: Sealed, body: ErpSignInBody): ErpSignInBody {
    const { certificateId, clientId } = OAUTH2_SETTINGS
    const isSet = new Set(['NETSUITE_ACCOUNT_ID', 'NETSUITE_BASE_URL'].filter((n) => sealed.has(n)))
    if (sealed.has(clientId)) isSet.add('client_id')
    // A new certificate has a new id; the form itself asks for that of another key.
    if (sealed.has(certificateId) && !sealed.has(OAUTH2_SETTINGS.nextKey))
      isSet.add('certificate_id')
    const form = parseOrThrow(erpSignInForm(isSet), body, 'body')
    const isNewAccount = form.NETSUITE_ACCOUNT_ID !== '' && form.NETSUITE_BASE_URL === ''
    const derived = isNewAccount ? baseUrlOf(form.NETSUITE_ACCOUNT_ID) : form.NETSUITE_BASE_URL
    return { ...form, NETSUITE_BASE_URL: derived }
  }

  /** The key that the form means. @throws HttpError 400 without one */
  function keyOf(sealed: Sealed, form: ErpSignInBody): GivenKey {
    if (form.key !== '') {
      const given = keyFrom(form.key)
      if (!given) throw new HttpError(400, erpSignInTexts.keyUnusable)
      if (given.certificate !== null && !belongsTogether(given.certificate, given.key))
        throw new HttpError(400, erpSignInTexts.keyDiffers)
      return given
    }
    const next = valueOf(sealed, OAUTH2_SETTINGS.nextKey)
    if (next !== null)
      return { key: next, certificate: valueOf(sealed, OAUTH2_SETTINGS.nextCertificate) }
    const key = valueOf(sealed, OAUTH2_SETTINGS.key)
    if (key === null) throw new HttpError(400, erpSignInTexts.noKey)
    return { key, certificate: valueOf(sealed, OAUTH2_SETTINGS.certificate) }
  }

  serve(app, context, ownEndpoints.erpSignIn, async () => state(await sealedSettings(db)))

  serve(app, context, ownEndpoints.makeErpCertificate, async ({ act, principal, request }) => {
    const { certificate, key } = await makeKeyPair(context.now())
    const { nextCertificate, nextKey } = OAUTH2_SETTINGS
    const values = new Map([
      [nextCertificate, certificate],
      [nextKey, key],
    ])
    return act(async (tx) => {
      const stamp = auditContext(context, request, principal.username)
      await saveSettings(tx, sealedValues(values), { by: principal.username, at: stamp.at })
      await writeAudit(tx, {
        ...stamp,
        action: 'erp-certificate-made',
        target: 'ERP configuration',
        detail: { ends_at: endOfCertificate(certificate) },
      })
      return state(await sealedSettings(tx))
    })
  })

  serve(app, context, ownEndpoints.saveErpSignIn, async ({ act, body, principal, request }) => {
    const sealed = await sealedSettings(db)
    const form = formOf(sealed, body)
    const { key, certificate } = keyOf(sealed, form)
    if (form.NETSUITE_BASE_URL !== '') assertErpAddress(context, form.NETSUITE_BASE_URL)
    const values = new Map<string, string>([
      [OAUTH2_SETTINGS.way, 'oauth2'],
      [OAUTH2_SETTINGS.key, key],
    ])
    const given = [
      ['NETSUITE_ACCOUNT_ID', form.NETSUITE_ACCOUNT_ID],
      ['NETSUITE_BASE_URL', form.NETSUITE_BASE_URL],
      [OAUTH2_SETTINGS.clientId, form.client_id],
      [OAUTH2_SETTINGS.certificateId, form.certificate_id],
    ] as const
    for (const [name, value] of given) if (value !== '') values.set(name, value)
    if (certificate !== null) values.set(OAUTH2_SETTINGS.certificate, certificate)
    const saved = withOtherAccount(context, sealed, sealedValues(values))
    const gone = [OAUTH2_SETTINGS.nextKey, OAUTH2_SETTINGS.nextCertificate]
    await act(async (tx) => {
      const stamp = auditContext(context, request, principal.username)
      await saveSettings(tx, saved, { by: principal.username, at: stamp.at })
      await dropSettings(tx, certificate === null ? [...gone, OAUTH2_SETTINGS.certificate] : gone)
      await writeAudit(tx, {
        ...stamp,
        action: 'erp-settings-saved',
        target: 'ERP configuration',
        detail: {
          after: Object.fromEntries([...values.keys()].map((name) => [name, 'new value'])),
        },
      })
    })
    const reading = await readIfElsewhere(context, sealed, saved, principal.username)
    return { message: erpSetupTexts.erpSaved, ...(reading && { reading }) }
  })

  serve(app, context, ownEndpoints.testErpSignIn, async ({ act, body, principal, request }) => {
    await admitAttempt(context, request, 'erp-test', principal.username)
    const steps = await withTestPermit(context, async () => {
      // The permit may be granted late, so the access of the caller is checked again.
      const sealed = await act(sealedSettings)
      const form = formOf(sealed, body)
      const oauth2 = credentialsOf(keyOf(sealed, form), {
        clientId: form.client_id || valueOf(sealed, OAUTH2_SETTINGS.clientId) || '',
        certificateId: form.certificate_id || valueOf(sealed, OAUTH2_SETTINGS.certificateId) || '',
      })
      const settings = settingsOf((name) =>
        name === 'NETSUITE_ACCOUNT_ID' || name === 'NETSUITE_BASE_URL'
          ? form[name] || (valueOf(sealed, name) ?? '')
          : '',
      )
      const deps = {
        now: context.now,
        nonce: () => randomBytes(16).toString('hex'),
        allowedHosts: env.erpAllowedHosts,
        signal: AbortSignal.timeout(TEST_MS),
        ...(await proofOf(context)),
      }
      const signer = oauth2Tokens(deps).signerFor(settings.baseUrl, oauth2)
      return testConnection(settings, { ...deps, atOnce: env.erpPullsAtOnce, signer })
    })
    await writeAudit(db, {
      ...auditContext(context, request, principal.username),
      action: 'erp-connection-tested',
      target: 'ERP configuration',
      detail: { failed: steps.filter((step) => step.state === 'failed').map(({ title }) => title) },
    })
    return { steps }
  })

  function sealedValues(values: ReadonlyMap<string, string>): Map<string, string> {
    return new Map(
      [...values].map(([name, value]) => [name, seal.seal(settingPurpose(name), value)]),
    )
  }
}
