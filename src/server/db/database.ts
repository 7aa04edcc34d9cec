/** The types of an open database and of its transactions. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** The database: queries run on any free connection. */
export type Database = NodePgDatabase

/** A transaction under way. Inside one, only it may be used: the embedded database has one connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Where transactions begin: in the database, or in a call of somebody's, of which each transaction first
 * looks whether it may still be made (http/admission.ts).
 */
export interface Transacts {
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}

export interface OpenDatabase {
  readonly db: Database
  readonly pool: pg.Pool
  readonly kind: 'embedded' | 'server'
  /** Lets queries under way end, and writes everything to the files. */
  readonly close: () => Promise<void>
}
