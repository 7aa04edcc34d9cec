/** An engine that is protected from a full disk, on whatever database the suite runs. */
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPool } from '#server/db/connections.ts'
import { connectionsTo } from '#server/db/embedded/engine-stream.ts'
import { engineOf } from '#server/db/embedded/engine.ts'
import { readOnlyWhenDiskFull } from '#server/db/embedded/disk-guard.ts'
import { createVacuum } from '#server/db/embedded/vacuum.ts'
import { emptyDatabaseDump } from '#test/support/database/empty-database.ts'

let pool: pg.Pool
let close: () => Promise<void>
let hasRoom = true
let told: boolean[] = []

beforeAll(async () => {
  const database = engineOf(await PGlite.create({ loadDataDir: await emptyDatabaseDump() }))
  const tell = (has: boolean) => void told.push(has)
  const engine = readOnlyWhenDiskFull(database, () => hasRoom, tell)
  const config = { max: 1, user: 'postgres', database: 'postgres', stream: connectionsTo(engine) }
  pool = openPool(config, () => undefined)
  close = engine.close
})
afterAll(async () => {
  await pool.end()
  await close()
})
beforeEach(async () => {
  hasRoom = true
  await pool.query('TRUNCATE attempts')
  told = []
})

const write = (key: string) =>
  pool.query('INSERT INTO attempts VALUES ($1, 1, now())', [key]).then(
    () => 'written',
    (error: unknown) => Object(error).code,
  )
const written = async () => (await pool.query('SELECT key FROM attempts ORDER BY key')).rows

test('while the disk is full everything can be read and nothing written', async () => {
  expect(await write('a')).toBe('written')
  hasRoom = false
  expect([await write('b'), await write('c')]).toEqual(['25006', '25006'])
  expect(await written()).toEqual([{ key: 'a' }])
  hasRoom = true
  expect(await write('d')).toBe('written')
  expect(await written()).toEqual([{ key: 'a' }, { key: 'd' }])
  expect(told).toEqual([false, true])
})

test('an open transaction is completed, and the next one is read-only', async () => {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query("INSERT INTO attempts VALUES ('e', 1, now())")
  hasRoom = false
  await client.query("INSERT INTO attempts VALUES ('f', 1, now())")
  await client.query('COMMIT')
  client.release()
  expect(await write('g')).toBe('25006')
  expect(await written()).toEqual([{ key: 'e' }, { key: 'f' }])
})

test('a connection that begins on a full disk cannot write either', async () => {
  hasRoom = false
  expect(await write('h')).toBe('25006')
  const client = await pool.connect()
  client.release(true)
  expect(await write('i')).toBe('25006')
  expect(told).toEqual([false])
})

test('vacuuming pauses while the disk is full, because it needs space first', async () => {
  const checkpoint = async () =>
    (await pool.query('SELECT redo_lsn FROM pg_control_checkpoint()')).rows
  await write('j')
  const before = await checkpoint()
  const tidy = createVacuum(pool)
  hasRoom = false
  await tidy()
  expect(await checkpoint()).toEqual(before)
  hasRoom = true
  await tidy()
  expect(await checkpoint()).not.toEqual(before)
})
