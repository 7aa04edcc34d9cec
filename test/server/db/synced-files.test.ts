import fs from 'node:fs'
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SYNCED_START, syncedFiles } from '#server/db/synced-files.ts'
import { emptyDatabaseDump } from '#test/support/empty-database.ts'

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

test('a commit is on the disk before it is answered: its log of changes is synced', async () => {
  const synced = watchSyncs(() => {})
  await database.query("INSERT INTO attempts VALUES ('a', 1, now())")
  expect(synced).toEqual([expect.stringMatching(/\/pg_wal\/[0-9A-F]{24}$/)])
})

test('a transaction is synced once, reading not at all', async () => {
  const synced = watchSyncs(() => {})
  await database.transaction(async (tx) => {
    for (const name of ['b', 'c', 'd'])
      await tx.query('INSERT INTO attempts VALUES ($1, 1, now())', [name])
    expect(synced).toEqual([])
  })
  await database.query('SELECT * FROM attempts')
  expect(synced).toHaveLength(1)
})

test('a checkpoint syncs the tables, and last of all the file that says so', async () => {
  const synced = watchSyncs(() => {})
  await database.query('CHECKPOINT')
  expect(synced.filter((path) => path.includes('/base/')).length).toBeGreaterThan(0)
  expect(synced.at(-1)).toMatch(/\/global\/pg_control$/)
})

test('a disk that refuses ends the thread: nothing is answered as if it were safe', async () => {
  watchSyncs(() => {
    throw new Error('EIO')
  })
  await database.query("INSERT INTO attempts VALUES ('e', 1, now())").catch(() => {})
  expect(deaths.map(String)).toContain('Error: EIO')
})

/** In a thread this would not return. */
function die(reason: unknown): never {
  deaths.push(reason)
  throw new Error('dead')
}

/** The paths that are synced from now on, in their order. */
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
