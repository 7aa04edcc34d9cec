/** Whether trying again can help, and what must happen first where it cannot. */
import { causeFacts, isCauseCode } from '#contract/causes/causes.ts'
import type { CaseRef } from '#contract/own/exception-endpoints.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import type { StatedException } from '#console/data/exceptions/group-cases.ts'

/** Counts and inbound records are not booked by the server, so there is nothing to retry. */
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

/** Why nothing of this can be tried again by this person; undefined if something can. */
export function retryRefusal(
  all: readonly StatedException[],
  isSuperAdmin: boolean,
): string | undefined {
  if (retryable(all).length > 0) {
    return isSuperAdmin ? undefined : exceptionScreenTexts.onlySuperAdmin
  }
  const open = all.find(({ state }) => state !== 'resolved')
  if (!open) return exceptionScreenTexts.nothingOpen
  const { kind, cause, collection } = open.record
  const isRefused = kind !== 'sync' && !BOOKED.has(collection)
  return isRefused
    ? exceptionScreenTexts.notBooked
    : exceptionScreenTexts.cannotHelp(causeWords(cause).first)
}

/** The words of a cause; one that was not recognised is shown as NetSuite wrote it. */
export function causeWords(cause: string, message: string | null = null) {
  if (isCauseCode(cause)) return exceptionTexts.causes[cause]
  return { ...exceptionTexts.unrecognised, title: message ?? exceptionTexts.unrecognised.title }
}

/** An exception as the calls name it. */
export function refOf({ record, known }: StatedException): CaseRef {
  return { collection: record.collection, record_id: record.id, version: known?.version ?? 0 }
}
