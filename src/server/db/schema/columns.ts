/** Columns that several tables have. */
import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** A moment with its time zone, read as a `Date`. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * The change sequence of the list when the visible part of this person last changed. Database triggers
 * write it, along with the sequence and the tombstones (0006_people_sequence.sql), so no way of changing a
 * person can omit it.
 */
export const personSeq = () => bigint('seq', { mode: 'number' }).notNull().default(0)
