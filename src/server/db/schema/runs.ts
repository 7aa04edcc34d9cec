/** The tables of pulls from the ERP (decisions/server/erp-pulls.md). */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Row } from '#contract/collections.ts'
import type { RunState } from '#contract/sync/runs.ts'
import { time } from '#server/db/schema/columns.ts'

/** Every pull from the ERP, with its state and result, kept for 30 days (decisions/server/erp-pulls.md). */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    collection: text('collection').notNull(),
    startedBy: text('started_by').notNull(),
    /** The process that runs it, if it announces its liveness (`announceLiveness`). */
    owner: integer('owner'),
    state: text('state').$type<RunState>().notNull(),
    startedAt: time('started_at').notNull(),
    /** Renewed while the run is alive, by the clock of the database. A run whose process died is taken over. */
    heartbeatAt: time('heartbeat_at').notNull(),
    endedAt: time('ended_at'),
    /** When the first of its rows was read. A run may take over the pages of an interrupted one. */
    readFrom: time('read_from'),
    /** The key of the last row read, where reading continues; null before the first page. */
    cursor: jsonb('cursor').$type<readonly string[]>(),
    /** Null before the first page. */
    reading: jsonb('reading').$type<Reading>(),
    /** The interrupted run whose staged rows it reuses; null for its own. */
    stage: text('stage'),
    pages: integer('pages').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Which rows were refused and why, the first hundred of them. */
    refusals: jsonb('refusals').$type<{ row: string; reason: string }[]>().notNull().default([]),
    /** The kind of fault that ended it, and the sentence about it. */
    fault: text('fault'),
    error: text('error'),
  },
  (table) => [index('runs_by_collection').on(table.collection, table.startedAt)],
)

/** What a run reads, and what it knows of the change times of its rows. */
export interface Reading {
  /** Only rows that changed since, ISO 8601; null for all. */
  readonly since: string | null
  /** And rows that show new names of customers or suppliers. Runs of older servers do not have it. */
  readonly renamed?: readonly string[]
  /** The name of the query. */
  readonly query: string
  /** The latest change that was read, ISO 8601. */
  readonly latest: string | null
  /** Whether a row has no time of change. */
  readonly isUndated: boolean
  /** Columns and tables that were expected and not there. */
  readonly without?: readonly string[] | undefined
}

/** Pages that a run has read and not yet merged, so that the mirror is never half replaced. */
export const stagedRows = pgTable(
  'staged_rows',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    body: jsonb('body').$type<Row>().notNull(),
    /** Empty for a refused row: the mirror retains its version. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.id] })],
)
