/** The tables of admins and mobile users. */
import { bigint, boolean, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AdminFeatures, MobileFeatures } from '#contract/access.ts'
import { personSeq, time } from '#server/db/schema/columns.ts'

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
