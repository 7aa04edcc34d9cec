/** The tables of the settings saved on a screen and of the audit trail. */
import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Row } from '#contract/collections.ts'
import { time } from '#server/db/schema/columns.ts'

/** Settings saved on a screen, such as the ERP connection. Every value is sealed. */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  sealedValue: text('sealed_value').notNull(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

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
