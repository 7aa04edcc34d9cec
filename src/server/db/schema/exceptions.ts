/** The tables of cases and retries (decisions/server/exceptions.md). */
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { ActionReply } from '#contract/own/exception-endpoints.ts'
import type {
  CaseState,
  CaseStep,
  ExceptionKind,
  ResolvedHow,
} from '#contract/records/exceptions.ts'
import { time } from '#server/db/schema/columns.ts'
import { admins } from '#server/db/schema/people.ts'

/** What people decided about one exception, and how often it failed. */
export const cases = pgTable(
  'cases',
  {
    collection: text('collection').notNull(),
    recordId: text('record_id').notNull(),
    kind: text('kind').$type<ExceptionKind>().notNull(),
    cause: text('cause').notNull(),
    state: text('state').$type<CaseState>().notNull(),
    assignee: text('assignee').references(() => admins.username, { onDelete: 'set null' }),
    snoozedUntil: time('snoozed_until'),
    failures: integer('failures').notNull(),
    firstFailedAt: time('first_failed_at').notNull(),
    lastFailedAt: time('last_failed_at').notNull(),
    /** When it last became new again. */
    reopenedAt: time('reopened_at'),
    /** When a person asked for another attempt; null once that is answered. */
    triedAgainAt: time('tried_again_at'),
    /** Null if only NetSuite's answer resolved it. Not a reference: the name outlives the account. */
    resolvedBy: text('resolved_by'),
    resolvedAt: time('resolved_at'),
    resolvedHow: text('resolved_how').$type<ResolvedHow>(),
    erpNumber: text('erp_number'),
    /** How many notes of people it has. */
    notes: integer('notes').notNull().default(0),
    version: integer('version').notNull(),
    /** The sequence of `cases` when it last changed. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.recordId] }),
    index('cases_by_seq').on(table.seq),
    index('cases_by_cause').on(table.cause),
  ],
)

/** Notes of people, and the steps of cases. Append-only. */
export const caseNotes = pgTable(
  'case_notes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Both null for a note on a whole cause. */
    collection: text('collection'),
    recordId: text('record_id'),
    /** The cause that a note is on; null for one case. */
    cause: text('cause'),
    at: time('at').notNull(),
    /** Null if it happened by itself. */
    by: text('by'),
    step: text('step').$type<CaseStep>().notNull(),
    text: text('text'),
  },
  (table) => [
    index('case_notes_by_record').on(table.collection, table.recordId),
    index('case_notes_by_cause').on(table.cause),
  ],
)

/** Who looks after a cause. */
export const causeOwners = pgTable('cause_owners', {
  cause: text('cause').primaryKey(),
  assignee: text('assignee').references(() => admins.username, { onDelete: 'set null' }),
  note: text('note'),
  by: text('by').notNull(),
  at: time('at').notNull(),
})

/** Retries of several records. */
export const retries = pgTable(
  'retries',
  {
    id: text('id').primaryKey(),
    /** Null for chosen records. */
    cause: text('cause'),
    by: text('by').notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    total: integer('total').notNull(),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    /** Faults in a row that were not the record's own. */
    faults: integer('faults').notNull().default(0),
    stoppedBecause: text('stopped_because'),
  },
  (table) => [index('retries_by_start').on(table.startedAt)],
)

/** How a record of a retry ended: `left` if the retry ended, or a person resolved it by hand, before it was tried. */
export type RetryOutcome = 'succeeded' | 'failed' | 'left'

/** The records of retries. A record is in one unfinished retry at most. */
export const retryRecords = pgTable(
  'retry_records',
  {
    retryId: text('retry_id')
      .notNull()
      .references(() => retries.id, { onDelete: 'cascade' }),
    collection: text('collection').notNull(),
    recordId: text('record_id').notNull(),
    /** Null until it is answered. */
    outcome: text('outcome').$type<RetryOutcome>(),
    /** When it would have been booked without the retry, or was first sent by it; null if only a person tries it again. */
    nextBefore: time('next_before'),
  },
  (table) => [
    primaryKey({ columns: [table.retryId, table.collection, table.recordId] }),
    index('retry_records_unanswered')
      .on(table.retryId)
      .where(sql`${table.outcome} IS NULL`),
    uniqueIndex('retry_records_open')
      .on(table.collection, table.recordId)
      .where(sql`${table.outcome} IS NULL`),
  ],
)

/** Answers of actions, so that an action sent again has no further effect. */
export const caseActions = pgTable(
  'case_actions',
  {
    by: text('by').notNull(),
    actionId: text('action_id').notNull(),
    at: time('at').notNull(),
    /** The results of an action, or the retry that was started. */
    reply: jsonb('reply').$type<ActionReply | { readonly retry: string }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.by, table.actionId] })],
)
