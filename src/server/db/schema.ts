/** The tables, the same on the embedded database and on a Postgres server (decisions/product/console-and-server.md). */
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
import type { RunState } from '#contract/sync.ts'

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * The change sequence of the list when what it shows of this person last changed. Triggers of the
 * database write it, with the sequence and the tombstones (0006_people_sequence.sql): so no way of
 * changing a person can leave it out.
 */
const personSeq = () => bigint('seq', { mode: 'number' }).notNull().default(0)

/**
 * Rows of the ten collections that are mirrored from the ERP or written by the mobile app, in
 * versions: readers see those with `seq` up to that of the collection and `gone_seq` above it or none.
 * So a large merge can be written little by little, and be seen whole at once.
 */
export const records = pgTable(
  'records',
  {
    collection: text('collection').notNull(),
    /** `rowKey` of the contract. */
    id: text('id').notNull(),
    body: jsonb('body').$type<Row>().notNull(),
    /** SHA-256 of the body in canonical form: an equal row is not written again. */
    hash: text('hash').notNull(),
    /** The change sequence of the collection when this row last changed. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The change sequence from which on this version is replaced or gone. */
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
  ],
)

/** Rows that are gone, so that a client can be told which to drop. */
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

/** One row a collection: its change sequence, and the epoch in which the sequence has a meaning. */
export const collectionStates = pgTable('collection_states', {
  collection: text('collection').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  epoch: text('epoch').notNull(),
  /** The first sequence from which every deletion is still known: what is older gets the whole list. */
  deltaFrom: bigint('delta_from', { mode: 'number' }).notNull().default(0),
  /** When the ERP last gave the whole area; null for what the ERP does not give. */
  asOf: time('as_of'),
  /** How far the mirror is; null where only a whole pull can tell. */
  mark: jsonb('mark').$type<PullMark>(),
})

/** How far the mirror of an area is, so that the next pull may read only what was changed since. */
export interface PullMark {
  /** Up to when changes were read, ISO 8601. */
  readonly changedUntil: string
  /** When the last pull of everything began, ISO 8601. */
  readonly wholeAt: string
  /** With which query: another one may give other rows. */
  readonly query: string
}

/** What a run reads, and what it has seen of the times of its rows. */
export interface Reading {
  /** Only rows that were changed since, ISO 8601; null for all. */
  readonly since: string | null
  /** With which query. */
  readonly query: string
  /** The latest change that was read, ISO 8601. */
  readonly latest: string | null
  /** Whether a row does not tell when it was changed. */
  readonly isUndated: boolean
}

export const admins = pgTable(
  'admins',
  {
    username: text('username').primaryKey(),
    /** `nameKey` of the contract: what user names are looked up and taken by. */
    usernameKey: text('username_key').notNull(),
    companyName: text('company_name').notNull(),
    companyEmail: text('company_email').notNull(),
    companyEmailKey: text('company_email_key').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    isSuperAdmin: boolean('is_super_admin').notNull().default(false),
    features: jsonb('features').$type<AdminFeatures>().notNull(),
    /** Sealed; null until a second factor was set up. */
    totpSecret: text('totp_secret'),
    /** Sealed; issued by /2fa/setup and not yet proven. */
    pendingTotpSecret: text('pending_totp_secret'),
    /** The last 30-second step whose code was used: a code works once. */
    lastTotpStep: bigint('last_totp_step', { mode: 'number' }),
    /** Sealed; opens the rows kept on this admin's devices. */
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

/** Sessions of mobile users, apart from those of admins: a token of one opens nothing of the other. */
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

/** Whether a record of the floor is to be booked in the ERP, waits for it, is booked, or was not taken. */
export type BookingState = 'none' | 'waiting' | 'booked' | 'failed'

/** What is known of a record besides its row in `records`: who sent it, and how its booking stands. */
export const floorRecords = pgTable(
  'floor_records',
  {
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    userid: text('userid').notNull(),
    /** Made by the device: sent again it stores nothing twice. */
    clientId: text('client_id').notNull(),
    /** SHA-256 of what was sent. */
    hash: text('hash').notNull(),
    booking: text('booking').$type<BookingState>().notNull(),
    /** How often it was begun since it came, or since a person asked for it again. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried by itself; null: not again. */
    nextAt: time('next_at'),
    /** Who is booking it, and until when nobody else may. */
    lease: text('lease'),
    leasedUntil: time('leased_until'),
    /** The process that is booking it, where it shows life (`announceLiveness`). */
    leaseOwner: integer('lease_owner'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.id] }),
    uniqueIndex('floor_records_by_client_id').on(table.collection, table.userid, table.clientId),
    index('floor_records_by_next_at').on(table.nextAt),
  ],
)

/** How far a session has come: the password alone, or the second factor as well (decisions/server/access.md). */
export type SessionStage = 'first' | 'full'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token; the token itself is stored nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    stage: text('stage').$type<SessionStage>().notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('sessions_by_username').on(table.username)],
)

export const passwordResets = pgTable('password_resets', {
  /** SHA-256 of the token in the mail. */
  tokenHash: text('token_hash').primaryKey(),
  username: text('username')
    .notNull()
    .references(() => admins.username, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
})

/** Settings that a screen saves, such as the ERP connection; every value is sealed. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  sealedValue: text('sealed_value').notNull(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

/** Every pull from the ERP, how it stands or ended, kept for 30 days (decisions/server/erp-pulls.md). */
export const runs = pgTable(
  'runs',
  {
    id: text('id').primaryKey(),
    collection: text('collection').notNull(),
    startedBy: text('started_by').notNull(),
    /** The process that carries it out, where it shows life (`announceLiveness`). */
    owner: integer('owner'),
    state: text('state').$type<RunState>().notNull(),
    startedAt: time('started_at').notNull(),
    /** Renewed while the run is alive: a run whose process died is taken over. */
    heartbeatAt: time('heartbeat_at').notNull(),
    endedAt: time('ended_at'),
    /** When the first of its rows was read: a run may take over the pages of one that broke off. */
    readFrom: time('read_from'),
    /** The key of the last row read, where reading goes on; null before the first page. */
    cursor: jsonb('cursor').$type<readonly string[]>(),
    /** Null before the first page. */
    reading: jsonb('reading').$type<Reading>(),
    /** The broken run whose staged rows it goes on with; null for its own. */
    stage: text('stage'),
    pages: integer('pages').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** Which rows were refused and why, the first hundred of them. */
    refusals: jsonb('refusals').$type<{ row: string; reason: string }[]>().notNull().default([]),
    /** What kind of fault ended it, and the sentence that says so. */
    fault: text('fault'),
    error: text('error'),
  },
  (table) => [index('runs_by_collection').on(table.collection, table.startedAt)],
)

/** Pages of a run that are read but not yet in the mirror: nothing half-replaced is ever readable. */
export const stagedRows = pgTable(
  'staged_rows',
  {
    runId: text('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    body: jsonb('body').$type<Row>().notNull(),
    /** Empty for a row that was refused: the mirror keeps what it has of it. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.id] })],
)

/** Who did what to which account or setting; only ever added to (decisions/server/secrets.md). */
export const audit = pgTable('audit', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  target: text('target').notNull(),
  address: text('address').notNull(),
  detail: jsonb('detail').$type<Row>(),
})

/** Attempts per account and per address in a window of time (decisions/server/rate-limits.md). */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: time('window_ends_at').notNull(),
})
