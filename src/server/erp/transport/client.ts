/**
 * Queries the ERP: signs requests, runs a few at once, and retries faults that NetSuite says may be
 * retried.
 */
import {
  AddressRefused,
  assertAllowedAddress,
  type AllowedAddress,
} from '#server/erp/transport/address.ts'
import { type ErpPage, readPage, readSaved } from '#server/erp/transport/http-answer.ts'
import {
  type HttpTransport,
  TRANSPORT_LIMITS,
  type TransportLimits,
  createHttpTransport,
} from '#server/erp/transport/http-transport.ts'
import { skewOf } from '#server/erp/transport/clock-skew.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import type { Meter } from '#server/erp/transport/meter.ts'
import type { Semaphore } from '#server/erp/transport/semaphore.ts'
import type { Signer } from '#server/erp/transport/oauth.ts'

/** NetSuite would ignore a field that a record type does not have, and book something else. */
const WRITE_HEADERS = {
  'Content-Type': 'application/json',
  'x-netsuite-propertynamevalidation': 'Error',
}

/** The maximum number of rows per request (erp.md section 2). */
export const PAGE_ROWS = 1_000

const ATTEMPTS = 6
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 60_000
const MAX_RETRY_AFTER_MS = 300_000
/** A kept connection that was closed meanwhile fails sooner than this, a dead network later. */
const BROKE_WITHIN_MS = 5_000
/** A login that never worked is refused for good after this many attempts. */
const LOGIN_ATTEMPTS = 3
/** No answer for this long is a dead network, and a person is told so within a minute. */
const UNREACHABLE_FOR_MS = 45_000

export interface ErpClient {
  /** The base URL, which tells the account. */
  readonly address: string
  /**
   * The rows of one SuiteQL query, at most `PAGE_ROWS`.
   * @throws ErpFault after the last attempt, or the reason of the signal
   */
  query(sql: string): Promise<ErpPage>
  /**
   * Creates the record with this external id, or updates it. Sending it again has no further effect (erp.md
   * section 7). Makes one attempt, and one more with a new access token, for which the caller already has a permit.
   * @param sublist whose lines are replaced; otherwise the lines would be added again
   * @returns NetSuite's id of the record, or null if the answer does not tell
   * @throws ErpFault, or the reason of the signal
   */
  put(record: ErpRecord): Promise<{ readonly id: string | null }>
  /** How far this server was ahead of the ERP at the last answer, in milliseconds; null if it did not tell. */
  skewMs(): number | null
  close(): void
}

/** A record to be written. */
export interface ErpRecord {
  /** Such as `inventoryadjustment`. */
  readonly type: string
  readonly externalId: string
  readonly sublist: string
  readonly body: object
}

/** The dependencies of a client; time and randomness are injected. */
export interface ClientDeps {
  readonly now: () => number
  /** At least 0 and less than 1. */
  readonly random: () => number
  /** Resolves after this many milliseconds, or rejects with the reason of the signal. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Shared by all clients of the account. */
  readonly requests: Semaphore
  /** Entries of `ERP_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
  /** Aborts the running requests. */
  readonly signal: AbortSignal
  /** Called for every fault that is retried. */
  readonly onRetry?: (fault: ErpFault, attempt: number) => void
  /** Counts the requests of this process. */
  readonly meter?: Pick<Meter, 'sent' | 'refused'>
  /**
   * Whether a query that failed waits, and is sent again; default true. Otherwise it is sent once, and once more if its
   * connection broke at once: for callers that hold a permit of the account and have a pause of their own.
   */
  readonly isPatient?: boolean
  readonly limits?: TransportLimits
}

