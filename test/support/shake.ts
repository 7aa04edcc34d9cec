/** Simulates a busy machine: `SHAKE=40` delays every answer by up to 40 ms, at random. */
import { setTimeout as later } from 'node:timers'
import type pg from 'pg'

const MAX_DELAY_MS = Number(process.env['SHAKE'] ?? 0)

/**
 * Waits for a random time; without `SHAKE` it does not wait. Tests fake the global timer, also while a worker loads this
 * module again for further files, so the one of `node:timers` is used.
 */
export async function shaken(): Promise<void> {
  if (MAX_DELAY_MS === 0) return
  await new Promise<void>((resolve) => {
    later(resolve, Math.random() * MAX_DELAY_MS)
  })
}

/** Delays every query of the pool; the queries of a connection keep their order. */
export function shakeQueries(pool: pg.Pool): void {
  if (MAX_DELAY_MS === 0) return
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
  // The caller handles the error.
}
