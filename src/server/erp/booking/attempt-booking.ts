/** One attempt at a booking whose lease this process holds. */
import type { Row } from '#contract/collections.ts'
import { sentBefore } from '#contract/records/booking-answer.ts'
import type { ErpResponse } from '#contract/records/erp-response.ts'
import {
  BOOKING_ATTEMPTS,
  endAttempt,
  type FloorRecord,
  isBooked,
  noteSent,
  readRecord,
  recordBefore,
  release,
  setStockKeys,
} from '#server/db/mirror/floor-records.ts'
import type { WaitsFor } from '#server/db/schema/floor.ts'
import { areOfOtherAccount } from '#server/db/mirror/pull-marks.ts'
import { isPulledSince } from '#server/db/mirror/run-history.ts'
import { putRecordsIn } from '#server/db/mirror/records.ts'
import { markStaleStock } from '#server/db/mirror/stale-stock.ts'
import { waitMs } from '#server/erp/booking/account-pause.ts'
import { bookedResponse, failedResponse } from '#server/erp/booking/acknowledgment.ts'
import { type BookedLine, bookedLines } from '#server/erp/booking/meaning/booked-lines.ts'
import {
  bookingRequest,
  type BookingType,
  bookingTypeOf,
} from '#server/erp/booking/booking-request.ts'
import { type Booked, type BookingDeps, LEASE_MS } from '#server/erp/booking/booking-deps.ts'
import { holdsUpOthers, isTurnedAway, reasonOf, waitOf } from '#server/erp/booking/faults.ts'
import { haveListsChanged, type ListsRead, noteLists } from '#server/erp/booking/lists-read.ts'
import { homeOf } from '#server/erp/booking/meaning/home.ts'
import { findNumberIds } from '#server/erp/booking/inventory-numbers.ts'
import { choicesFor } from '#server/erp/booking/refresh-choices.ts'
import { renewKeys } from '#server/erp/booking/renew-keys.ts'
import { sendBooking } from '#server/erp/booking/send-booking.ts'
import { listsNamed, sentLines } from '#server/erp/booking/meaning/sent-lines.ts'
import { keysOf } from '#server/erp/booking/meaning/stock-keys.ts'
import { NeedsChoices, ofOtherAccount, Unbookable } from '#server/erp/booking/meaning/unbookable.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

export interface Attempted {
  readonly booked: Booked
  /** Whether the booking failed for a reason that is not in the record. */
  readonly isHeldUp: boolean
}

export type Taken = FloorRecord & { readonly lease: string }

export const FIRST_WAIT_MS = 30_000
export const MAX_WAIT_MS = 2 * 3_600_000
/** How often to look whether a permission was given, or a period opened. */
const ROLE_WAIT_MS = 30 * 60_000
/** A sync makes its records due; this is for what else may change. */
const SYNC_WAIT_MS = 24 * 3_600_000

const CRASHED =
  'This server stopped or failed during every attempt to book the record. Its operator must look into its log.'

export const ALREADY = 'Booked already'

/** What a record waits for that a sync may bring. */
export const WAITS_FOR_SYNC = ['sync', 'correction'] as const

