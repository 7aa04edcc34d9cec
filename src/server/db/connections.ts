/** Connections that may break at any time: the query in progress fails, and everything else continues. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { recordOrigin } from '#server/db/database-origin.ts'
import { isUnanswered, isUnavailable } from '#server/db/unavailable.ts'
import { countWrites } from '#server/db/write-count.ts'

/** The pool awaits this hook before it hands out a connection, which its types do not say. */
const HOOKS: { readonly onConnect: (client: pg.ClientBase) => Promise<void> } = {
  onConnect: async (client) => {
    // `pg` reads times in this form only; the database or its account may have another one set.
    await client.query("SET DateStyle = 'ISO'")
    await recordOrigin(client)
  },
}

/**
 * Creates a pool whose connections may break. The pool itself listens for errors of idle connections only.
 * An error of one that is checked out, such as in a transaction, would end the process.
 * @param onTrouble called once for each connection that breaks
 */
export function openPool(config: pg.PoolConfig, onTrouble: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, ...HOOKS })
  countWrites(pool)
  pool.on('connect', (client) => {
    client.once('error', onTrouble)
    // A connection may report several errors: that it is being terminated, and then that it has ended.
    client.on('error', () => undefined)
  })
  // For an idle connection, which has already reported the error.
  pool.on('error', () => undefined)
  return pool
}

/**
 * Ends a connection that has not answered: a rollback would wait behind the query as long again.
 * @throws the error
 */
function endIfSilent(client: pg.PoolClient, error: unknown): never {
  if (isUnanswered(error)) void client.end().catch(() => undefined)
  throw error
}

/**
 * Runs queries on any free connection of a pool. Transactions return their connection however they end.
 * Drizzle's own leak a connection that breaks at `begin`, so that after enough database restarts the pool
 * would be empty.
 */
export function databaseOn(pool: pg.Pool): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    let isLost = false
    try {
      return await drizzle(client).transaction(
        (tx) => work(tx).catch((error: unknown) => endIfSilent(client, error)),
        config,
      )
    } catch (error) {
      isLost = isUnavailable(error)
      throw error
    } finally {
      client.release(isLost)
    }
  }
  return Object.assign(drizzle(pool), { transaction })
}
