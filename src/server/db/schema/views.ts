/** The tables of saved views and preferences (decisions/server/views.md). */
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Audience } from '#contract/views/saved-views.ts'
import type { ViewConfig } from '#contract/views/view-config.ts'
import { time } from '#server/db/schema/columns.ts'
import { admins } from '#server/db/schema/people.ts'

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
