/** Connections that may break at any moment: whoever uses one is told, and everybody else goes on. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { recordOrigin } from '#server/db/database-origin.ts'
import { isUnavailable } from '#server/db/unavailable.ts'

/** The pool waits for it before it gives a connection to anybody, which its types do not tell. */
const HOOKS: { readonly onConnect: (client: pg.ClientBase) => Promise<void> } = {
  onConnect: recordOrigin,
}

/**
 * Makes a pool whose connections may break. The pool itself listens to idle ones only: one that is
 * checked out, such as in the middle of a transaction, would end the process.
 * @param onTrouble told once of each connection that breaks
 */
export function openPool(config: pg.PoolConfig, onTrouble: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, ...HOOKS })
  pool.on('connect', (client) => {
    client.once('error', onTrouble)
    // It may say so more than once: that it is ended, and then that it has ended.
    client.on('error', () => undefined)
  })
  // Of an idle connection, which has told it by itself.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Queries on any free connection of a pool. A transaction gives its connection back however it
 * ends: Drizzle's own keeps one that breaks at its `begin` for ever, and after as many restarts of
 * the database as the pool has connections there would be none.
 */
export function databaseOn(pool: pg.Pool): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client).transaction(work, config)
    } catch (error) {
      isLost = isUnavailable(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return Object.assign(drizzle(pool), { transaction })
}