export async function attemptBooking(
  deps: BookingDeps,
  client: ErpClient,
  taken: Taken,
): Promise<Attempted> {
  const { db, now, log, signal } = deps
  const { collection, id } = taken
  // Another worker booked it between the query and the lease.
  if (taken.booking === 'booked' || !isBooked(collection)) {
    await endAttempt(db, taken, taken.lease, { nextAt: null })
    return { booked: { kind: 'succeeded', message: ALREADY }, isHeldUp: false }
  }
  let lines: readonly BookedLine[] = []
  let day = ''
  let sentAs: BookingType | null = null
  let read: ListsRead | null = null
  try {
    // Only attempts that end with the process, or with an unexpected error, get so far.
    if (taken.attempts > BOOKING_ATTEMPTS) throw new Unbookable(CRASHED)
    const record = await readRecord(db, taken)
    if (!record) throw new Unbookable('The record is gone.')
    const home = await homeOf(db, taken)
    day = await deps.zone.dayOf(client, String(record['created_at']))
    const sent = sentLines(collection, record)
    const lists = listsNamed(sent)
    read = await noteLists(db, lists)
    // Its names would be looked up among the rows of another account.
    if (await areOfOtherAccount(db, lists, now())) throw ofOtherAccount()
    const learn = await choicesFor({ db, now, client }, sent)
    lines = await bookedLines(db, collection, record, home, learn)
    const earlier = await findEarlier(deps, taken, lines)
    if (earlier !== null) return { booked: { kind: 'failed', message: earlier }, isHeldUp: false }
    const type = bookingTypeOf(collection, lines)
    if (taken.sentAs !== null && taken.sentAs !== type) throw sentOtherwise(taken.sentAs)
    const numberIds = await findNumberIds(client, lines)
    // Nothing is sent unless it is known that it may have been.
    const sending = { sentAs: type, leasedUntil: new Date(now() + LEASE_MS), at: new Date(now()) }
    if (!(await noteSent(db, taken, taken.lease, sending))) throw new Error('the lease is lost')
    sentAs = type
    const account = deps.adjustmentAccount
    const facts = { id, by: taken.userid, day, account, numberIds }
    const sendingOf = { client, log, signal, isFirst: taken.sentAs === null }
    const saved = await sendBooking(sendingOf, bookingRequest(type, lines, facts))
    const response = bookedResponse(type, lines, saved.id, new Date(now()))
    const ended = { booking: 'booked', nextAt: null, waitsFor: null } as const
    await store(deps, taken, response, { ...ended, stockKeys: keysOf(lines) }, lines)
    await goOn(deps, taken)
    log.info({ collection, id, attempts: taken.attempts }, 'booked')
    return { booked: { kind: 'succeeded', message: 'Booked' }, isHeldUp: false }
  } catch (error) {
    if (signal.aborted) {
      // A stop is not a failure: the next start continues with it.
      await endAttempt(db, taken, taken.lease, { attempts: taken.attempts - 1 })
      throw error
    }
    if (!(error instanceof ErpFault || error instanceof Unbookable)) throw error
    const known = { ...taken, sentAs: openSending(taken, sentAs, error) }
    const attempted = await fail(deps, known, lines, error, day)
    await retryIfSynced(deps, taken, error, read)
    return attempted
  }
}

/**
 * Whether an earlier record of the same stock is still open: this one then waits. Its stock may be known
 * better than when it arrived.
 */
async function findEarlier(
  deps: BookingDeps,
  taken: Taken,
  lines: readonly BookedLine[],
): Promise<string | null> {
  const { db, now } = deps
  const keys = keysOf(lines)
  if (keys.join() !== taken.stockKeys.join()) await setStockKeys(db, taken, keys)
  const earlier = await recordBefore(db, taken)
  if (earlier === null) return null
  const message = `An earlier record of the same item and bin is booked first: ${earlier}.`
  const attempts = taken.attempts - 1
  if (taken.nextAt !== null) {
    await endAttempt(db, taken, taken.lease, { attempts })
    return message
  }
  // It waited for a person, who has now asked for it: it follows the earlier one by itself. Its report says so, or
  // somebody else would book it by hand meanwhile.
  const nextAt = new Date(now())
  const mayBeBooked = taken.sentAs !== null
  const reason = mayBeBooked ? sentBefore(message) : message
  const response = failedResponse(lines, reason, nextAt, { nextAt, waitsFor: null, mayBeBooked })
  await store(deps, taken, response, { attempts, nextAt, waitsFor: null }, [])
  return message
}

function sentOtherwise(sentAs: string): Unbookable {
  return new Unbookable(`It was sent as ${sentAs}, and would be another kind of record now.`)
}

/**
 * The record type under which NetSuite may have the record after a failure; null if it was turned away each time. A
 * refusal of the second sending says nothing about the first.
 */
function openSending(
  before: Taken,
  sentAs: BookingType | null,
  error: ErpFault | Unbookable,
): string | null {
  return before.sentAs ?? (isTurnedAway(error) ? null : sentAs)
}

/** The account works: what waited for it, and what waited for the same as this record, is due. */
async function goOn({ db, now, pause }: BookingDeps, { waitsFor }: Taken): Promise<void> {
  const mended: WaitsFor[] = pause.end() ? ['account'] : []
  if (waitsFor === 'account' || waitsFor === 'permission' || waitsFor === 'period')
    mended.push(waitsFor)
  if (mended.length > 0) await release(db, mended, new Date(now()))
}

