/** The types of an open database and its transactions. */
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** The database: queries run on any free connection. */
export type Database = NodePgDatabase

/**
 * An open transaction. Inside it only the transaction may be used, because the embedded database has a
 * single connection.
 */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Where transactions start: in the database, or in a call of a client, whose access each transaction then
 * checks first (http/admission.ts).
 */
export interface Transacts {
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}

export interface OpenDatabase {
  readonly db: Database
  readonly pool: pg.Pool
  readonly kind: 'embedded' | 'server'
  /**
   * Waits for running queries and flushes all files.
   * @param patienceMs how long running queries may take, at most
   */
  readonly close: (patienceMs?: number) => Promise<void>
}
