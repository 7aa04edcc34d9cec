import type { FaultKind } from '#test/netsuite/faults.ts'

/** A received request, for tests that check what a connector sent. */
export interface LoggedRequest {
  readonly method: string
  /** Path with query string. */
  readonly path: string
  /** The SuiteQL text, for queries. */
  readonly query: string | null
  /** Tables of the query, or the record type. */
  readonly names: readonly string[]
  /** Status of the answer; null where the connection was cut. */
  readonly status: number | null
  /** The entry of the login audit trail, if the login was refused. */
  readonly refusal: string | null
  /** The fault that struck the request. */
  readonly fault: FaultKind | null
}

/** The requests that the simulator has received. Those above the concurrency limit count towards the peak. */
export interface Requests {
  readonly total: number
  readonly underWay: number
  readonly peak: number
  /** Requests by the tables of their query or by their record type. */
  readonly byName: Readonly<Record<string, number>>
  /** The last requests, oldest first. */
  readonly log: readonly LoggedRequest[]
  /** Resets all counters. */
  reset(): void
}

/** The interface by which the server records requests. */
export interface RequestCounter {
  readonly requests: Requests
  begin(): void
  end(request: LoggedRequest): void
}

const KEPT_LOG = 10_000

/** Creates counters at zero. */
export function createRequestCounter(): RequestCounter {
  let total = 0
  let underWay = 0
  let peak = 0
  let byName = new Map<string, number>()
  let log: LoggedRequest[] = []
  const requests: Requests = {
    get total() {
      return total
    },
    get underWay() {
      return underWay
    },
    get peak() {
      return peak
    },
    get byName() {
      return Object.fromEntries(byName)
    },
    get log() {
      return log
    },
    reset() {
      total = 0
      peak = underWay
      byName = new Map()
      log = []
    },
  }
  return {
    requests,
    begin() {
      total += 1
      underWay += 1
      peak = Math.max(peak, underWay)
    },
    end(request) {
      underWay -= 1
      for (const name of request.names) byName.set(name, (byName.get(name) ?? 0) + 1)
      log.push(request)
      if (log.length > 2 * KEPT_LOG) log = log.slice(-KEPT_LOG)
    },
  }
}
