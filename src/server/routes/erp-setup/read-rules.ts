/** What is read from NetSuite: saved rules, what there is to choose from, and row counts before saving (decisions/server/read-rules.md). */
import type { FastifyInstance } from 'fastify'
import { faultOfFields, type ReadRules } from '#contract/own/read-rules.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { OTHER_CODES } from '#contract/own/refusal-codes.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { READ_RULES, saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { countLists, ruleChoices } from '#server/erp/ask-about-rules.ts'
import { standardSources } from '#server/erp/pull/sources.ts'
import { savedReadRules, takenName } from '#server/erp/read-rules.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'

/** How long a person waits for NetSuite. */
const ASKED_MS = 60_000

export function readRulesRoutes(app: FastifyInstance, context: Context): void {
  const { db, erp, seal } = context
  const saved = () =>
    savedReadRules(db, (purpose, sealed) => seal.open(purpose, sealed)).catch(refuse)
  const patience = () => AbortSignal.timeout(ASKED_MS)

  serve(app, context, ownEndpoints.readRules, saved)

  // The screen asks for it on opening, so an account that does not answer is no failed call.
  serve(app, context, ownEndpoints.ruleChoices, () =>
    erp.ask(ruleChoices, patience()).catch((error: unknown) => {
      if (!(error instanceof ErpFault) && !isLate(error)) throw error
      const sentence = error instanceof ErpFault ? error.message : readRulesTexts.tooLate
      return { subsidiaries: [], locations: [], sentence }
    }),
  )

  serve(app, context, ownEndpoints.countRows, async ({ act, body }) => {
    assertFields(body)
    // The body may have taken long to arrive: the rights of the caller are looked at once more.
    await act(async () => {})
    const lists = await erp
      .ask((client, sources) => countLists(db, client, sources, body), patience())
      .catch(refuse)
    return { lists }
  })

  serve(app, context, ownEndpoints.saveReadRules, async ({ act, body, principal, request }) => {
    assertFields(body)
    const before = await saved()
    const sealed = seal.seal(settingPurpose(READ_RULES), JSON.stringify(body))
    await act(async (tx) => {
      const stamp = auditContext(context, request, principal.username)
      const by = { by: principal.username, at: stamp.at }
      await saveSettings(tx, new Map([[READ_RULES, sealed]]), by)
      await writeAudit(tx, {
        ...stamp,
        action: 'erp-reading-changed',
        target: 'ERP configuration',
        detail: { before: inWords(before), after: inWords(body) },
      })
    })
    return { message: readRulesTexts.saved }
  })
}

/** @throws HttpError 400 that says which custom field cannot be a column */
function assertFields({ fields }: ReadRules): void {
  const fault = faultOfFields(fields) ?? takenName(fields, standardSources)
  if (fault !== null)
    throw new HttpError(400, { detail: fault, code: OTHER_CODES.customFieldRefused })
}

/** @throws HttpError with the status of the fault */
function refuse(error: unknown): never {
  throw isLate(error)
    ? new HttpError(503, readRulesTexts.tooLate, { 'Retry-After': '60' })
    : httpErrorOfErp(error)
}

function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** The rules as the trail shows them. */
function inWords(rules: ReadRules): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value
            .map((one) => (typeof one === 'object' ? `${one.list}.${one.column}` : one))
            .join(', ')
        : String(value ?? ''),
    ]),
  )
}
