import fs from 'node:fs'
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { engineOf, GivenUp } from '#server/db/embedded/engine.ts'
import { queryMessage } from '#server/db/embedded/wire-protocol.ts'
import { SYNCED_START, syncedFiles } from '#server/db/embedded/synced-files.ts'
import { emptyDatabaseDump } from '#test/support/database/empty-database.ts'

let folder: string
let database: PGlite
const deaths: unknown[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-synced-'))
  database = await PGlite.create({
    fs: syncedFiles(folder, die),
    startParams: SYNCED_START,
    loadDataDir: await emptyDatabaseDump(),
  })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test('the write-ahead log is synced before a commit is answered', async () => {
  const synced = watchSyncs(() => {})
  await database.query("INSERT INTO attempts VALUES ('a', 1, now())")
  expect(synced).toEqual([expect.stringMatching(/\/pg_wal\/[0-9A-F]{24}$/)])
})

test('a transaction is synced once, and reading not at all', async () => {
  const synced = watchSyncs(() => {})
  await database.transaction(async (tx) => {
    for (const name of ['b', 'c', 'd'])
      await tx.query('INSERT INTO attempts VALUES ($1, 1, now())', [name])
    expect(synced).toEqual([])
  })
  await database.query('SELECT * FROM attempts')
  expect(synced).toHaveLength(1)
})

test('a checkpoint syncs the tables, and then the control file', async () => {
  const synced = watchSyncs(() => {})
  await database.query('CHECKPOINT')
  expect(synced.filter((path) => path.includes('/base/')).length).toBeGreaterThan(0)
  expect(synced.at(-1)).toMatch(/\/global\/pg_control$/)
})

test('a disk that refuses a write ends the thread, and nothing is acknowledged', async () => {
  watchSyncs(() => {
    throw new Error('EIO')
  })
  await database.query("INSERT INTO attempts VALUES ('e', 1, now())").catch(() => {})
  expect(deaths.map(String)).toContain('Error: EIO')
})

test('a disk without space for the write-ahead log crashes Postgres, which is reported', async () => {
  const place = mkdtempSync(join(tmpdir(), 'dockside-full-'))
  const full = await PGlite.create({
    fs: syncedFiles(place, die),
    startParams: SYNCED_START,
    loadDataDir: await emptyDatabaseDump(),
  })
  const write = fs.writeSync
  vi.spyOn(fs, 'writeSync').mockImplementation((...args: unknown[]) => {
    const [file, , , length, position] = args
    if (Number(position) + Number(length) > fs.fstatSync(Number(file)).size)
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    return Reflect.apply(write, fs, args)
  })
  syncBuiltinESMExports()
  // More than what is left of the current file of 16 MB.
  const sql = "SELECT pg_logical_emit_message(true, 'a', repeat('x', 20000000))"
  const engine = engineOf(full)
  await expect(engine.exec(queryMessage(sql))).rejects.toThrow(
    /^could not write to file "pg_wal\/.*": No space left on device$/,
  )
  // It would never answer this query.
  await expect(engine.exec(queryMessage('SELECT 1'))).rejects.toBeInstanceOf(GivenUp)
  rmSync(place, { recursive: true })
})

/** In a thread this would not return. */
function die(reason: unknown): never {
  deaths.push(reason)
  throw new Error('dead')
}

/** The paths that are synced from now on, in order. */
function watchSyncs(before: () => void): string[] {
  const synced: string[] = []
  const sync = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    before()
    synced.push(readlinkSync(`/proc/self/fd/${descriptor}`))
    sync(descriptor)
  })
  syncBuiltinESMExports()
  return synced
}
