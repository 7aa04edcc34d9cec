/** What a booking that failed waits for: the account, a sync, or a person. */
import { ERP_NAME } from '#contract/constants.ts'
import type { WaitsFor } from '#server/db/schema/floor.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/**
 * What is waited for. Null if a person must correct the record.
 * @param isSynced whether what is unknown was synced since the record arrived
 */
export function waitOf(error: ErpFault | Unbookable, isSynced: boolean): WaitsFor | null {
  if (error instanceof Unbookable) {
    if (error.kind !== 'unknown') return null
    return isSynced ? 'correction' : 'sync'
  }
  if (error.kind === 'permission') return 'permission'
  if (isClosedPeriod(error)) return 'period'
  if (ACCOUNT_FAULTS.has(error.kind)) return 'account'
  return error.kind === 'bad-answer' && !error.passes ? 'account' : null
}

/** Whether other bookings would fail in the same way. */
export function holdsUpOthers(error: ErpFault | Unbookable): boolean {
  if (error instanceof Unbookable) return false
  return error.kind !== 'record' && error.kind !== 'permission'
}

/** The sentence of the report. */
export function reasonOf(error: ErpFault | Unbookable, day: string): string {
  return error instanceof ErpFault && isClosedPeriod(error)
    ? `The accounting period of ${day} is closed in ${ERP_NAME}. The record is booked once it is open.`
    : error.message
}

/** A record was refused, and NetSuite could not be asked whether it was saved all the same. */
export class PerhapsSaved extends ErpFault {
  constructor(refusal: ErpFault, unanswered: ErpFault) {
    const { passes, retryAfterMs } = refusal
    super(refusal.kind, refusal.message, { passes, retryAfterMs, cause: unanswered })
    this.name = 'PerhapsSaved'
  }
}

/**
 * Whether a failure says for sure that the request of its attempt wrote nothing. Internal errors and a gateway's
 * answers, such as 502 and 503, do not: NetSuite may have booked before them.
 */
export function isTurnedAway(error: ErpFault | Unbookable): boolean {
  if (error instanceof PerhapsSaved) return false
  if (error instanceof Unbookable || TURNED_AWAY.has(error.kind)) return true
  // A 503 is of the same kind as too many requests, but has another sentence.
  return error.message === erpSentences.busy
}

const TURNED_AWAY: ReadonlySet<string> = new Set([
  'not-configured',
  'refused',
  'permission',
  'record',
])

/** Login, address, network, and too many requests at once. */
const ACCOUNT_FAULTS: ReadonlySet<string> = new Set([
  'not-configured',
  'refused',
  'busy',
  'unreachable',
])

/** NetSuite has no code of its own for this. */
const CLOSED =
  /period[^.]*\b(closed|locked)\b|\b(closed|locked)\b[^.]*period|not within the date range of your accounting period/i

function isClosedPeriod({ kind, message }: ErpFault): boolean {
  return kind === 'record' && CLOSED.test(message)
}
