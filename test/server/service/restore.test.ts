/**
 * A dump is restored over newer rows, or a standby takes over, on whatever database the suite runs: no list is
 * mistaken for an earlier one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { allRows, changesSince } from '#server/db/mirror/changes.ts'
import { type CollectionState, stateOf } from '#server/db/mirror/collection-states.ts'
import type { Database } from '#server/db/database.ts'
import { databaseOn, openPool } from '#server/db/connections.ts'
import { openDatabase } from '#server/db/open.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { countsAt } from '#test/support/counts.ts'
import { createDatabase } from '#test/support/database/databases.ts'
import { runPostgresProgram } from '#test/support/database/dump.ts'
import { ask, firstAdmin } from '#test/support/server/first-admin.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/database/postgres.ts'
import { scannerAt } from '#test/support/scanner.ts'

let postgres: OwnPostgres
let other: OwnPostgres | null = null
let folder: string
let databases = 0

beforeAll(async () => {
  postgres = await startOwnPostgres()
  folder = mkdtempSync(join(tmpdir(), 'dockside-restore-'))
})
afterAll(async () => {
  await postgres.end()
  await other?.end()
  rmSync(folder, { recursive: true })
})

type Restore = (dump: string, url: string) => Promise<string>

test.each<[how: string, restore: Restore]>([
  ['with --clean into the same database', cleanRestore],
  ['as rows alone into the emptied tables of the same database', rowsRestore],
  ['into a new database of the same server', restoreInto(() => aDatabase())],
  ['into another server', restoreInto(() => otherServer())],
])('a dump that is restored %s begins new epochs', async (_how, restore) => {
  const url = await aDatabase()
  await inDatabase(url, (db) => putBin(db, 'dumped'))
  const dump = await dumpOf(url)
  const known = await inDatabase(url, (db) => putBin(db, 'lost'))

  const restored = await restore(dump, url)
  await inDatabase(restored, async (db) => {
    const found = await putBin(db, 'kept')
    expect(found.seq).toBe(known.seq)
    expect(found.epoch).not.toBe(known.epoch)
    // Nothing leads there from the sequences of the earlier epoch.
    expect(await changesSince(db, 'bins', { since: known.seq, epoch: known.epoch })).toBeNull()
    const all = await allRows(db, 'bins')
    expect(all).toMatchObject({ mode: 'full', count: 2, state: { epoch: found.epoch } })
  })
})

test('a copy made by CREATE DATABASE has its own epochs', async () => {
  const url = await aDatabase()
  const known = await inDatabase(url, (db) => putBin(db, 'copied'))
  const copy = await aDatabase(`TEMPLATE ${nameIn(url)}`)
  const found = await inDatabase(copy, (db) => stateOf(db, 'bins'))
  expect(found.seq).toBe(known.seq)
  expect(found.epoch).not.toBe(known.epoch)
})

test("a role that may not read the server's identity gets epochs too", async () => {
  const url = new URL(await aDatabase())
  await query(url.href, 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC')
  await query(url.href, `CREATE ROLE clerk LOGIN PASSWORD 'clerk'`)
  await query(url.href, `ALTER DATABASE ${nameIn(url.href)} OWNER TO clerk`)
  url.username = url.password = 'clerk'
  const [known, again] = [
    await inDatabase(url.href, (db) => putBin(db, 'kept')),
    await inDatabase(url.href, (db) => stateOf(db, 'bins')),
  ]
  expect(again).toEqual(known)
})

test('an epoch survives restarts of both, and database maintenance', async () => {
  const url = await aDatabase()
  const known = await inDatabase(url, (db) => putBin(db, 'kept'))
  for (const tidy of ['VACUUM (FREEZE, ANALYZE)', 'REINDEX TABLE records', 'CHECKPOINT'])
    await query(url, tidy)
  await postgres.stop('immediate')
  await postgres.start()
  expect(await inDatabase(url, (db) => stateOf(db, 'bins'))).toEqual(known)
})

test('connections from before and after the promotion of a standby see the same new epoch', async () => {
  const url = await aDatabase()
  const known = await inDatabase(url, (db) => putBin(db, 'kept'))
  const { promoted } = await startAsStandby(url)
  const pools = [openPool({ connectionString: url, max: 1 }, () => {})]
  const epochs = () =>
    Promise.all(pools.map(async (pool) => (await stateOf(databaseOn(pool), 'bins')).epoch))
  await epochs()
  await query(url, 'SELECT pg_promote()')
  await promoted
  pools.push(openPool({ connectionString: url, max: 1 }, () => {}))
  const [before, after] = await epochs()
  expect(before).toBe(after)
  expect(after).not.toBe(known.epoch)
  for (const pool of pools) await pool.end()
})

test('a server that runs during a restore answers a known list with the restored rows', async () => {
  const url = await aDatabase()
  const server = startBuilt({ PORT: '0', DATA_DIR: folder, DATABASE_URL: url })
  const address = await addressOf(server)
  const token = await firstAdmin(address)
  const scanner = await scannerAt(address, token, 'binCount')
  const send = (bin: string) =>
    ask(address, mobileEndpoints.sendBinCount, {
      token: scanner,
      body: { client_id: bin, bin_name: bin },
    })
  await send('dumped')
  const dump = await dumpOf(url)
  await send('lost')
  const { etag, seq } = await countsAt(address, token)
  expect(await countsAt(address, token, { etag })).toEqual({ status: 304 })

  await cleanRestore(dump, url)
  await send('kept')
  const found = await countsAt(address, token, { etag })
  expect(found).toMatchObject({ status: 200, seq, bins: ['dumped', 'kept'] })
  await end(server)
})

async function putBin(db: Database, id: string): Promise<CollectionState> {
  await putRecords(db, 'bins', [{ id }], Date.UTC(2026, 4, 11, 12))
  return stateOf(db, 'bins')
}

async function inDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const events = { onTrouble: () => {}, onDeath: () => {} }
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: 'unused' }, events)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

function aDatabase(how = ''): Promise<string> {
  databases += 1
  return createDatabase(postgres.url, `restored_${databases}`, how)
}

/**
 * Starts the server again as a standby without a primary.
 * @returns once it answers queries; the start itself settles when it is promoted
 */
