/** On which database the command `second-factor` works while another one is saved in ERP Setup. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { draftSavedDatabase, type SavedDatabase } from '#server/auth/saved-database.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { firstAccount } from '#test/support/server/first-admin.ts'
import { command } from '#test/server/service/second-factor/run-command.ts'

vi.setConfig({ testTimeout: 120_000 })

const { username } = NEWCOMER

let postgres: TestPostgres
let place: string
beforeAll(async () => {
  postgres = await startPostgres()
  place = mkdtempSync(join(tmpdir(), 'dockside-command-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(place, { recursive: true })
})

describe('while another database is saved in ERP Setup', () => {
  test('the command works on the database that the server runs on, and leaves the saved one alone', async () => {
    const env = folderOf('unsettled')
    const server = startBuilt(env)
    await firstAccount(await addressOf(server))
    const url = await postgres.createDatabase('saved_empty')
    await save(env, { url, before: null })
    expect((await command(env, 'reset', username)).said).toContain('is reset')
    expect(await tablesIn(url)).toBe(0)
    await end(server)

    // The server has not been restarted yet, so its next start moves what the old database has.
    expect((await command(env, 'reset', username)).said).toContain('Removed: no authenticator')
    expect(await tablesIn(url)).toBe(0)
  })

  test('the command works on the Postgres database that a server runs on, although the saved one has the same admin', async () => {
    const env = folderOf('between')
    const [url, before] = [
      await postgres.createDatabase('saved_next'),
      await postgres.createDatabase('saved_now'),
    ]
    const elsewhere = startBuilt({ ...env, DATA_DIR: join(place, 'elsewhere'), DATABASE_URL: url })
    await firstAccount(await addressOf(elsewhere))
    await end(elsewhere)
    const server = startBuilt({ ...env, DATABASE_URL: before })
    await firstAccount(await addressOf(server))
    await save(env, { url, before })
    expect((await command(env, 'reset', username)).said).toContain('is reset')
    expect([await factorsIn(before), await factorsIn(url)]).toEqual([0, 1])
    await end(server)
  })

  test('the command works on the saved database once everything has been moved there, even if the start was killed then', async () => {
    const env = folderOf('killed')
    const first = startBuilt(env)
    await firstAccount(await addressOf(first))
    await end(first)
    const url = await postgres.createDatabase('saved_moved')
    await save(env, { url, before: null })
    const second = startBuilt(env)
    await addressOf(second)
    await end(second)
    await save(env, { url, before: null })
    expect((await command(env, 'reset', username)).said).toContain('is reset')
    expect(await factorsIn(url)).toBe(0)
  })

  function folderOf(name: string) {
    return { PORT: '0', DATA_DIR: join(place, name) }
  }

  async function save({ DATA_DIR }: { DATA_DIR: string }, saved: SavedDatabase): Promise<void> {
    const seal = sealerWith(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8'))
    await (await draftSavedDatabase(DATA_DIR, seal, saved)).keep()
  }

  function tablesIn(url: string): Promise<number> {
    return counted(url, "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'")
  }

  function factorsIn(url: string): Promise<number> {
    return counted(url, 'SELECT count(totp_secret)::int AS n FROM admins')
  }

  async function counted(url: string, query: string): Promise<number> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ n: number }>(query)
    await client.end()
    return rows[0]?.n ?? -1
  }
})
