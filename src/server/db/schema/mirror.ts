/** The tables of the mirrored collections: rows in versions, deletions, and how far each collection is. */
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import { time } from '#server/db/schema/columns.ts'

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
