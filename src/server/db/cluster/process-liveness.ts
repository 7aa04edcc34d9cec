/**
 * Which processes on one Postgres server are alive, so that the work of a dead one can be taken over at
 * once.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { type Column, type SQL, sql } from 'drizzle-orm'
import { NOTICE_DEATH } from '#server/db/cluster/distributed-semaphore.ts'

/** An arbitrary number, unique among our advisory locks. */
const LIFE_LOCK = 36_257_436
const MAX_OWNER = 2_147_483_647
const AGAIN_MS = 1_000

/** The sign of life of this process. */
export interface Liveness {
  /** The id by which others know this process, in `runs.owner` and `floor_records.lease_owner`. */
  readonly owner: number
  end(): void
}

/**
 * Holds an advisory lock for the life of the process; the database releases it when the process dies. If
 * the connection breaks, the lock is taken again. Until then others may take over runs and bookings of this
 * process, which notices that (`RunLost`, `endAttempt`).
 */
export async function announceLiveness(pool: Pick<pg.Pool, 'connect'>): Promise<Liveness> {
  const owner = randomInt(1, MAX_OWNER)
  let client: pg.PoolClient | null = null
  let again: NodeJS.Timeout | null = null
  let isOver = false

  async function hold(): Promise<void> {
    const held = await pool.connect()
    held.on('error', lose)
    client = held
    await held.query(NOTICE_DEATH)
    await held.query('SELECT pg_advisory_lock_shared($1, $2)', [LIFE_LOCK, owner])
    if (isOver) drop()
  }

  function drop(): void {
    client?.off('error', lose)
    client?.release(true)
    client = null
  }

  /** A connection that breaks during a query reports it twice, but is replaced only once. */
  function lose(): void {
    drop()
    if (isOver || again) return
    again = setTimeout(() => {
      again = null
      if (!isOver) hold().catch(lose)
    }, AGAIN_MS)
    again.unref()
  }

  await hold()
  return {
    owner,
    end: () => {
      isOver = true
      drop()
    },
  }
}

/** SQL condition: the row has an owner, and the owner is dead. */
export function isProcessDead(owner: Column): SQL {
  return sql`(${owner} IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks AS life
    WHERE life.locktype = 'advisory' AND life.classid = ${LIFE_LOCK}::int::oid
      AND life.objid = ${owner}::oid AND life.objsubid = 2
      AND life.database = (SELECT oid FROM pg_database WHERE datname = current_database())))`
}

/** Whether any process of ours runs on a database. */
export async function hasLivingProcess(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $1::int::oid AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`,
    [LIFE_LOCK],
  )
  return rows.length > 0
}
