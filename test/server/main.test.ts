/** The built server as a process: unusable settings, the first start, the end, https. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import {
  addressOf,
  end,
  refusalOf,
  startBuilt,
  type BuiltServer,
} from '#test/support/server/built-server.ts'
import { databaseKind, freshServerDatabase } from '#test/support/database/database.ts'
import { get, post } from '#test/support/server/clients/http.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { firstStartWords } from '#server/start/first-start.ts'
import { tlsFiles } from '#test/support/server/tls.ts'
import { VERSION_PATTERN } from '#test/support/server/version-pattern.ts'

/** Several starts of a process in one test, on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 180_000 })

let folder: string
let databaseUrl: string | null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-main-'))
  databaseUrl = databaseKind() === 'server' ? await freshServerDatabase() : null
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('an unusable setting is reported in a sentence, and the status is 1', () => {
  test('a PORT that is not a number is reported', async () => {
    expect(await refusal({ PORT: 'abc' })).toEqual([
      "PORT must be a free port from 1 to 65535, or 0 for any, but is 'abc'.",
    ])
  })

  test('several wrong settings are reported at once, each in its sentence', async () => {
    const sentences = await refusal({ PORT: 'abc', REGISTRATION: 'maybe', SECRET_KEY: 'short' })
    expect(sentences.map((sentence) => sentence.split(' must be ')[0])).toEqual([
      'PORT',
      'SECRET_KEY',
      'REGISTRATION',
    ])
  })

  test('a setting with a name similar to DATABASE_URL is reported, and no other database is opened', async () => {
    const planted = { DATABASE_URL: '', DATABSE_URL: 'postgres://u:hunter2@h/d' }
    expect(await refusal(planted)).toEqual([
      'DATABSE_URL is no setting, but DATABASE_URL is, and without it another database would be used: rename it, or remove it, or set DATABASE_URL as well.',
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  test('a PORT that is in use is reported', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    expect(await refusal({ PORT: port })).toEqual([
      `PORT must be a free port from 1 to 65535, or 0 for any, but is '${port}' (it is in use).`,
    ])
    other.close()
  })

  test('a HOST of another machine is reported', async () => {
    const [sentence] = await refusal({ HOST: '192.0.2.1' })
    expect(sentence).toMatch(
      /^HOST must be an IP address .* but is '192\.0\.2\.1' \(EADDRNOTAVAIL\)\.$/,
    )
  })

  test('an unreachable DATABASE_URL is reported without its password', async () => {
    const [sentence, ...more] = await refusal({
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/d',
    })
    expect(sentence).toMatch(/^DATABASE_URL must be the address of a reachable Postgres database/)
    expect(sentence).toContain('ECONNREFUSED')
    expect(sentence).not.toContain('hunter2')
    expect(more).toEqual([])
  })

  test('a SECRET_KEY that did not seal the database is reported, and the database is unchanged', async () => {
    const SECRET_KEY = 'the key of the first start, long enough'
    const first = start({ SECRET_KEY })
    const address = await addressOf(first)
    expect((await post(address, endpoints.register.path, NEWCOMER)).status).toBe(200)
    await end(first)

    const expected =
      'SECRET_KEY must be a secret text of at least 32 characters, the same for all processes'
    expect(await refusal({ SECRET_KEY: 'another key, which is long enough too' })).toEqual([
      `${expected} (what is in the database was sealed with another one).`,
    ])
    expect(await refusal({})).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${expected} \\(it is not set, and the key in .*secret\\.key does not fit: what is in the database was sealed with another one\\)\\.$`,
        ),
      ),
    ])

    const again = start({ SECRET_KEY })
    const body = { username: NEWCOMER.username, password: NEWCOMER.password }
    const form = new URLSearchParams(body).toString()
    const login = await fetch(`${await addressOf(again)}/api${endpoints.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    })
    expect(login.status).toBe(200)
    await end(again)
  })

  test('a DATA_DIR that is not writable is reported', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const [sentence, ...more] = await refusal({ DATA_DIR: join(file, 'data') })
    expect(sentence).toMatch(/^DATA_DIR must be a folder that can be written .* \(ENOTDIR\)\.$/)
    expect(more).toEqual([])
  })

  test('unreadable TLS_CERT and TLS_KEY are reported', async () => {
    const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    expect(await refusal({ TLS_CERT, TLS_KEY })).toEqual([
      expect.stringMatching(/^TLS_CERT must be the path of a PEM file .*cert\.pem' \(ENOENT\)\.$/),
      expect.stringMatching(/^TLS_KEY must be the path of a PEM file .*key\.pem' \(ENOENT\)\.$/),
    ])
  })
})

describe('the server', () => {
  test('the server logs variables with names similar to settings', async () => {
    const server = start({ DOCKSIDE_PORT: 'tcp://10.0.0.1:8080' })
    const told = await server.said(/^DOCKSIDE_PORT /)
    expect(told['msg']).toBe('DOCKSIDE_PORT is no setting and is not read. PORT may be meant.')
    await addressOf(server)
    await end(server)
  })

  test('the server says on its first run where the first super admin registers, and later no more', async () => {
    const first = start({ PUBLIC_URL: 'https://dock.example.com' })
    const address = await addressOf(first)
    await expect
      .poll(() => first.errors())
      .toBe(firstStartWords('https://dock.example.com/super-admin-register'))
    expect(JSON.stringify(first.lines())).not.toContain('super-admin-register')
    expect((await post(address, endpoints.register.path, NEWCOMER)).status).toBe(200)
    await end(first)

    const second = start()
    const again = await addressOf(second)
    expect((await get(again, '/api/health')).status).toBe(200)
    const ready = await second.said(/ is ready at /)
    expect(ready['version']).toMatch(VERSION_PATTERN)
    expect((await post(again, endpoints.register.path, NEWCOMER)).status).toBe(403)
    await end(second)
    expect(second.errors()).toBe('')
  })

  test('the server keeps committed data when it is killed, and starts again at once', async () => {
    const first = start()
    const address = await addressOf(first)
    expect((await post(address, endpoints.register.path, NEWCOMER)).status).toBe(200)
    first.kill('SIGKILL')
    await first.ended
    const second = start()
    const again = await addressOf(second)
    expect((await post(again, endpoints.register.path, NEWCOMER)).status).toBe(403)
    await end(second)
  })

  test('on SIGTERM the server finishes running requests, accepts no others, and exits with 0', async () => {
    const server = start()
    const address = await addressOf(server)
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1')
    const form = 'username=ada&password=wrong'
    socket.write(
      `POST /api/token HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\n' +
        `Content-Length: ${form.length}\r\n\r\n${form.slice(0, 5)}`,
    )
    // Another request is answered, so the server has read what came before it.
    await get(address, '/api/health')
    server.kill('SIGTERM')
    await server.said(/^stopping$/)
    await expect(get(address, '/api/health')).rejects.toThrow(/ECONN(REFUSED|RESET)/)

    socket.write(form.slice(5))
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(await server.ended).toBe(0)
    expect(server.errors()).toBe(firstStartWords(`${address}/super-admin-register`))
  })

  test('an address that cannot be decoded is refused like any unknown one', async () => {
    const server = start()
    // The bundler once removed the check as a call without an effect, and Fastify answered in its own words.
    const answer = await get(await addressOf(server), '/api/admin/profile/%')
    expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } })
    await end(server)
  })

  test('the server ends cleanly on a signal that comes as soon as it is ready', async () => {
    const server = start()
    await server.said(/ is ready at /)
    server.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('the server ends at once on the second signal', async () => {
    const server = start()
    const address = await addressOf(server)
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    socket.write('POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    await get(address, '/api/health')
    server.kill('SIGINT')
    await server.said(/^stopping$/)
    server.kill('SIGINT')
    expect(await server.ended).toBe(1)
  })

  test('the server logs only JSON lines, without its secrets', async () => {
    const server = start({ SECRET_KEY: 'SECRET'.repeat(6), LOG_LEVEL: 'trace' })
    const address = await addressOf(server)
    await post(address, endpoints.register.path, { ...NEWCOMER, password: 'SECRET1' })
    await get(address, '/reset-password?token=SECRET2')
    await end(server)
    expect(server.lines().length).toBeGreaterThan(3)
    expect(JSON.stringify(server.lines())).not.toContain('SECRET')
    expect(server.errors()).toBe(firstStartWords(`${address}/super-admin-register`))
  })

  test('the server speaks https with TLS_CERT and TLS_KEY, and sends HSTS', async () => {
    const files = tlsFiles()
    const server = start({ TLS_CERT: files.cert, TLS_KEY: files.key })
    const address = await addressOf(server)
    expect(address).toMatch(/^https:/)
    const answer = await get(address, '/api/health')
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/)
    await end(server)
    rmSync(files.folder, { recursive: true })
  })
})

function start(env: Readonly<Record<string, string>> = {}): BuiltServer {
  const database = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  return startBuilt({ PORT: '0', DATA_DIR: folder, ...database, ...env })
}

function refusal(env: Readonly<Record<string, string>>): Promise<string[]> {
  return refusalOf(start(env))
}
