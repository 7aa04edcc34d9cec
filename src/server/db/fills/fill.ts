import type pg from 'pg'

/**
 * Fills in data that a migration has added, in its transaction, and returns sentences for the log. It
 * queries the columns as of its own migration, whatever schema/ says today.
 */
export type Fill = (client: pg.PoolClient) => Promise<readonly string[]>
