/**
 * The database saved in ERP Setup, used from the next start on (decisions/server/erp-addresses.md), with
 * real processes and real Postgres.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pathSince } from '#contract/sync/changes.ts'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { savedDatabaseFile } from '#server/auth/saved-database.ts'
import { leaveNote, noteFilePath } from '#server/start/postgres-note.ts'
import { codeAt } from '#server/auth/totp.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { startNetSuite, type NetSuite } from '#test/netsuite/server.ts'
import {
  addressOf,
  end,
  refusalOf,
  startBuilt,
  type BuiltServer,
} from '#test/support/server/built-server.ts'
import { dropDatabase } from '#test/support/database/databases.ts'
import { ask, firstAccount, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'
import { post } from '#test/support/server/clients/http.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'

vi.setConfig({ testTimeout: 180_000 })

const SECRETS = {
  consumerKey: 'planted-consumer-key',
  consumerSecret: 'planted-consumer-secret',
  tokenId: 'planted-token-id',
  tokenSecret: 'planted-token-secret',
}
const MOVED = /^everything has been moved/

let postgres: TestPostgres
let netsuite: NetSuite
let folder: string
let others = 0

beforeAll(async () => {
  postgres = await startPostgres()
  const warehouse = makeWarehouse({ locations: 3, bins: 1_100, items: 5, inventory: 5 })
  netsuite = await startNetSuite({
    credentials: { ...sandboxCredentials, ...SECRETS },
    warehouse,
  })
})
afterAll(async () => {
  await netsuite.close()
  await postgres.stop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-saved-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a saved database', () => {
  test('a saved database has everything at the next start: accounts, ERP settings, rows and sequences', async () => {
    const url = await newDatabase()
    const first = start()
    const before = await addressOf(first)
    const { token, secret } = await firstAccount(before)
    await setUpErp(before, token, netsuite, url)
    await ask(before, pullEndpoint('bins'), { token })
    const old = await binsOf(before, token)
    expect(old.rows.length).toBe(1_100)
    expect(await healthOf(before)).toMatchObject({ status: 'ok', database: 'embedded' })
    await end(first)

    const secrets = [NEWCOMER.password, secret, token, url, ...Object.values(SECRETS)]
    const open = [NEWCOMER.company_name, NEWCOMER.company_email]
    expect(readable(folder, [...secrets, ...open])).toEqual(open)
    const file = savedDatabaseFile(folder)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const second = start()
    const address = await addressOf(second)
    expect(second.lines().filter(({ msg }) => MOVED.test(String(msg)))).toHaveLength(1)
    expect(await healthOf(address)).toMatchObject({ status: 'ok', database: 'server' })
    expect((await post(address, endpoints.register.path, NEWCOMER)).status).toBe(403)
    // The old one is unchanged and may be used again: the two must not number on in one epoch.
    const moved = await binsOf(address, token)
    expect({ ...moved, epoch: old.epoch }).toEqual(old)
    expect(moved.epoch).not.toBe(old.epoch)
    const again = await signIn(address, secret)
    const status = await ask(address, ownEndpoints.erpSettingsStatus, { token: again })
    expect(Object.values(Object(status.body['data']))).toEqual(Array(7).fill(true))

    const [bin] = netsuite.warehouse.rows('bin')
    netsuite.warehouse.change('bin', bin?.id ?? 0, { memo: 'after the move' })
    await ask(address, pullEndpoint('bins'), { token: again })
    const delta = await binsSince(address, again, moved)
    expect(delta.body).toMatchObject({ mode: 'delta', from: old.seq })
    expect(delta.body['data']).toMatchObject([{ id: String(bin?.id), memo: 'after the move' }])
    expect(delta.headers.get('x-sync-epoch')).toBe(moved.epoch)
    expect(Number(delta.headers.get('x-seq'))).toBe(old.seq + 1)
    expect((await binsSince(address, again, old)).body).toMatchObject({ mode: 'full' })
    await end(second)

    rmSync(file)
    const back = start()
    expect(await binsOf(await addressOf(back), token)).toEqual(old)
    await end(back)
  })

  test('a saved database that cannot be used fails the start with one sentence, and DATABASE_URL takes precedence', async () => {
    const url = await newDatabase()
    const SECRET_KEY = 'the key of the first start, long enough'
    const first = start({ SECRET_KEY })
    const before = await addressOf(first)
    await setUpErp(before, await firstAdmin(before), netsuite, url)
    await end(first)

    await dropDatabase(postgres.url, new URL(url).pathname.slice(1))
    expect(await refusalOf(start({ SECRET_KEY }))).toEqual([
      expect.stringMatching(
        /^The database saved in ERP Setup cannot be used \(.*does not exist\): make it usable, or set DATABASE_URL or remove .*saved-database to use another one\.$/,
      ),
    ])

    const DATABASE_URL = await newDatabase()
    const elsewhere = start({ SECRET_KEY, DATABASE_URL })
    await elsewhere.said(MOVED)
    expect((await post(await addressOf(elsewhere), endpoints.register.path, NEWCOMER)).status).toBe(
      403,
    )
    await end(elsewhere)
    expect(existsSync(savedDatabaseFile(folder))).toBe(true)
  })
})

describe('a folder that was used with DATABASE_URL', () => {
  test('a folder with a note neither opens its embedded database nor fills another one from it, and opens it as before once the note is removed', async () => {
    const first = start()
    const address = await addressOf(first)
    expect((await post(address, endpoints.register.path, NEWCOMER)).status).toBe(200)
    await end(first)
    const moved = start({ DATABASE_URL: await newDatabase(), SECRET_KEY: keyOf(folder) })
    await moved.said(MOVED)
    await addressOf(moved)
    await end(moved)

    const mistyped = { DATABASE_URL: await newDatabase(), SECRET_KEY: keyOf(folder) }
    expect(await refusalOf(start(mistyped))).toEqual([
      expect.stringMatching(
        /\(it has no admins, and this data folder was used with the Postgres database .*saved_\d+ until now: restore/,
      ),
    ])
    expect(await refusalOf(start())).toEqual([
      expect.stringMatching(/^DATABASE_URL is not set, but .*uses-postgres to use the embedded/),
    ])
    rmSync(noteFilePath(folder))
    const back = start()
    expect((await post(await addressOf(back), endpoints.register.path, NEWCOMER)).status).toBe(403)
    await end(back)
  })

  test('a Postgres without admins starts again beside an embedded database without admins', async () => {
    const first = start()
    await addressOf(first)
    await end(first)
    const settings = { DATABASE_URL: await newDatabase(), SECRET_KEY: keyOf(folder) }
    for (let time = 0; time < 2; time += 1) {
      const server = start(settings)
      expect(await addressOf(server)).toMatch(/^http:/)
      await end(server)
    }
  })

  test('a folder refuses an embedded database without admins even after the saved one was taken back', async () => {
    const first = start()
    await addressOf(first)
    await end(first)
    leaveNote(folder, { url: postgres.url, by: 'ERP Setup' })
    expect(await refusalOf(start())).toEqual([
      expect.stringMatching(/^DATABASE_URL is not set, but the data folder /),
    ])
  })
})

/** The key that a first start has generated in its folder. */
function keyOf(place: string): string {
  return readFileSync(join(place, 'secret.key'), 'utf8')
}

