// Makes the simulator fail in the ways in which NetSuite fails (erp.md sections 4, 5).
import { concurrencyExceeded, invalidLogin, NetSuiteError } from '#test/netsuite/errors.ts'
import type { Reply } from '#test/netsuite/errors.ts'

/**
 * - `cut`: the connection ends half way through the body, after the request was carried out
 * - `cut-before`: the connection ends before the request is carried out
 * - `bad-json`: a body that is complete for HTTP but invalid JSON
 * - `early-end`: half of the rows of the page, and word that there are no more
 * - `slow`: the right answer, after `ms`
 * - `held`: the right answer, after `until`
 * - `saved-204`: word that a record was saved
 * - `script-after-save`: a record is saved, and a script of the account that runs afterwards fails
 * - `lock`: a workflow locks the record; it strikes writes only, because queries can still read it
 */
export type FaultKind =
  | 'concurrency-429'
  | 'concurrency-400'
  | 'invalid-login-401'
  | 'permission-403'
  | 'server-500'
  | 'bad-gateway-502-html'
  | 'unavailable-503'
  | 'cut'
  | 'cut-before'
  | 'bad-json'
  | 'early-end'
  | 'slow'
  | 'held'
  | 'lock'
  | 'no-record-type'
  | 'saved-204'
  | 'script-after-save'

/** A fault that has not struck yet. */
export interface Fault {
  readonly kind: FaultKind
  /** A table or record type by name, or a pattern over the query or path. Default: any request. */
  readonly match?: string | RegExp
  /** The number of requests that it strikes; default 1. */
  readonly times?: number
  /** Delay of `slow` in milliseconds; default 1000. */
  readonly ms?: number
  /** What a `held` answer waits for. */
  readonly until?: Promise<void>
  /** `Retry-After` of `unavailable-503` in seconds; default 1, null sends none. */
  readonly retryAfterS?: number | null
  /** The words of `lock`; default those of NetSuite's own. */
  readonly detail?: string
}

/** The parts of a request that faults match. */
export interface Subject {
  /** Tables of a query, or the record type; empty for calls about neither. */
  readonly names: readonly string[]
  /** The query, or the path of other calls. */
  readonly text: string
  readonly isQuery: boolean
}

/** Settings may be changed at any time and apply from the next request on. */
export interface Faults {
  /** Delay of every request in milliseconds. */
  latencyMs: number
  /** More concurrent requests than this are refused; a standard account allows 5. */
  concurrencyLimit: number
  /** Tables (`bin`) and columns (`bin.custrecord_room`) that the role cannot see. */
  readonly hidden: Set<string>
  /** Record types (`bintransfer`) that the role may not write. */
  readonly unwritable: Set<string>
  /** Properties of records that the account does not have: `inventoryDetail` with basic Bin Management. */
  readonly lacking: Set<string>
  /** Holds the next matching requests (all of them without `times`) until the returned function is called. */
  hold(which?: Pick<Fault, 'match' | 'times'>): () => void
  /** Makes the next matching requests fail; faults queue in the order in which they were added. */
  next(fault: Fault): void
  /** Takes the fault for this request off the queue, if there is one. */
  take(subject: Subject): Fault | null
  /** The number of remaining strikes. */
  readonly pending: () => number
  /** Clears all queued faults; settings stay. */
  clear(): void
}

/** Creates a queue without faults. */
export function createFaults(
  settings: Partial<Pick<Faults, 'latencyMs' | 'concurrencyLimit'>> = {},
): Faults {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    latencyMs: settings.latencyMs ?? 0,
    concurrencyLimit: settings.concurrencyLimit ?? 5,
    hidden: new Set(),
    unwritable: new Set(),
    lacking: new Set(),
    hold(which = {}) {
      let release = (): void => undefined
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      const held = {
        fault: { ...which, kind: 'held', until } as const,
        left: which.times ?? Infinity,
      }
      waiting.push(held)
      return () => {
        waiting = waiting.filter((other) => other !== held)
        release()
      }
    },
    next(fault) {
      waiting.push({ fault, left: fault.times ?? 1 })
    },
    take(subject) {
      const found = waiting.find(({ fault }) => strikes(fault, subject))
      if (!found) return null
      found.left -= 1
      waiting = waiting.filter(({ left }) => left > 0)
      return found.fault
    },
    pending: () => waiting.reduce((sum, { left }) => sum + left, 0),
    clear() {
      waiting = []
    },
  }
}

/** The answer of a fault that has one; null for faults that damage or delay the right answer. */
export function faultReply(fault: Fault, subject: Subject): Reply | null {
  switch (fault.kind) {
    case 'concurrency-429':
      return concurrencyExceeded(429).reply()
    case 'concurrency-400':
      return concurrencyExceeded(400).reply()
    case 'invalid-login-401':
      return invalidLogin().reply()
    case 'permission-403':
      return permissionDenied(subject).reply()
    case 'server-500':
      return new NetSuiteError(500, 'UNEXPECTED_ERROR', UNEXPECTED).reply()
    case 'bad-gateway-502-html':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: BAD_GATEWAY_PAGE }
    case 'unavailable-503':
      return new NetSuiteError(503, 'SERVICE_UNAVAILABLE', UNAVAILABLE).reply(
        fault.retryAfterS === null ? {} : { 'retry-after': String(fault.retryAfterS ?? 1) },
      )
    case 'lock':
      return new NetSuiteError(400, 'USER_ERROR', fault.detail ?? LOCKED).reply()
    case 'no-record-type':
      return new NetSuiteError(404, 'NONEXISTENT_RECORD_TYPE', 'No such record type.').reply()
    case 'saved-204':
      return {
        status: 204,
        headers: { location: `/services/rest/record/v1/${subject.names[0]}/4711` },
      }
    case 'cut':
    case 'cut-before':
    case 'bad-json':
    case 'early-end':
    case 'slow':
    case 'held':
    case 'script-after-save':
      return null
  }
}

/** The answer to a record that was saved before a script failed. */
export function scriptFailed(): NetSuiteError {
  return new NetSuiteError(400, 'USER_ERROR', SCRIPT_FAILED)
}

const SCRIPT_FAILED = 'SSS_USAGE_LIMIT_EXCEEDED: Script Execution Usage Limit Exceeded'
const UNEXPECTED = 'An unexpected error occurred. Error ID: simulated'
const UNAVAILABLE = 'The service is temporarily unavailable.'
const LOCKED = 'This record has been locked by a user defined workflow.'
const BAD_GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

function permissionDenied({ names, text }: Subject): NetSuiteError {
  const what = names[0] ?? text
  const detail = `Permission Violation: You need a higher level of the '${what}' permission.`
  return new NetSuiteError(403, 'INSUFFICIENT_PERMISSION', detail)
}

function strikes({ kind, match }: Fault, subject: Subject): boolean {
  if ((kind === 'lock' || kind === 'script-after-save') && subject.isQuery) return false
  if (match === undefined) return true
  return typeof match === 'string' ? subject.names.includes(match) : subject.text.search(match) >= 0
}
