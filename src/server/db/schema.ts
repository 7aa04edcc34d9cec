/**
 * The tables but for those of floor records (`floor-schema.ts`), the same on the embedded database and on a Postgres server
 * (decisions/product/console-and-server.md).
 */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { AdminFeatures, MobileFeatures } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import type { RunState } from '#contract/sync/runs.ts'
import type { Audience } from '#contract/views/saved-views.ts'
import type { ViewConfig } from '#contract/views/view-config.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * The change sequence of the list when the visible part of this person last changed. Database triggers
 * write it, along with the sequence and the tombstones (0006_people_sequence.sql), so no way of changing a
 * person can omit it.
 */
const personSeq = () => bigint('seq', { mode: 'number' }).notNull().default(0)

/**
 * Rows of the ten collections that are mirrored from the ERP or written by the mobile app, in versions.
 * Readers see those with `seq` up to that of the collection and `gone_seq` above it or null. A large merge
 * can therefore be written in steps and become visible at once.
 */
export const records = pgTable(
  'records',
  {
    collection: text('collection').notNull(),
    /** `listKey` of the contract. */
    id: text('id').notNull(),
    body: jsonb('body').$type<Row>().notNull(),
    /** SHA-256 of the body in canonical form. A row with the same hash is not written again. */
    hash: text('hash').notNull(),
    /** The change sequence of the collection when this row last changed. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The change sequence at which this version was replaced or deleted. */
    goneSeq: bigint('gone_seq', { mode: 'number' }),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.id, table.seq] }),
    index('records_by_seq').on(table.collection, table.seq),
    index('records_gone')
      .on(table.collection, table.goneSeq)
      .where(sql`${table.goneSeq} IS NOT NULL`),
    // The balances of an item: the first part of their key (`replaceOwned`).
    index('bin_stock_by_item')
      .on(sql`split_part(${table.id}, '|', 1)`)
      .where(sql`${table.collection} = 'binStock'`),
  ],
)

/** Items whose balances a booking has changed, to be read from the ERP again (decisions/server/bin-stock.md). */
export const staleStock = pgTable('stale_stock', {
  itemId: text('item_id').primaryKey(),
  /** The last booking. */
  bookedAt: time('booked_at').notNull(),
  /** When its balances were read after that; null if they were not. */
  readAt: time('read_at'),
})

/** Deleted rows, so that clients learn which ones to drop. */
export const tombstones = pgTable(
  'tombstones',
  {
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    deletedAt: time('deleted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.id] }),
    index('tombstones_by_seq').on(table.collection, table.seq),
  ],
)

/** One row per collection: its change sequence, and the epoch in which the sequence is valid. */
export const collectionStates = pgTable('collection_states', {
  collection: text('collection').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  epoch: text('epoch').notNull(),
  /**
   * The first sequence since which every deletion is known. A client with an older one gets the whole list.
   */
  deltaFrom: bigint('delta_from', { mode: 'number' }).notNull().default(0),
  /** When the whole collection was last pulled from the ERP; null for a collection that is not pulled. */
  asOf: time('as_of'),
  /** How far the mirror is; null if only a full pull can tell. */
  mark: jsonb('mark').$type<PullMark>(),
})

/** How far the mirror of a collection is, so that the next pull can read only changes. */
export interface PullMark {
  /** Changes were read up to this time, ISO 8601. */
  readonly changedUntil: string
  /** When the last full pull began, ISO 8601. */
  readonly wholeAt: string
  /** The name of the query. Another query may give other rows. */
  readonly query: string
}

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

export const admins = pgTable(
  'admins',
  {
    username: text('username').primaryKey(),
    /** `nameKey` of the contract, by which user names are looked up and are unique. */
    usernameKey: text('username_key').notNull(),
    companyName: text('company_name').notNull(),
    companyEmail: text('company_email').notNull(),
    companyEmailKey: text('company_email_key').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** argon2id in PHC format. */
    passwordHash: text('password_hash').notNull(),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    features: jsonb('features').$type<AdminFeatures>().notNull(),
    /** Sealed; null until a second factor is set up. */
    totpSecret: text('totp_secret'),
    /** Sealed; issued by /2fa/setup and not yet confirmed. */
    pendingTotpSecret: text('pending_totp_secret'),
    /** The last 30-second step whose code was used: a code works once. */
    lastTotpStep: bigint('last_totp_step', { mode: 'number' }),
    /** Sealed; decrypts the rows stored on this admin's devices. */
    cacheKey: text('cache_key').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    seq: personSeq(),
  },
  (table) => [
    uniqueIndex('admins_by_username_key').on(table.usernameKey),
    uniqueIndex('admins_by_company_email_key').on(table.companyEmailKey),
  ],
)

export const mobileUsers = pgTable(
  'mobile_users',
  {
    userid: text('userid').primaryKey(),
    useridKey: text('userid_key').notNull(),
    name: text('name').notNull(),
    passwordHash: text('password_hash').notNull(),
    location: text('location').notNull(),
    multiLocationEnable: boolean('multi_location_enable').notNull(),
    features: jsonb('features').$type<MobileFeatures>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    seq: personSeq(),
  },
  (table) => [uniqueIndex('mobile_users_by_userid_key').on(table.useridKey)],
)

/** A mobile user as stored, including the password hash. */
export type MobileUserRow = typeof mobileUsers.$inferSelect

/**
 * Sessions of mobile users. They are separate from those of admins, because neither token opens what the
 * other does.
 */
export const mobileSessions = pgTable(
  'mobile_sessions',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    userid: text('userid')
      .notNull()
      .references(() => mobileUsers.userid, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('mobile_sessions_by_userid').on(table.userid)],
)

/**
 * How far the sign-in of a session has come: the password only, or the second factor as well
 * (decisions/server/access.md).
 */
export type SessionStage = 'first' | 'full'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token. The token is not stored. */
    tokenHash: text('token_hash').primaryKey(),
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    stage: text('stage').$type<SessionStage>().notNull(),
    /** When the token was issued. */
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    /** Names the session where the token must not appear. A refreshed token keeps it. */
    id: text('id')
      .notNull()
      .default(sql`gen_random_uuid()::text`),
    /** When the person signed in; a refresh keeps it. */
    signedInAt: time('signed_in_at').notNull().defaultNow(),
    /** The browser and the system in words, such as 'Chrome on Android'. */
    device: text('device').notNull().default(''),
    address: text('address').notNull().default(''),
    /** Written at most once a minute. */
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    /** When a factor was last proven (decisions/server/step-up.md). */
    steppedUpAt: time('stepped_up_at'),
  },
  (table) => [
    index('sessions_by_username').on(table.username),
    uniqueIndex('sessions_by_id').on(table.id),
  ],
)

