/** A network that drops connections without a word, as a failover or a firewall does. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'

const CONNECTIONS = 10
const TWO_MINUTES_MS = 125_000

let proxy: Server
let sockets: Socket[]
let database: OpenDatabase

beforeEach(async () => {
  const url = new URL(await freshServerDatabase())
  const [port, host] = [Number(url.port), url.hostname]
  sockets = []
  proxy = createServer((here) => {
    const there = connect(port, host)
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      from.on('error', () => to.destroy())
      from.pipe(to)
      sockets.push(from)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const events = { onTrouble: () => undefined, onDeath: () => undefined }
  database = await openDatabase({ databaseUrl: url.href, dataDir: 'unused' }, events)
})
afterEach(async () => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  await database.close()
  proxy.close()
})

test('a transaction on such a connection ends with its query, and not only after the rollback', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = database.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`)
    for (const socket of sockets) socket.unpipe().pause()
    const silent = tx.execute(sql`SELECT 2`)
    void vi.advanceTimersByTimeAsync(TWO_MINUTES_MS)
    await silent
  })
  expect(isUnavailable(await asked.catch((error: unknown) => error))).toBe(true)
})

test('connections that are dropped without a word are given up, and the next query gets a new one', async () => {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => database.pool.query('SELECT pg_sleep(0.05)')),
  )
  for (const socket of sockets) socket.unpipe().pause()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Array.from({ length: CONNECTIONS }, () =>
    database.pool.query('SELECT 1').catch((error: unknown) => error),
  )
  await vi.advanceTimersByTimeAsync(TWO_MINUTES_MS)
  expect((await Promise.all(asked)).map(isUnavailable)).toEqual(asked.map(() => true))
  expect((await database.pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
})