async function startAsStandby(url: string): Promise<{ readonly promoted: Promise<void> }> {
  const [row] = await query(url, 'SHOW data_directory')
  await postgres.stop('fast')
  writeFileSync(join(String(row?.['data_directory']), 'standby.signal'), '')
  const promoted = postgres.start()
  const inRecovery = () => query(url, 'SELECT pg_is_in_recovery()').catch(() => [])
  await expect.poll(inRecovery, { timeout: 20_000 }).toEqual([{ pg_is_in_recovery: true }])
  return { promoted }
}

function nameIn(url: string): string {
  return pg.escapeIdentifier(new URL(url).pathname.slice(1))
}

async function dumpOf(url: string): Promise<string> {
  const dump = join(folder, `${nameIn(url)}.dump`)
  await runPostgresProgram(postgres.bin, 'pg_dump', ['--format=custom', `--file=${dump}`, url])
  return dump
}

async function restoreDump(dump: string, url: string, ...how: string[]): Promise<string> {
  const args = ['--exit-on-error', ...how, `--dbname=${url}`, dump]
  await runPostgresProgram(postgres.bin, 'pg_restore', args)
  return url
}

function cleanRestore(dump: string, url: string): Promise<string> {
  return restoreDump(dump, url, '--clean', '--if-exists')
}

async function rowsRestore(dump: string, url: string): Promise<string> {
  await query(
    url,
    `SET session_replication_role = replica;
     DO $$ DECLARE one text; BEGIN
       FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
         EXECUTE format('DELETE FROM %I', one);
       END LOOP;
     END $$`,
  )
  return restoreDump(dump, url, '--data-only', '--disable-triggers')
}

function restoreInto(make: () => Promise<string>): Restore {
  return async (dump) => restoreDump(dump, await make())
}

async function otherServer(): Promise<string> {
  other = await startOwnPostgres()
  return createDatabase(other.url, 'restored')
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}