export const passwordResets = pgTable('password_resets', {
  /** SHA-256 of the token in the mail. */
  tokenHash: text('token_hash').primaryKey(),
  username: text('username')
    .notNull()
    .references(() => admins.username, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
})

/** Settings saved on a screen, such as the ERP connection. Every value is sealed. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  sealedValue: text('sealed_value').notNull(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

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
    /** Renewed while the run is alive. A run whose process died is taken over. */
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

/** Who did what to which account or setting. Append-only (decisions/server/secrets.md). */
export const audit = pgTable('audit', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  target: text('target').notNull(),
  address: text('address').notNull(),
  detail: jsonb('detail').$type<Row>(),
})

/** Attempts per account and per address in a time window (decisions/server/rate-limits.md). */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: time('window_ends_at').notNull(),
})

/** Saved views of the lists (decisions/server/views.md). */
export const views = pgTable(
  'views',
  {
    /** Short, because it is part of addresses. */
    id: text('id').primaryKey(),
    /** The list, by the name of its screen. */
    screen: text('screen').notNull(),
    owner: text('owner')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** `nameKey` of the contract, by which the names of an owner are unique on a screen. */
    nameKey: text('name_key').notNull(),
    audience: text('audience').$type<Audience>().notNull(),
    config: jsonb('config').$type<ViewConfig>().notNull(),
    version: integer('version').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [uniqueIndex('views_by_name').on(table.owner, table.screen, table.nameKey)],
)

/** The admins that a view is shared with by name. A deleted account takes its entries with it. */
export const viewReaders = pgTable(
  'view_readers',
  {
    viewId: text('view_id')
      .notNull()
      .references(() => views.id, { onDelete: 'cascade' }),
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.viewId, table.username] })],
)

/** The view that a list opens with: for one admin, or for everyone. */
export const viewDefaults = pgTable(
  'view_defaults',
  {
    screen: text('screen').notNull(),
    /** Null for everyone. */
    username: text('username').references(() => admins.username, { onDelete: 'cascade' }),
    viewId: text('view_id')
      .notNull()
      .references(() => views.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('view_defaults_of_one').on(table.screen, table.username),
    uniqueIndex('view_defaults_of_everyone')
      .on(table.screen)
      .where(sql`${table.username} IS NULL`),
  ],
)

/** What an admin has arranged, key by key (decisions/server/views.md). */
export const preferences = pgTable(
  'preferences',
  {
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Inside an object: drizzle parses a JSON text such as '12' once too often. */
    value: jsonb('value').$type<{ readonly is: unknown }>().notNull(),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.username, table.key] })],
)
