/** What an answer of NetSuite means for the case of a record. */
import type { cases } from '#server/db/schema/exceptions.ts'

/** A case as stored. */
export type CaseRow = typeof cases.$inferSelect

/** An answer to a record. */
export interface Answered {
  readonly id: string
  readonly success: boolean
  readonly cause: string
  readonly at: Date
}

/** The case of a record that never failed before; null for a success. */
export function newCase(collection: string, { id, success, cause, at }: Answered): CaseRow | null {
  return success ? null : { ...emptyCase(collection, id, at), cause, failures: 1 }
}

/** A new case of a record that has not failed yet. */
export function emptyCase(collection: string, recordId: string, at: Date): CaseRow {
  return {
    collection,
    recordId,
    kind: 'refused',
    cause: 'no-answer',
    state: 'new',
    assignee: null,
    snoozedUntil: null,
    failures: 0,
    firstFailedAt: at,
    lastFailedAt: at,
    reopenedAt: null,
    triedAgainAt: null,
    resolvedBy: null,
    resolvedAt: null,
    resolvedHow: null,
    erpNumber: null,
    notes: 0,
    version: 1,
    seq: 0,
  }
}

const UNRESOLVED = { resolvedBy: null, resolvedAt: null, resolvedHow: null, erpNumber: null }

/** A case after another answer; the same object if the answer changes nothing. */
export function caseAfter(before: CaseRow, { success, cause, at }: Answered): CaseRow {
  const isByHand = before.state === 'resolved' && before.resolvedHow !== 'booked'
  if (success) {
    // What a person said of it stays beside NetSuite's answer: it may be booked twice.
    if (isByHand) return { ...before, resolvedHow: 'booked', version: before.version + 1 }
    if (before.state === 'resolved') return before
    const resolved = { resolvedBy: null, resolvedAt: at, resolvedHow: 'booked' } as const
    const state = { state: 'resolved', snoozedUntil: null, triedAgainAt: null } as const
    return { ...before, ...state, ...resolved, version: before.version + 1 }
  }
  const wasAsked = before.triedAgainAt !== null
  const isResolved = before.state === 'resolved'
  // The row was written again with the answer that it had.
  if (at.getTime() === before.lastFailedAt.getTime() && before.failures > 0 && !wasAsked)
    if (!isResolved || isByHand) return before
  const counted: CaseRow = {
    ...before,
    kind: 'refused',
    cause,
    failures: before.failures + 1,
    firstFailedAt: before.failures === 0 ? at : before.firstFailedAt,
    lastFailedAt: at,
    triedAgainAt: null,
  }
  // The person knows better than another attempt, but sees it.
  if (isByHand) return { ...counted, version: before.version + 1 }
  if (!isResolved && !wasAsked && cause === before.cause) return counted
  const renewed = { state: 'new', snoozedUntil: null, reopenedAt: at } as const
  return { ...counted, ...renewed, ...UNRESOLVED, version: before.version + 1 }
}
