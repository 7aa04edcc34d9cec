/** What people decided about an exception, joined with it. */
import { type Case, CASES_KEPT_MS } from '#contract/records/exceptions.ts'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** `snoozed` as long as its date is ahead. */
export type ShownState = 'new' | 'acknowledged' | 'snoozed' | 'resolved'

/**
 * The state of an exception; new without a case, or if a sync has failed since, for another reason or after it was
 * resolved.
 */
export function shownState(
  { at, cause, kind }: Pick<ExceptionRecord, 'at' | 'cause' | 'kind'>,
  known: Case | undefined,
  now: number,
): ShownState {
  if (!known) return 'new'
  // The server writes a case with every answer of a record. Of syncs it hears only what people do.
  const isLater = at !== null && at > Date.parse(known.last_failed_at)
  // What people decided was about the cause that they saw.
  const isOver = known.state === 'resolved' || known.cause !== cause
  if (kind === 'sync' && isLater && isOver) return 'new'
  if (known.state === 'resolved') return 'resolved'
  if (known.snoozed_until !== null && Date.parse(known.snoozed_until) > now) return 'snoozed'
  return known.state
}

/**
 * Whether the case of a record was resolved and forgotten. A server that keeps cases tries a record again, or has a case
 * for it.
 */
export function isForgotten(
  { at, kind }: Pick<ExceptionRecord, 'at' | 'kind'>,
  known: Case | undefined,
  now: number,
): boolean {
  return !known && kind !== 'sync' && at !== null && at < now - CASES_KEPT_MS
}

/** Whether an exception counts as open: neither resolved nor snoozed. */
export function isOpen(state: ShownState): boolean {
  return state === 'new' || state === 'acknowledged'
}
