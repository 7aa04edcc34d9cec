// A simulated NetSuite account: a real HTTP server that behaves as described in erp.md.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '#test/netsuite/call.ts'
import { queryText, readCall, subjectOf } from '#test/netsuite/call.ts'
import type { Credentials } from '#test/netsuite/auth/credentials.ts'
import type { Reply } from '#test/netsuite/errors.ts'
import { concurrencyExceeded, invalidLogin, NetSuiteError } from '#test/netsuite/errors.ts'
import type { Fault, Faults, Subject } from '#test/netsuite/faults.ts'
import { createFaults, faultReply, scriptFailed } from '#test/netsuite/faults.ts'
import {
  type AccessTokens,
  type Certificate,
  createAccessTokens,
  TOKEN_PATH,
} from '#test/netsuite/auth/oauth2.ts'
import { createRandom } from '#test/netsuite/random.ts'
import type { Requests } from '#test/netsuite/requests.ts'
import { createRequestCounter } from '#test/netsuite/requests.ts'
import { route } from '#test/netsuite/routes.ts'
import { send } from '#test/netsuite/send.ts'
import { signatureFault } from '#test/netsuite/auth/signature.ts'
import { createSuiteQl } from '#test/netsuite/suiteql/run.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { shaken } from '#test/support/shake.ts'

export interface NetSuiteOptions {
  /** Default: any free one. */
  readonly port?: number
  readonly host?: string
  readonly credentials: Credentials
  readonly warehouse: Warehouse
  /** Clock of the account in milliseconds; signatures are checked against it. */
  readonly now?: () => number
  /** Time zone of the integration user's session, for datetimes in queries and answers. Default UTC. */
  readonly utcOffsetMinutes?: number
  readonly faults?: Faults
  /** Accepts OAuth 2.0 as well. */
  readonly certificate?: Certificate
}

/** A running simulator. */
export interface NetSuite {
  /** The base URL for ERP Setup, e.g. `http://127.0.0.1:9400`. */
  readonly url: string
  readonly accountId: string
  readonly credentials: Credentials
  readonly warehouse: Warehouse
  readonly faults: Faults
  readonly requests: Requests
  readonly accessTokens: AccessTokens
  /** Closes all connections, including those with a delayed answer. */
  close(): Promise<void>
}

interface Outcome {
  readonly reply: Reply
  readonly fault: Fault | null
  readonly refusal: string | null
}

/** Starts a simulated NetSuite account on a port of this machine. */
export async function startNetSuite(options: NetSuiteOptions): Promise<NetSuite> {
  const { credentials, warehouse, now = Date.now, host = '127.0.0.1' } = options
  const faults = options.faults ?? createFaults()
  const counter = createRequestCounter()
  const closing = new AbortController()
  const usedNonces = new Set<string>()
  const accessTokens = createAccessTokens(options.certificate ?? null)
  const account = {
    warehouse,
    now,
    utcOffsetMinutes: options.utcOffsetMinutes ?? 0,
    hidden: faults.hidden,
  }
  const service = {
    warehouse,
    suiteQl: createSuiteQl(account, createRandom(1)),
    concurrencyLimit: () => faults.concurrencyLimit,
    unwritable: faults.unwritable,
    lacking: faults.lacking,
  }

  async function decide(call: Call, subject: Subject, isOver: boolean): Promise<Outcome> {
    const { authorization } = call.headers
    if (call.path === TOKEN_PATH)
      return { reply: accessTokens.issue(call, now()), fault: null, refusal: null }
    const check = { credentials, now: now(), usedNonces }
    const refusal = authorization?.startsWith('Bearer ')
      ? accessTokens.faultOf(authorization, now())
      : signatureFault({ ...call, authorization }, check)
    if (refusal !== null) return { reply: loginRefused(refusal), fault: null, refusal }
    if (isOver) return { reply: concurrencyExceeded(429).reply(), fault: null, refusal }
    const fault = faults.take(subject)
    if (fault?.kind === 'cut-before') throw new Error('cut before anything was done')
    const delay = faults.latencyMs + (fault?.kind === 'slow' ? (fault.ms ?? 1000) : 0)
    await fault?.until
    await shaken()
    if (delay > 0) await wait(delay, undefined, { signal: closing.signal })
    const reply = (fault && faultReply(fault, subject)) ?? answer(() => route(call, service))
    const isSaved = fault?.kind === 'script-after-save' && reply.status < 300
    return { reply: isSaved ? scriptFailed().reply() : reply, fault, refusal }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counter.begin()
    const isOver = counter.requests.underWay > faults.concurrencyLimit
    const seen = { method: request.method ?? '', path: request.url ?? '' }
    let logged = { ...seen, query: null as string | null, names: [] as readonly string[] }
    let outcome: Outcome | null = null
    try {
      const call = await readCall(request)
      const subject = subjectOf(call)
      logged = { ...seen, query: queryText(call), names: subject.names }
      outcome = await decide(call, subject, isOver)
    } catch {
      // The connection was cut, the caller is gone, or the simulator is closing: there is no one to answer.
      response.destroy()
    }
    const status = outcome?.fault?.kind === 'cut' ? null : (outcome?.reply.status ?? null)
    const fault = outcome?.fault?.kind ?? null
    counter.end({ ...logged, status, refusal: outcome?.refusal ?? null, fault })
    // By the clock of the account, like signatures.
    response.setHeader('Date', new Date(now()).toUTCString())
    if (outcome) send(response, outcome.reply, outcome.fault?.kind ?? null)
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    accountId: credentials.accountId,
    credentials,
    warehouse,
    faults,
    requests: counter.requests,
    accessTokens,
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Runs a route. A NetSuiteError becomes its answer; any other error is a bug and becomes a 500. */
function answer(run: () => Reply): Reply {
  try {
    return run()
  } catch (error) {
    if (error instanceof NetSuiteError) return error.reply()
    return new NetSuiteError(
      500,
      'UNEXPECTED_ERROR',
      `The simulator failed: ${String(error)}`,
    ).reply()
  }
}

/** A reused nonce has its own code; NetSuite does not say what else is wrong. */
function loginRefused(refusal: string): Reply {
  const isReplay = refusal.startsWith('nonce was used')
  const error = invalidLogin(isReplay ? 'INVALID_LOGIN_ATTEMPT' : 'INVALID_LOGIN')
  return error.reply({
    'www-authenticate': 'OAuth error="token_rejected", error_description="Invalid login attempt."',
  })
}
