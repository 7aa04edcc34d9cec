/** The tables of sessions, and of what a sign-in leaves behind. */
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { time } from '#server/db/schema/columns.ts'
import { admins, mobileUsers } from '#server/db/schema/people.ts'

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

export const passwordResets = pgTable('password_resets', {
  /** SHA-256 of the token in the mail. */
  tokenHash: text('token_hash').primaryKey(),
  username: text('username')
    .notNull()
    .references(() => admins.username, { onDelete: 'cascade' }),
  expiresAt: time('expires_at').notNull(),
})

/** Attempts per account and per address in a time window (decisions/server/rate-limits.md). */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: time('window_ends_at').notNull(),
})
