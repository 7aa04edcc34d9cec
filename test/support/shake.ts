/** What a busy machine does, on demand: `SHAKE=40` lets every answer come up to 40 ms late, at random. */
import type pg from 'pg'

const MOST_MS = Number(process.env['SHAKE'] ?? 0)

// Tests fake the clock; this is the one on the wall.
const later = setTimeout

/** Waits for a random while; not at all without `SHAKE`. */
export async function shaken(): Promise<void> {
  if (MOST_MS === 0) return
  await new Promise<void>((resolve) => {
    later(resolve, Math.random() * MOST_MS)
  })
}

/** Lets every query of the pool come late, in the order in which its connection got them. */
export function shakeQueries(pool: pg.Pool): void {
  if (MOST_MS === 0) return
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    let turn = Promise.resolve()
    const late = (...args: unknown[]): unknown => {
      const answer = turn.then(shaken).then((): unknown => Reflect.apply(query, client, args))
      turn = answer.then(ignored, ignored)
      return answer
    }
    Object.assign(client, { query: late })
  })
}

function ignored(): void {
  // Who asked hears of it.
}
