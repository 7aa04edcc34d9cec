/** A semaphore that all processes on one Postgres server share, such as the permits of the ERP account. */
import type pg from 'pg'

export interface DistributedSemaphore {
  /** Acquires a permit; null if all are taken. Call the result to release it. */
  take(): Promise<(() => Promise<void>) | null>
}

/** An arbitrary number, unique among our advisory locks. */
const PLACE_LOCK = 36_257_435

/** Detects a vanished machine after a minute instead of the system's two hours. */
export const NOTICE_DEATH =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3'

/**
 * Permits are advisory locks of one connection, which the database releases when a process dies. If the
 * connection breaks while the process lives, its permits count as free.
 * @param count the same for all processes
 */
export function createDistributedSemaphore(
  pool: Pick<pg.Pool, 'connect'>,
  count: number,
): DistributedSemaphore {
  let session: Session | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One at a time, because a session can take a lock again that it already holds. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function begin(): Promise<Session> {
    const client = await pool.connect()
    const begun: Session = { client, taken: new Set() }
    client.on('error', lose)
    session = begun
    await client.query(NOTICE_DEATH)
    return begun
  }

  function lose(): void {
    end(true)
  }

  function end(isBroken: boolean): void {
    if (!session) return
    const { client } = session
    session = null
    client.off('error', lose)
    client.release(isBroken)
  }

  /** Returns the connection to the pool once it holds no permit. */
  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      if (session?.taken.size === 0) end(false)
      return answer
    } catch (error) {
      end(true)
      throw error
    }
  }

  async function giveBack(owner: Session, place: number): Promise<void> {
    if (session !== owner) return
    await asking(async () => {
      await owner.client.query('SELECT pg_advisory_unlock($1, $2)', [PLACE_LOCK, place])
      owner.taken.delete(place)
    })
  }

  return {
    take: () =>
      inOrder(() =>
        asking(async () => {
          const owner = session ?? (await begin())
          const place = await freePlace(owner, count)
          if (place === null) return null
          owner.taken.add(place)
          return () => inOrder(() => giveBack(owner, place))
        }),
      ),
  }
}

interface Session {
  readonly client: pg.PoolClient
  /** Permit numbers from 0. */
  readonly taken: Set<number>
}

async function freePlace({ client, taken }: Session, count: number): Promise<number | null> {
  const others = Array.from({ length: count }, (_, place) => place).filter((one) => !taken.has(one))
  const { rows } = await client.query<{ place: number }>(
    'SELECT place FROM unnest($1::int[]) AS place WHERE pg_try_advisory_lock($2, place) LIMIT 1',
    [others, PLACE_LOCK],
  )
  return rows[0]?.place ?? null
}
