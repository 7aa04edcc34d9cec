/** The tables of recovery codes and passkeys. */
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '#server/db/schema/columns.ts'
import { admins } from '#server/db/schema/people.ts'

/** Recovery codes, each good for one use (decisions/server/recovery.md). */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    /** Argon2id with a salt of its own. */
    hash: text('hash').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.username, table.hash] })],
)

/** Passkeys (decisions/server/passkeys.md). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The id that the authenticator chose, in base64url. */
    id: text('id').primaryKey(),
    username: text('username')
      .notNull()
      .references(() => admins.username, { onDelete: 'cascade' }),
    /** The public key in COSE form, as base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<readonly string[]>().notNull(),
    /** Whether the authenticator synchronises it to other devices. */
    isBackedUp: boolean('is_backed_up').notNull(),
    name: text('name').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
    /** When its counter ran back, which a copy does: it opens nothing from then on. */
    copiedAt: time('copied_at'),
  },
  (table) => [index('passkeys_by_username').on(table.username)],
)

/** What a challenge may be used for. */
export type ChallengePurpose = 'register' | 'sign-in' | 'step-up'

/** Challenges of passkeys, each good for one use within five minutes. */
export const challenges = pgTable('challenges', {
  /** The challenge itself, in base64url. */
  challenge: text('challenge').primaryKey(),
  /** The account that asked; null for a sign-in. */
  username: text('username').references(() => admins.username, { onDelete: 'cascade' }),
  purpose: text('purpose').$type<ChallengePurpose>().notNull(),
  expiresAt: time('expires_at').notNull(),
})
