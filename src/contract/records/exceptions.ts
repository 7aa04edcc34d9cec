/** What admins decide about records that need attention, as it is sent (decisions/server/exceptions.md). */
import { z } from 'zod/mini'
import type { AnyFeatureAccess } from '#contract/access.ts'
import type { PulledList } from '#contract/lists.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'

/** Whoever may see one of the four kinds of records may see exceptions. */
export const EXCEPTIONS_ACCESS = {
  anyFeature: ['bincount', 'binAdjustment', 'binTransfer', 'inbound'],
} as const satisfies AnyFeatureAccess

/** The collections whose records can be exceptions. */
export const RECORD_COLLECTIONS = [
  'binCountRecords',
  'binAdjustmentRecords',
  'binTransfer',
  'inboundDataRecords',
] as const satisfies readonly FloorCollection[]

/** Whether records of a collection can be exceptions. */
export function isExceptionCollection(name: string): name is FloorCollection {
  return RECORD_COLLECTIONS.some((one) => one === name)
}

/** Where an exception belongs: a collection of records, or an area of the ERP for a sync. */
export type ExceptionCollection = FloorCollection | PulledList

/** Refused by NetSuite, unanswered for too long, or a sync that failed or left rows out. */
export const EXCEPTION_KINDS = ['refused', 'unanswered', 'sync'] as const
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number]

/** The record of a failed sync; that of a refused row is `SYNC_ROW` and the row. */
export const SYNC_RECORD = 'sync'
export const SYNC_ROW = 'row:'

/** A record without an answer becomes an exception after 15 minutes, if its server books it. */
export const UNANSWERED_AFTER_MS = 15 * 60_000
/** A resolved case is forgotten after 180 days. */
export const CASES_KEPT_MS = 180 * 24 * 3_600_000
/** How many cases one action or retry may name. */
export const CASES_AT_ONCE = 500
export const NOTE_MAX_LENGTH = 1_000
export const ERP_NUMBER_MAX_LENGTH = 60
/** A retry stops after this many faults in a row that are not the record's own. */
export const RETRY_FAULTS_MAX = 5
/** How many retries one answer lists. */
export const RETRIES_LISTED = 10

const text = z.string()
const time = z.string()
const count = z.number()

/** `snoozed` is not a state: a date stands beside it. */
export const CASE_STATES = ['new', 'acknowledged', 'resolved'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** By an answer of NetSuite, or by a person with a reason. */
export const RESOLVED_HOW = ['booked', 'booked-by-hand', 'not-needed', 'wrong-record'] as const
export type ResolvedHow = (typeof RESOLVED_HOW)[number]

/** How a person may resolve a case. */
export const RESOLVABLE_HOW = ['booked-by-hand', 'not-needed', 'wrong-record'] as const

/** What is known of one exception besides its row. Times are ISO 8601 in UTC. */
export const Case = z.looseObject({
  collection: text,
  /** The id of the record in its list. */
  record_id: text,
  kind: z.enum(EXCEPTION_KINDS),
  cause: text,
  state: z.enum(CASE_STATES),
  assignee: z.nullable(text),
  snoozed_until: z.nullable(time),
  /** How often the record failed; of a sync, how many new failures people have acted on. */
  failures: count,
  first_failed_at: time,
  last_failed_at: time,
  /** When it last became new again, after it was resolved or tried again, or a sync failed for another reason; null if it never did. */
  reopened_at: z.nullable(time),
  resolved_by: z.nullable(text),
  resolved_at: z.nullable(time),
  resolved_how: z.nullable(z.enum(RESOLVED_HOW)),
  /** NetSuite's number of what was booked by hand; it stays if NetSuite has booked it as well. */
  erp_number: z.nullable(text),
  /** The retry under way that includes it. */
  retry_id: z.nullable(text),
  /** How many notes it has. */
  notes: count,
  /** Rises whenever its state, assignee or snoozing changes, but not when a later sync fails. */
  version: count,
})
export type Case = z.infer<typeof Case>

/** The key of a case in the answers: collection and record id. */
export function caseKey(collection: string, recordId: string): string {
  return `${collection}|${recordId}`
}

/** Who looks after a cause, whatever records come. */
export const CauseOwner = z.looseObject({
  cause: text,
  assignee: z.nullable(text),
  note: z.nullable(text),
  by: text,
  at: time,
})
export type CauseOwner = z.infer<typeof CauseOwner>

/** A retry of several records. `total = succeeded + failed + waiting`. */
export const Retry = z.looseObject({
  id: text,
  /** The cause whose records it retries; null for chosen records. */
  cause: z.nullable(text),
  by: text,
  started_at: time,
  ended_at: z.nullable(time),
  total: count,
  succeeded: count,
  failed: count,
  /** Not tried yet; once it has ended, not tried at all: it was stopped, or a person resolved them by hand. */
  waiting: count,
  /** The cause of the faults that stopped it; null if it was not stopped. */
  stopped_because: z.nullable(text),
})
export type Retry = z.infer<typeof Retry>

/**
 * What happened to a case: a note or an action of a person; `booked` or `failed`, when NetSuite's answer or a later
 * sync resolved it or made it new again, or came although a person had resolved it by hand.
 */
export const CASE_STEPS = [
  'note',
  'acknowledge',
  'reopen',
  'assign',
  'snooze',
  'resolve',
  'retry',
  'booked',
  'failed',
] as const
export type CaseStep = (typeof CASE_STEPS)[number]

/** One note of a person, or one step of a case or cause. */
export const CaseNote = z.looseObject({
  id: count,
  /** Null for one on a whole cause. */
  collection: z.nullable(text),
  record_id: z.nullable(text),
  at: time,
  /** Null if it happened by itself. */
  by: z.nullable(text),
  step: z.enum(CASE_STEPS),
  /** The note, or who it was assigned to, until when it is snoozed, how it was resolved. */
  text: z.nullable(text),
})
export type CaseNote = z.infer<typeof CaseNote>
