/** How connections to the embedded database begin and end, on whatever database the suite runs. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionsTo } from '#server/db/embedded/engine-stream.ts'
import { engineOf, type Engine } from '#server/db/embedded/engine.ts'
import { queryMessage } from '#server/db/embedded/wire-protocol.ts'
import { emptyDatabaseDump } from '#test/support/database/empty-database.ts'

let engine: Engine
let sent: string[] = []
let recorded: Engine

beforeAll(async () => {
  engine = engineOf(await PGlite.create({ loadDataDir: await emptyDatabaseDump() }))
})
afterAll(() => engine.close())
beforeEach(() => {
  sent = []
  recorded = {
    close: async () => {},
    exec: (batch) => {
      sent.push(Buffer.from(batch).toString('latin1'))
      return engine.exec(batch)
    },
  }
})

test('Terminate ends the connection and does not reach the database, which keeps running', async () => {
  const connect = connectionsTo(recorded)
  const first = await clientOf(connect)
  await first.end()
  const second = await clientOf(connect)
  expect((await second.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await second.end()
  expect(sent.filter((batch) => batch.startsWith('X'))).toEqual([])
})

test('a connection that closes late does not affect the transaction of the next one', async () => {
  const connect = connectionsTo(recorded)
  const first = await clientOf(connect)
  const second = await clientOf(connect)
  await second.query('BEGIN')
  await second.query("SELECT set_config('dockside.mark', 'kept', true)")
  await first.end()
  const { rows } = await second.query("SELECT current_setting('dockside.mark') AS mark")
  expect(rows).toEqual([{ mark: 'kept' }])
  await second.end()
})

test('replies go to the connection that asked, not to its successor', async () => {
  const connect = connectionsTo(recorded)
  const first = await clientOf(connect)
  const late = first.query("SELECT 'first' AS name")
  const second = await clientOf(connect)
  const [mine, theirs] = await Promise.all([late, second.query("SELECT 'second' AS name")])
  expect([mine.rows, theirs.rows]).toEqual([[{ name: 'first' }], [{ name: 'second' }]])
  await Promise.all([first.end(), second.end()])
})

test('a database that has died fails pending and later calls, and says why', async () => {
  const connect = connectionsTo({
    close: async () => {},
    exec: (batch) => (isSleep(batch) ? Promise.reject(new Error('it died')) : engine.exec(batch)),
  })
  const pool = new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', stream: connect })
  const broken: string[] = []
  pool.on('error', (error) => broken.push(error.message))
  await pool.query('SELECT 1')
  await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow('it died')
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
  await pool.end()
})

test('answers are not retained in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ask = () => engine.exec(queryMessage('SELECT generate_series(1, 30000)'))
  const used = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  expect((await ask()).length).toBeGreaterThan(300_000)
  const before = used()
  for (let time = 0; time < 4; time += 1) await ask()
  // PGlite's own method retains 17 MB of it.
  expect(used() - before).toBeLessThan(5_000_000)
})

function isSleep(batch: Uint8Array): boolean {
  return Buffer.from(batch).includes('pg_sleep')
}

async function clientOf(connect: () => unknown): Promise<pg.Client> {
  const config = { user: 'postgres', database: 'postgres', stream: connect }
  const client = new pg.Client(config as pg.ClientConfig)
  await client.connect()
  return client
}
