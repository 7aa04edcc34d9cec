/** The tables of floor records and their bookings. */
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Row } from '#contract/collections.ts'
import { time } from '#server/db/schema/columns.ts'

/** Whether a floor record is not to be booked in the ERP, waits for booking, is booked, or was refused. */
export type BookingState = 'none' | 'waiting' | 'booked' | 'failed'

/**
 * What an unbooked record waits for: the account (login, network, busy), a permission of the role, an open
 * accounting period, or a sync that brings what it names. After a sync that did not bring it, the record
 * waits for a person to correct it, or for a later sync, and holds up no others.
 */
export type WaitsFor = 'account' | 'permission' | 'period' | 'sync' | 'correction'

/** Where a person works, for lines that name no location. */
export interface Home {
  readonly location: string
  /** Whether the person may work in other locations too. */
  readonly isEverywhere: boolean
}

/**
 * What is known of a floor record besides its row in `records`: who sent it, and the state of its booking.
 */
export const floorRecords = pgTable(
  'floor_records',
  {
    collection: text('collection').notNull(),
    id: text('id').notNull(),
    userid: text('userid').notNull(),
    /** Where the person worked when it arrived; null if it is not booked, or an earlier version stored it. */
    home: jsonb('home').$type<Home>(),
    /** Made by the device. A record that is sent again is not stored twice. */
    clientId: text('client_id').notNull(),
    /** SHA-256 of what was sent. */
    hash: text('hash').notNull(),
    booking: text('booking').$type<BookingState>().notNull(),
    /** Attempts since the record arrived, or since a person asked for another one. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is retried; null if it is not. */
    nextAt: time('next_at'),
    /** The lease of the worker that is booking it, and its end. */
    lease: text('lease'),
    leasedUntil: time('leased_until'),
    /** The process that is booking it, if it announces its liveness (`announceLiveness`). */
    leaseOwner: integer('lease_owner'),
    createdAt: time('created_at').notNull(),
    /** When the device made it. Records of the same stock are booked in this order. */
    madeAt: time('made_at').notNull(),
    /** The stock that it changes: an item in a bin, each as one text (`stock-keys.ts`). */
    stockKeys: text('stock_keys').array().notNull().default([]),
    /** What it waits for besides the time, such as a sync; null if nothing. */
    waitsFor: text('waits_for').$type<WaitsFor>(),
    /**
     * The record type under which the ERP may have it, although no answer said so. It is never sent under
     * another one.
     */
    sentAs: text('sent_as'),
  },
  (table) => [
    primaryKey({ columns: [table.collection, table.id] }),
    index('floor_records_by_stock')
      .using('gin', table.stockKeys)
      // No pending list: every lookup would scan it, and claiming a booking looks up each due record.
      .with({ fastupdate: false })
      .where(sql`${table.nextAt} IS NOT NULL`),
    uniqueIndex('floor_records_by_client_id').on(table.collection, table.userid, table.clientId),
    index('floor_records_by_next_at').on(table.nextAt),
  ],
)

/**
 * Units of measure and inventory statuses of the ERP, which bookings need and no list shows. A row of the kind `read`
 * says when the kind that is its id was read.
 */
export const bookingChoices = pgTable(
  'booking_choices',
  {
    kind: text('kind').$type<'unit' | 'status' | 'read'>().notNull(),
    id: text('id').notNull(),
    body: jsonb('body').$type<Row>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
)