/** @throws ErpFault `not-configured` if the address may not be called */
export function createClient(baseUrl: string, signer: Signer, deps: ClientDeps): ErpClient {
  const { isPatient = true, limits = TRANSPORT_LIMITS, now, onRetry, requests, signal, wait } = deps
  const address = allowedAddress(baseUrl, deps.allowedHosts)
  const exchange = createHttpTransport(address, limits)
  const send: HttpTransport['send'] = (...request) => {
    deps.meter?.sent()
    return exchange.send(...request)
  }
  const url = suiteQlUrl(address.url)
  let hasAnswered = false
  let skewMs: number | null = null

  async function attempt(sql: string): Promise<ErpPage> {
    const signed = await signer.sign({ method: 'POST', url: url.href })
    const headers = { ...signed, 'Content-Type': 'application/json', Prefer: 'transient' }
    const answer = await send('POST', url, headers, JSON.stringify({ q: sql }), signal)
    skewMs = skewOf(answer.date, now())
    const page = readPage(answer, now())
    hasAnswered = true
    return page
  }

  /**
   * NetSuite disguises 'too many at once' as a failed login, so a refused login is retried too: often with keys that
   * have worked, a few times with others.
   */
  function mayRetry(fault: ErpFault, failed: number, untilRetryMs: number): boolean {
    if (fault.kind === 'refused') return hasAnswered || failed < LOGIN_ATTEMPTS
    if (fault.kind === 'unreachable' && untilRetryMs > UNREACHABLE_FOR_MS) return false
    return fault.passes
  }

  function isBrokenConnection({ kind, passes }: ErpFault, sinceMs: number): boolean {
    return kind === 'unreachable' && passes && sinceMs < BROKE_WITHIN_MS
  }

  /** NetSuite refuses what exceeds the limit of the account. */
  function countRefusal(error: unknown): void {
    if (error instanceof ErpFault && error.kind === 'busy') deps.meter?.refused()
  }

  /** A revoked access token is replaced at once. */
  function renews(error: unknown): boolean {
    return error instanceof ErpFault && error.kind === 'refused' && (signer.renew?.() ?? false)
  }

  return {
    address: baseUrl,
    query: async (sql) => {
      const startedAt = now()
      for (let failed = 1; ; failed += 1) {
        try {
          return await requests.withPermit(() => attempt(sql), signal)
        } catch (error) {
          signal.throwIfAborted()
          countRefusal(error)
          if (renews(error) && failed < ATTEMPTS) continue
          if (!(error instanceof ErpFault) || failed >= ATTEMPTS) throw error
          if (!isPatient) {
            if (failed > 1 || !isBrokenConnection(error, now() - startedAt)) throw error
            continue
          }
          const pause = pauseMs(failed, error.retryAfterMs, deps.random)
          if (!mayRetry(error, failed, now() - startedAt + pause)) throw error
          onRetry?.(error, failed)
          await wait(pause, signal)
        }
      }
    },
    put: async ({ type, externalId, sublist, body }) => {
      const place = recordUrl(address.url, type, externalId, sublist)
      const write = async (): Promise<{ readonly id: string | null }> => {
        const signed = await signer.sign({ method: 'PUT', url: place.href })
        const headers = { ...signed, ...WRITE_HEADERS }
        const answer = await send('PUT', place, headers, JSON.stringify(body), signal)
        return readSaved(answer, now())
      }
      try {
        // With a dead token nothing was written, and a repeated PUT has no further effect anyway.
        return await write().catch((error: unknown) => {
          if (!renews(error)) throw error
          return write()
        })
      } catch (error) {
        signal.throwIfAborted()
        countRefusal(error)
        throw error
      }
    },
    skewMs: () => skewMs,
    close: () => exchange.close(),
  }
}

/**
 * The wait after a number of failures: full jitter under a doubling limit, so that clients that failed
 * together do not return together; never shorter than NetSuite asked for.
 */
export function pauseMs(failed: number, retryAfterMs: number | null, random: () => number): number {
  const jitter = random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failed - 1))
  if (retryAfterMs === null) return jitter
  return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) + Math.min(jitter, FIRST_WAIT_MS)
}

/** @throws ErpFault `not-configured` */
export function allowedAddress(baseUrl: string, allowedHosts: readonly string[]): AllowedAddress {
  try {
    return assertAllowedAddress(baseUrl, allowedHosts)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new ErpFault('not-configured', erpSentences.address(error.message), { cause: error })
  }
}

function suiteQlUrl(base: URL): URL {
  return serviceUrl(base, `query/v1/suiteql?limit=${PAGE_ROWS}&offset=0`)
}

function recordUrl(base: URL, type: string, externalId: string, sublist: string): URL {
  const name = `${type}/eid:${encodeURIComponent(externalId)}`
  return serviceUrl(base, `record/v1/${name}?replace=${sublist}`)
}

/** A URL of the REST services, under the Base URL. */
export function serviceUrl(base: URL, path: string): URL {
  return new URL(`${base.pathname.replace(/\/+$/, '')}/services/rest/${path}`, base)
}