function start(env: Readonly<Record<string, string>> = {}): BuiltServer {
  return startBuilt({ PORT: '0', DATA_DIR: folder, ERP_ALLOWED_HOSTS: netsuite.url, ...env })
}

/** Which of some texts are readable in any file of a folder, including those of the database. */
function readable(place: string, texts: readonly string[]): string[] {
  const files = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
  return texts.filter((text) => files.some((bytes) => bytes.includes(text)))
}

function newDatabase(): Promise<string> {
  others += 1
  return postgres.createDatabase(`saved_${others}`)
}

async function healthOf(address: string): Promise<Record<string, unknown>> {
  return (await ask(address, endpoints.health)).body
}

async function binsOf(address: string, token: string) {
  const { body, headers } = await ask(address, listEndpoint('bins'), { token })
  const seq = Number(headers.get('x-seq'))
  return { seq, epoch: headers.get('x-sync-epoch') ?? '', rows: body['data'] as Row[] }
}

function binsSince(
  address: string,
  token: string,
  { seq, epoch }: { readonly seq: number; readonly epoch: string },
) {
  const { method, path } = listEndpoint('bins')
  return ask(address, { method, path: pathSince(path, { since: seq, epoch }) }, { token })
}

/** With the code of the next step, because that of this one may have been used. */
async function signIn(address: string, secret: string): Promise<string> {
  const { username, password } = NEWCOMER
  const { body } = await ask(address, endpoints.login, { body: { username, password } })
  const full = await ask(address, endpoints.twoFactorLogin, {
    token: String(body['access_token']),
    body: { username, password, totp_code: codeAt(secret, Date.now() + 30_000) },
  })
  return String(full.body['access_token'])
}
