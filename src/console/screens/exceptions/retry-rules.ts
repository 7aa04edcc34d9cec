/** Whether trying again can help, and what must happen first where it cannot. */
import { causeFacts, isCauseCode } from '#contract/causes/causes.ts'
import { NORMAL_TEXT_MAX } from '#contract/causes/normal-text.ts'
import { isLeftToPerson } from '#contract/records/booking-answer.ts'
import type { CaseRef } from '#contract/own/exception-endpoints.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts, type Handling } from '#contract/texts/exception-texts.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** Counts and receipts are not booked by the server, so there is nothing to retry. */
const BOOKED: ReadonlySet<string> = new Set(['binAdjustmentRecords', 'binTransfer'])

/** Those whose booking can succeed when it is tried again. */
export function retryable(all: readonly StatedException[]): readonly StatedException[] {
  return all.filter(
    ({ record, state }) =>
      state !== 'resolved' &&
      BOOKED.has(record.collection) &&
      causeFacts(record.cause).retry !== 'never',
  )
}

/** Whether the server tries again all that can be tried again. A fault that is one record's own is left to people. */
export function isAutomatic(all: readonly StatedException[]): boolean {
  const some = retryable(all)
  return some.length > 0 && some.every(isTriedByItself)
}

/** Whether the server tries a record again by itself, unless it was resolved and reopened, or was tried too often. */
function isTriedByItself({ record: { cause, row } }: StatedException): boolean {
  if (isWorkFirst(cause) || causeFacts(cause).isOfRecord) return false
  return row === null || !isLeftToPerson(row)
}

/** Why nothing can be tried again, and what to do instead. */
export interface RetryRefusal {
  readonly why: string
  /** Null where there is nothing to do. */
  readonly first: string | null
}

/** Why nothing of this can be tried again by this person; undefined if something can. */
export function retryRefusal(
  all: readonly StatedException[],
  isSuperAdmin: boolean,
): RetryRefusal | undefined {
  const { onlySuperAdmin, nothingOpen, notBooked, notBookedFirst, cannotHelp } =
    exceptionScreenTexts
  if (retryable(all).length > 0)
    return isSuperAdmin ? undefined : { why: onlySuperAdmin, first: null }
  const open = all.find(({ state }) => state !== 'resolved')
  if (!open) return { why: nothingOpen, first: null }
  const handling = handlingOf(open.record, true)
  if (handling === 'recorded') return { why: notBooked, first: notBookedFirst }
  return { why: cannotHelp, first: causeWords(open.record.cause).first[handling] }
}

/**
 * What to do about exceptions of one cause, and which of them can be tried again; empty if all are resolved.
 * @param hasCases whether the server is ours: of another one it is not known whether it tries again
 */
export function nextSteps(all: readonly StatedException[], hasCases: boolean): readonly string[] {
  const open = all.filter(({ state }) => state !== 'resolved')
  const [first] = open
  if (!first) return []
  const { cause } = first.record
  const kinds = new Set(open.map(({ record }) => handlingOf(record, hasCases)))
  const { firstDo, someAgain, othersRecorded, othersSynced } = exceptionScreenTexts
  const advice = causeWords(cause).first
  const handling = HANDLINGS.find((each) => kinds.has(each) && advice[each] !== '')
  if (handling === undefined) return []
  const isForPerson = handling === 'booked' && !isAutomatic(open)
  const passes = isForPerson ? exceptionTexts.tryAgain : advice[handling]
  const step = isWorkFirst(cause) ? firstDo(advice[handling]) : passes
  const some = retryable(open).length
  if (!hasCases || some === 0 || some === open.length) return [step]
  const others = [
    kinds.has('recorded') ? othersRecorded : [],
    kinds.has('synced') ? othersSynced : [],
  ]
  return [step, [someAgain(some, open.length), ...others.flat()].join(' ')]
}

const HANDLINGS: readonly Handling[] = ['booked', 'recorded', 'elsewhere', 'synced']

function handlingOf({ kind, collection }: ExceptionRecord, hasCases: boolean): Handling {
  if (kind === 'sync') return 'synced'
  if (!hasCases) return 'elsewhere'
  return BOOKED.has(collection) ? 'booked' : 'recorded'
}

/** Whether a person has to do something before another attempt can help. */
function isWorkFirst(cause: string): boolean {
  return causeFacts(cause).retry !== 'by-itself'
}

/**
 * The words of a cause. One that was not recognised is named as NetSuite wrote it, by as much as groups are told apart
 * by: a gateway may have answered a whole page. The records have all of it.
 */
export function causeWords(cause: string, message: string | null = null) {
  if (isCauseCode(cause)) return exceptionTexts.causes[cause]
  const title = message === null ? exceptionTexts.unrecognised.title : beginningOf(message)
  return { ...exceptionTexts.unrecognised, title }
}

function beginningOf(message: string): string {
  const letters = Array.from(message.replace(/\s+/g, ' ').trim())
  if (letters.length <= NORMAL_TEXT_MAX) return letters.join('')
  return `${letters.slice(0, NORMAL_TEXT_MAX).join('').trimEnd()}…`
}

/** An exception as the calls name it. */
export function refOf({ record, known }: StatedException): CaseRef {
  return { collection: record.collection, record_id: record.id, version: known?.version ?? 0 }
}
