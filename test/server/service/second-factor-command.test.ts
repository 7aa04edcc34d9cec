/** `npm run second-factor -- reset`: the only super admin has lost everything, and has the machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import {
  draftSavedDatabase,
  savedDatabaseFile,
  type SavedDatabase,
} from '#server/auth/saved-database.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { codeAt } from '#server/auth/totp.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import { addressOf, end, PROGRAM, startBuilt } from '#test/support/server/built-server.ts'
import { thisMachine } from '#test/support/machine.ts'
import { ask, firstAccount } from '#test/support/server/first-admin.ts'

vi.setConfig({ testTimeout: 120_000 })

const { username, password } = NEWCOMER

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

/** Runs the command with the settings of the server. */
async function command(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const program = join(dirname(PROGRAM), 'second-factor.js')
  const child = spawn(process.execPath, [program, ...words], { env })
  const said: string[] = []
  child.stdout.on('data', (text: Buffer) => said.push(String(text)))
  child.stderr.on('data', (text: Buffer) => said.push(String(text)))
  await once(child, 'close')
  return { status: child.exitCode, said: said.join('') }
}

/** Signs in with a password alone, sets up a new authenticator, and returns the token of the full session. */
async function enrolAgain(address: string): Promise<string> {
  const login = await ask(address, endpoints.login, { body: { username, password } })
  const token = String(login.body['access_token'])
  const named = { username, password }
  const setup = await ask(address, endpoints.twoFactorSetup, { token, body: named })
  const secret = String(Object(setup.body['data'])['secret_key'])
  const totp_code = codeAt(secret, Date.now())
  const enabled = await ask(address, endpoints.twoFactorEnable, {
    token,
    body: { username, secret_key: secret, totp_code },
  })
  return String(enabled.body['access_token'])
}

const settings = {
  'the embedded database': async () => ({ PORT: '0', DATA_DIR: join(place, 'embedded') }),
  'a Postgres server': async () => ({
    PORT: '0',
    DATA_DIR: join(place, 'postgres'),
    DATABASE_URL: await postgres.createDatabase('command'),
  }),
}

describe.each(Object.entries(settings))('on %s', (_kind, settingsOf) => {
  test('the command resets a second factor while the server runs, says what it did, and leaves mail and an entry', async () => {
    const env = await settingsOf()
    const server = startBuilt(env)
    const address = await addressOf(server)
    const { token } = await firstAccount(address)

    expect(await command(env, 'reset', 'nobody')).toEqual({
      status: 1,
      said: "There is no admin 'nobody'.\n",
    })
    const { status, said } = await command(env, 'reset', username.toUpperCase())
    expect(said).toContain(`The second factor of ${username} is reset.`)
    expect(said).toContain('Removed: the authenticator, 0 passkeys, 0 recovery codes.')
    expect(status).toBe(0)

    await expect(ask(address, endpoints.ownProfile, { token })).rejects.toThrow('answered 401')
    const again = await enrolAgain(address)
    const { body } = await ask(address, ownEndpoints.auditTrail, { token: again })
    expect(body['data']).toContainEqual(
      expect.objectContaining({
        actor: 'server console',
        action: 'second-factor-reset',
        target: username,
      }),
    )
    const outbox = join(env.DATA_DIR, 'outbox')
    const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
    expect(mails.filter((mail) => mail.includes('second factor was reset'))).toHaveLength(1)
    await end(server)

    // Without a server it opens the database itself.
    expect((await command(env, 'reset', username)).status).toBe(0)
    const wrong = await command({ ...env, SECRET_KEY: 'x'.repeat(40) }, 'reset', username)
    expect(wrong.status).toBe(1)
    expect(wrong.said).toContain('SECRET_KEY must be')
  })
})

test('the command reaches a server whose key file ends with the line break of an editor', async () => {
  const env = { PORT: '0', DATA_DIR: join(place, 'edited-key') }
  const first = startBuilt(env)
  await firstAccount(await addressOf(first))
  await end(first)
  appendFileSync(join(env.DATA_DIR, 'secret.key'), '\n')
  const second = startBuilt(env)
  await addressOf(second)
  const { status, said } = await command(env, 'reset', username)
  expect(said).toContain(`The second factor of ${username} is reset.`)
  expect(status).toBe(0)
  await end(second)
})

