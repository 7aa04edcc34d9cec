/** Tests a connection step by step, each step once, and reports the result in words (erp.md section 8). */
import {
  CONNECTION_CHECKS,
  connectionSteps,
  connectionTexts,
  NEEDED_TABLES,
  type TestStep,
} from '#contract/own/connection-test.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import {
  AddressRefused,
  assertAllowedAddress,
  type AllowedAddress,
} from '#server/erp/transport/address.ts'
import { skewOf } from '#server/erp/transport/clock-skew.ts'
import { faultOf, type HttpAnswer, readPage } from '#server/erp/transport/http-answer.ts'
import { type TransportLimits, createHttpTransport } from '#server/erp/transport/http-transport.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { oauth1Signer, realmOf, type OAuth1Deps, type Signer } from '#server/erp/transport/oauth.ts'
import { changesStep, featuresStep, ledgerStep } from '#server/erp/proof/account-steps.ts'
import {
  ask,
  type Asking,
  failed,
  type Found,
  outcome,
  passed,
  query,
} from '#server/erp/proof/asking.ts'
import { bookingSteps } from '#server/erp/proof/booking-steps.ts'
import { columnSteps } from '#server/erp/proof/column-steps.ts'
import { type Sources, standardSources } from '#server/erp/pull/sources.ts'
import type { ErpSettings } from '#server/erp/settings.ts'

/** The dependencies of a test. */
export interface TestDeps extends OAuth1Deps {
  /** Entries of `ERP_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
  /** Aborts the test. */
  readonly signal: AbortSignal
  /** How many requests the account accepts at once; default `PULLS_AT_ONCE`. */
  readonly atOnce?: number
  /** Default: the token in the settings. */
  readonly signer?: Signer
  /** `ERP_ADJUSTMENT_ACCOUNT`. */
  readonly adjustmentAccount: string | null
  /** Where the lists come from; default the standard mapping. */
  readonly sources?: Sources
}

/** A person is waiting, so the timeout is short. */
const LIMITS: TransportLimits = {
  connectMs: 10_000,
  idleMs: 10_000,
  totalMs: 15_000,
  maxBytes: 2_000_000,
}

const CLOCK_NOTED_MS = 60_000
const MINUTE_MS = 60_000

/** All steps in order. If a failed step makes the next ones pointless, they are skipped. */
export async function testConnection(settings: ErpSettings, deps: TestDeps): Promise<TestStep[]> {
  const { address, found } = checkAddress(settings, deps.allowedHosts)
  const first = { title: CONNECTION_CHECKS.address, ...found }
  if (!address) return [first, ...skippedFrom(1)]
  const signer = deps.signer ?? oauth1Signer(settings, deps)
  const exchange = createHttpTransport(address, LIMITS)
  try {
    const { atOnce = PULLS_AT_ONCE, now, signal } = deps
    const asking = { address, exchange, signer, now, signal, atOnce }
    return [first, ...(await askSteps(asking, deps))]
  } finally {
    exchange.close()
  }
}

async function askSteps(asking: Asking, deps: TestDeps): Promise<TestStep[]> {
  const answer = await outcome(() => query(asking, 'SELECT SESSIONTIMEZONE AS zone FROM dual'))
  if (answer instanceof ErpFault)
    return [{ title: CONNECTION_CHECKS.clock, ...failed(answer) }, ...skippedFrom(2)]
  const clock = { title: CONNECTION_CHECKS.clock, ...checkClock(answer, asking.now()) }
  const fault = answer.status === 200 ? null : faultOf(answer, asking.now())
  const signIn = fault?.kind === 'refused' ? failed(fault) : passed(connectionTexts.signedIn)
  const signedIn = { title: CONNECTION_CHECKS.signIn, ...signIn }
  if (signIn.state === 'failed') return [clock, signedIn, ...skippedFrom(3)]
  const restOn = checkRest(answer, fault, asking.now())
  const rest = { title: CONNECTION_CHECKS.rest, ...restOn }
  if (restOn.state === 'failed') return [clock, signedIn, rest, ...skippedFrom(4)]
  const tables: TestStep[] = []
  for (const needed of NEEDED_TABLES)
    tables.push({ title: needed.title, ...(await checkTable(asking, needed)) })
  const limit = { title: CONNECTION_CHECKS.concurrency, ...(await checkLimit(asking)) }
  return [clock, signedIn, rest, ...tables, limit, ...(await proofSteps(asking, deps))]
}