async function fail(
  deps: BookingDeps,
  taken: Taken,
  lines: readonly BookedLine[],
  error: ErpFault | Unbookable,
  day: string,
): Promise<Attempted> {
  const { collection, id, attempts, sentAs } = taken
  const waitsFor = waitOf(error, await isSynced(deps, taken, error))
  const nextAt = nextAttempt(deps, taken, error, waitsFor)
  // While it is retried by itself it will be booked once; a person would book it a second time.
  const mayBeBooked = sentAs !== null && (nextAt === null || error instanceof Unbookable)
  const reason = reasonOf(error, day)
  const message = mayBeBooked ? sentBefore(reason) : reason
  const at = new Date(deps.now())
  const response = failedResponse(lines, message, at, { nextAt, waitsFor, mayBeBooked })
  const outcome = {
    booking: 'failed' as const,
    nextAt,
    waitsFor,
    sentAs,
    // What is not the fault of the record uses up none of its attempts.
    attempts: waitsFor === null ? attempts : attempts - 1,
  }
  // Without an answer, NetSuite may have booked it all the same.
  await store(deps, taken, response, outcome, nextAt || mayBeBooked ? lines : [])
  // If the record itself cannot be booked, the sentence says everything; a stack trace would only fill
  // the log.
  const why = error instanceof ErpFault ? { err: error } : { why: error.message }
  deps.log.warn({ collection, id, attempts, ...why, waitsFor, nextAt }, 'not booked')
  return {
    booked: { kind: 'failed', message },
    isHeldUp: holdsUpOthers(error) && waitsFor !== 'period',
  }
}

/**
 * Makes a record due whose lists a sync has published since the attempt read them. That sync could not: the record did
 * not wait for it yet. Asked after the outcome is stored, because a later sync finds the record waiting.
 */
async function retryIfSynced(
  { db, now }: BookingDeps,
  key: Taken,
  error: ErpFault | Unbookable,
  read: ListsRead | null,
): Promise<void> {
  if (read === null || !(error instanceof Unbookable) || error.kind !== 'unknown') return
  if (!(await haveListsChanged(db, read))) return
  await renewKeys(db, key)
  await release(db, WAITS_FOR_SYNC, new Date(now()), key)
}

/**
 * Stores the acknowledgment with the record and ends the attempt, unless another worker has taken it over.
 * @param touched the lines whose stock NetSuite may have changed
 */
async function store(
  { db, now }: BookingDeps,
  taken: Taken,
  response: ErpResponse,
  outcome: Parameters<typeof endAttempt>[3],
  touched: readonly BookedLine[],
): Promise<void> {
  const { collection } = taken
  if (!isBooked(collection)) return
  await db.transaction(async (tx) => {
    if (!(await endAttempt(tx, taken, taken.lease, outcome))) return
    const items = touched.map(({ item }) => item.id)
    await markStaleStock(tx, items, new Date(now()))
    const record = await readRecord(tx, taken)
    if (!record) return
    const answered: Row = {
      ...record,
      netsuite_response: response,
      updated_at: new Date(now()).toISOString(),
    }
    await putRecordsIn(tx, collection, [answered], now())
  })
}

/** Whether what a record lacks was synced after it arrived. Units and statuses are asked for at once. */
async function isSynced(
  { db }: BookingDeps,
  { createdAt }: Taken,
  error: ErpFault | Unbookable,
): Promise<boolean> {
  if (error instanceof NeedsChoices) return true
  if (!(error instanceof Unbookable) || error.missing === null) return false
  return isPulledSince(db, error.missing, createdAt)
}

/** When to retry; null if a person must correct the record. */
function nextAttempt(
  { now, pause, random }: BookingDeps,
  { attempts }: FloorRecord,
  error: ErpFault | Unbookable,
  waitsFor: WaitsFor | null,
): Date | null {
  const asked = error instanceof ErpFault ? (error.retryAfterMs ?? 0) : 0
  if (waitsFor === 'account') return new Date(pause.begin(now(), asked))
  if (waitsFor === 'correction') return null
  if (waitsFor === 'sync') return new Date(now() + SYNC_WAIT_MS)
  if (waitsFor !== null) return new Date(now() + Math.max(asked, ROLE_WAIT_MS))
  const mayPass = error instanceof ErpFault && error.passes
  if (!mayPass || attempts >= BOOKING_ATTEMPTS) return null
  return new Date(now() + waitMs(attempts, asked, random, FIRST_WAIT_MS, MAX_WAIT_MS))
}