test('the command does not touch an embedded database that was left for Postgres', async () => {
  const left = join(place, 'left')
  mkdirSync(join(left, 'database'), { recursive: true })
  writeFileSync(join(left, 'secret.key'), 'k'.repeat(43))
  const note = { place: 'db.example.com/wms', by: 'DATABASE_URL' }
  writeFileSync(join(left, 'uses-postgres'), JSON.stringify(note))
  const { status, said } = await command({ DATA_DIR: left }, 'reset', username)
  expect([status, said]).toEqual([
    1,
    expect.stringMatching(
      /^DATABASE_URL is not set, but .* was used with the Postgres database db/,
    ),
  ])
  expect(readdirSync(join(left, 'database'))).toEqual([])
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

    // Nobody restarted it yet, so the next start moves what the old database has.
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

test.runIf(thisMachine.isRoot)(
  'the command of another account than the one of the server is refused before it writes anything',
  async () => {
    const env = { PORT: '0', DATA_DIR: join(place, 'owned') }
    const server = startBuilt(env)
    await firstAccount(await addressOf(server))
    await end(server)
    const SERVICE = 65_534
    const files = (): string[] =>
      readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' }).toSorted()
    const before = files()
    for (const file of ['', ...before]) chownSync(join(env.DATA_DIR, file), SERVICE, SERVICE)

    expect(await command(env, 'reset', username)).toEqual({
      status: 1,
      said: `Run this command as the account of the server: ${join(env.DATA_DIR, 'database/dockside-mark')} belongs to user ${SERVICE}, and this is user 0. Nothing was changed.\n`,
    })
    expect(files()).toEqual(before)
    const owners = new Set(files().map((file) => statSync(join(env.DATA_DIR, file)).uid))
    expect([...owners]).toEqual([SERVICE])
  },
)

test.runIf(thisMachine.isRoot)(
  'the command of the account that runs the server is carried out in a folder that another account made',
  async () => {
    const env = { PORT: '0', DATA_DIR: join(place, 'mounted') }
    const first = startBuilt(env)
    await firstAccount(await addressOf(first))
    await end(first)
    const files = readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' })
    for (const file of ['', ...files]) chownSync(join(env.DATA_DIR, file), 1000, 1000)
    const second = startBuilt(env)
    await addressOf(second)
    expect((await command(env, 'reset', username)).said).toContain('is reset')
    await end(second)
    expect((await command(env, 'reset', username)).status).toBe(0)
  },
)

test('the command says in a sentence what it cannot read', async () => {
  const DATA_DIR = join(place, 'unreadable')
  mkdirSync(join(DATA_DIR, 'database'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'secret.key'), 'k'.repeat(43))
  writeFileSync(savedDatabaseFile(DATA_DIR), 'nonsense')
  const damaged = await command({ DATA_DIR }, 'reset', 'root')
  expect(damaged).toEqual({
    status: 1,
    said: expect.stringMatching(
      /^The database saved in ERP Setup cannot be used \(not a sealed text of version 1\).*\n$/,
    ),
  })

  // A folder in its place, because root may read any file.
  rmSync(join(DATA_DIR, 'secret.key'))
  mkdirSync(join(DATA_DIR, 'secret.key'))
  expect(await command({ DATA_DIR }, 'reset', 'root')).toEqual({
    status: 1,
    said: expect.stringMatching(/^DATA_DIR must be .* \(EISDIR\)\.\n$/),
  })
  const file = join(DATA_DIR, 'saved-database')
  expect(await command({ DATA_DIR: file }, 'reset', 'root')).toEqual({
    status: 1,
    said: expect.stringMatching(/^DATA_DIR must be .* \(ENOTDIR\)\.\n$/),
  })
})

test('the command explains itself, and needs a data folder with a key', async () => {
  const none = await command({ DATA_DIR: join(place, 'none') }, 'reset', 'root')
  expect(none.status).toBe(1)
  expect(none.said).toContain('it has no key')
  const usage = await command({}, 'reset')
  expect([usage.status, usage.said]).toEqual([2, expect.stringContaining('Usage: npm run')])
})
