import type pg from 'pg'

/**
 * Fills what a migration has added, within its transaction; answers sentences for the log. It asks for
 * the columns that are there at its number, whatever schema.ts says today.
 */
export type Fill = (client: pg.PoolClient) => Promise<readonly string[]>