/** Beyond the specified steps: whether what pulls and bookings do later will work. */
async function proofSteps(asking: Asking, deps: TestDeps): Promise<TestStep[]> {
  return [
    ...(await columnSteps(asking, deps.sources ?? standardSources)),
    await changesStep(asking),
    await featuresStep(asking),
    await ledgerStep(asking, deps.adjustmentAccount),
    ...(await bookingSteps(asking)),
  ]
}

/** The steps from an index on, marked as skipped. */
function skippedFrom(place: number): TestStep[] {
  return connectionSteps()
    .slice(place)
    .map((title) => ({ title, state: 'skipped', text: connectionTexts.skipped }))
}

const ACCOUNT_FORM = /^[A-Z0-9]{4,20}(_(SB|RP)\d{1,2})?$/
const ACCOUNT_HOST = /^([a-z0-9-]+)\.suitetalk\.api\./

function checkAddress(
  { baseUrl, accountId }: ErpSettings,
  allowedHosts: readonly string[],
): { address: AllowedAddress | null; found: Found } {
  const account = realmOf(accountId)
  try {
    const address = assertAllowedAddress(baseUrl, allowedHosts)
    if (!ACCOUNT_FORM.test(account))
      return { address: null, found: { state: 'failed', text: connectionTexts.accountForm } }
    const ofHost = ACCOUNT_HOST.exec(address.url.hostname)?.[1]
    if (ofHost !== undefined && realmOf(ofHost) !== account) {
      const text = connectionTexts.accountDiffers(realmOf(ofHost), account)
      return { address: null, found: { state: 'failed', text } }
    }
    return { address, found: passed(connectionTexts.addressFits) }
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    return { address: null, found: { state: 'failed', text: error.message } }
  }
}

function checkClock({ date }: HttpAnswer, now: number): Found {
  const ahead = skewOf(date, now)
  if (ahead === null) return { state: 'warning', text: connectionTexts.clockUnknown }
  if (Math.abs(ahead) < CLOCK_NOTED_MS) return passed(connectionTexts.clockRight)
  const minutes = Math.round(Math.abs(ahead) / MINUTE_MS)
  const text = connectionTexts.clockWrong(minutes, ahead > 0 ? 'ahead of' : 'behind')
  return { state: minutes >= 5 ? 'failed' : 'warning', text }
}

/** A query that the account rejects was still answered, so the connection works. */
function checkRest(answer: HttpAnswer, fault: ErpFault | null, now: number): Found {
  if (fault?.kind === 'query') return passed(connectionTexts.restOn)
  if (fault)
    return fault.kind === 'busy' ? { state: 'warning', text: fault.message } : failed(fault)
  try {
    readPage(answer, now)
    return passed(connectionTexts.restOn)
  } catch (error) {
    if (error instanceof ErpFault) return failed(error)
    throw error
  }
}

async function checkTable(
  asking: Asking,
  { table, column }: (typeof NEEDED_TABLES)[number],
): Promise<Found> {
  const sql = `SELECT ${column} FROM ${table} ORDER BY ${column} FETCH NEXT 1 ROWS ONLY`
  const page = await outcome(async () => readPage(await query(asking, sql), asking.now()))
  if (page instanceof ErpFault) return failed(page)
  return page.rows.length > 0
    ? passed(connectionTexts.tableRead)
    : { state: 'warning', text: connectionTexts.tableEmpty }
}

/** Only an administrator can query the limit. An account that does not answer works nevertheless. */
async function checkLimit(asking: Asking): Promise<Found> {
  const answer = await outcome(() => ask(asking, 'GET', 'system/v1/governanceLimits'))
  const limit = answer instanceof ErpFault || answer.status !== 200 ? null : limitIn(answer.text)
  const used = asking.atOnce
  if (limit === null) return passed(connectionTexts.limitUnknown(used))
  return limit >= used
    ? passed(connectionTexts.limit(limit, used))
    : { state: 'warning', text: connectionTexts.limitLow(limit, used) }
}

function limitIn(text: string): number | null {
  try {
    const body: unknown = JSON.parse(text)
    const limit: unknown =
      typeof body === 'object' && body !== null
        ? Reflect.get(body, 'accountConcurrencyLimit')
        : null
    return typeof limit === 'number' ? limit : null
  } catch {
    return null
  }
}
