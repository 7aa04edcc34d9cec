/** ERP Setup: saved sealed, never sent back (decisions/server/erp-addresses.md). */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import {
  ERP_DATABASE,
  ERP_FIELDS,
  ERP_TOKEN_FIELDS,
  erpSettingsForm,
  type ErpField,
} from '#contract/forms.ts'
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { refusals } from '#contract/refusals.ts'
import { draftSavedDatabase, savedDatabaseFile, type Draft } from '#server/auth/saved-database.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { isPlainDatabaseUrl, tryDatabase } from '#server/db/database-url.ts'
import { saveSettings, sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { testConnection } from '#server/erp/connection-test.ts'
import { OAUTH2_SETTINGS, savedWay } from '#server/erp/saved-certificate.ts'
import { settingsOf } from '#server/erp/settings.ts'
import { oauth2Tokens } from '#server/erp/transport/oauth2.ts'
import { readOAuth2 } from '#server/erp/transport/oauth2-settings.ts'
import { admitAttempt } from '#server/http/rate-limit.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'
import {
  assertErpAddress,
  proofOf,
  TEST_MS,
  withTestPermit,
} from '#server/routes/erp-setup/erp-permit.ts'
import { readIfElsewhere, withOtherAccount } from '#server/routes/erp-setup/new-account.ts'
import { auditContext } from '#server/http/audit-context.ts'

/** What the trail says about a value. Never the value itself. */
const SET = 'set'
const UNSET = 'not set'
const NEW_VALUE = 'new value'

export function erpSettingsRoutes(app: FastifyInstance, context: Context): void {
  const { db, env, seal } = context

  serve(app, context, endpoints.saveErpSettings, async ({ act, body, principal, request }) => {
    const known = await sealedSettings(db)
    const alreadySet = keysOf(known)
    const hasCertificate =
      savedWay(known, (purpose, value) => seal.open(purpose, value)) === 'oauth2'
    const optional = new Set<ErpField>([
      ...alreadySet,
      ERP_DATABASE,
      ...(hasCertificate || env.erpOauth2ClientId !== null ? ERP_TOKEN_FIELDS : []),
    ])
    const form = parseOrThrow(erpSettingsForm(optional), body, 'body')
    const given = ERP_FIELDS.map(({ key }) => key).filter((key) => form[key] !== '')

    if (given.includes('NETSUITE_BASE_URL')) assertErpAddress(context, form.NETSUITE_BASE_URL)
    if (given.includes('POSTGRES_DATABASE_URL')) {
      // Each attempt opens a connection to wherever the form says.
      await admitAttempt(context, request, 'erp-settings', principal.username)
      await assertDatabase(form.POSTGRES_DATABASE_URL)
    }

    const sealed = new Map<string, string>(
      given.map((key) => [key, seal.seal(settingPurpose(key), form[key])]),
    )
    // Whoever enters a token wants to use it.
    if (hasCertificate && ERP_TOKEN_FIELDS.some((key) => given.includes(key)))
      sealed.set(OAUTH2_SETTINGS.way, seal.seal(settingPurpose(OAUTH2_SETTINGS.way), 'token'))
    const saved = withOtherAccount(context, known, sealed)
    const draft = await draftOf(form.POSTGRES_DATABASE_URL)
    const saving = act(async (tx) => {
      const stamp = auditContext(context, request, principal.username)
      await saveSettings(tx, saved, { by: principal.username, at: stamp.at })
      await writeAudit(tx, {
        ...stamp,
        action: 'erp-settings-saved',
        target: 'ERP configuration',
        detail: {
          before: Object.fromEntries(given.map((key) => [key, alreadySet.has(key) ? SET : UNSET])),
          after: Object.fromEntries(given.map((key) => [key, NEW_VALUE])),
        },
      })
    })
    await saving.catch(async (error: unknown) => {
      await draft?.drop()
      throw error
    })
    await draft?.keep()
    const reading = await readIfElsewhere(context, known, sealed, principal.username)
    return { message: erpSetupTexts.erpSaved, ...(reading && { reading }) }
  })

  serve(app, context, ownEndpoints.erpSettingsStatus, async () => {
    const known = await sealedSettings(db)
    return { data: Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, known.has(key)])) }
  })

  serve(app, context, ownEndpoints.testErpSettings, async ({ act, body, principal, request }) => {
    const known = await sealedSettings(db)
    const ofFile = readOAuth2(env)
    const optional = new Set<ErpField>([
      ...keysOf(known),
      ERP_DATABASE,
      ...(ofFile === null ? [] : ERP_TOKEN_FIELDS),
    ])
    const form = parseOrThrow(erpSettingsForm(optional), body, 'body')
    // Each attempt makes requests to wherever the form says.
    await admitAttempt(context, request, 'erp-test', principal.username)
    // The steps run one after the other, so that the whole test needs one permit of the account.
    const steps = await withTestPermit(context, async () => {
      // The permit may be granted late, so the access of the caller is checked again before saved secrets
      // are sent.
      const saved = await act(sealedSettings)
      const value = (key: ErpField): string => {
        const sealed = saved.get(key)
        return form[key] === '' && sealed !== undefined
          ? seal.open(settingPurpose(key), sealed)
          : form[key]
      }
      const settings = settingsOf(value)
      const deps = {
        now: context.now,
        nonce: () => randomBytes(16).toString('hex'),
        allowedHosts: env.erpAllowedHosts,
        signal: AbortSignal.timeout(TEST_MS),
        ...(await proofOf(context)),
      }
      // The server signs in with the operator's certificate. A token that was typed is what the person asks about.
      const isTyped = ERP_TOKEN_FIELDS.some((key) => form[key] !== '')
      const signer =
        ofFile === null || isTyped
          ? undefined
          : oauth2Tokens(deps).signerFor(settings.baseUrl, ofFile)
      return testConnection(settings, {
        ...deps,
        atOnce: env.erpPullsAtOnce,
        ...(signer && { signer }),
      })
    })
    await writeAudit(db, {
      ...auditContext(context, request, principal.username),
      action: 'erp-connection-tested',
      target: 'ERP configuration',
      detail: { failed: steps.filter(({ state }) => state === 'failed').map(({ title }) => title) },
    })
    return { steps }
  })

  /** The next start reads the address from a file, before it has a database. */
  async function draftOf(url: string): Promise<Draft | null> {
    if (url === '') return null
    const { dataDir, databaseUrl: before } = env
    try {
      return await draftSavedDatabase(dataDir, seal, { url, before })
    } catch (err) {
      // With DATABASE_URL no start reads the file, and the folder may not be writable.
      if (before === null || existsSync(savedDatabaseFile(dataDir))) throw err
      context.log.warn(
        { err },
        'the database saved in ERP Setup could not be stored in the data folder',
      )
      return null
    }
  }
}

/** The fields that have a value. */
function keysOf(known: ReadonlyMap<string, string>): Set<ErpField> {
  return new Set(ERP_FIELDS.map(({ key }) => key).filter((key) => known.has(key)))
}

/**
 * @throws HttpError 400 with the same sentence for all unreachable addresses, and the reason for a
 * reachable one
 */
async function assertDatabase(url: string): Promise<void> {
  if (!isPlainDatabaseUrl(url)) throw new HttpError(400, refusals.databaseUrlForm)
  const found = await tryDatabase(url)
  if (found === 'unreachable') throw new HttpError(400, refusals.databaseUnreachable)
  if (found !== 'fit') throw new HttpError(400, refusals.databaseUnfit[found])
}
