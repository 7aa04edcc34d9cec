/** `npm run second-factor -- reset`: the only super admin has lost everything, and has the machine. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { savedDatabaseFile } from '#server/auth/saved-database.ts'
import { codeAt } from '#server/auth/totp.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { ask, firstAccount } from '#test/support/server/first-admin.ts'
import { command } from '#test/server/service/second-factor/run-command.ts'

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
