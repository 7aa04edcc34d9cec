/** A few places that all processes on one Postgres server share, such as those of the ERP account. */
import type pg from 'pg'

export interface DistributedSemaphore {
  /** Takes a free place; null where all are taken. What it answers gives the place back. */
  take(): Promise<(() => Promise<void>) | null>
}

/** Any number, as long as nobody else locks by it. */
const PLACE_LOCK = 36_257_435

/** A machine that has vanished is given up after a minute, not after the system's two hours. */
export const NOTICE_DEATH =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3'

/**
 * Places are advisory locks of one connection, which the database gives back by itself when a
 * process dies. Should the connection break while the process lives, its places count as free.
 * @param count the same for all processes
 */
export function createDistributedSemaphore(
  pool: Pick<pg.Pool, 'connect'>,
  count: number,
): DistributedSemaphore {
  let session: Session | null = null
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other: a session gets a lock that it has already once more. */
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

  /** The connection goes back as soon as it holds no place. */
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
  /** Places from 0 on. */
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
