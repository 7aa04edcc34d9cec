/**
 * Signals to a server that runs as a service, with a mail server or a database that hangs and a certificate that is
 * renewed.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres } from '#test/support/database/postgres.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { ask, firstAccount } from '#test/support/server/first-admin.ts'
import { get } from '#test/support/server/clients/http.ts'
import { tlsFiles } from '#test/support/server/tls.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-end-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a server whose mail server hangs ends within the ten seconds that Docker allows, and says what it did not send', async () => {
  const server = startBuilt({ PORT: '0', DATA_DIR: folder, SMTP_URL: await silentMailServer() })
  const address = await addressOf(server)
  await firstAccount(address)
  const body = { email_or_username: NEWCOMER.username }
  await ask(address, endpoints.requestPasswordReset, { body })
  const asked = performance.now()
  await end(server)
  expect(performance.now() - asked).toBeLessThan(9_000)
  const unsent = server.lines().filter(({ msg }) => /was not sent/.test(String(msg)))
  expect(unsent.map(({ msg, count }) => [msg, count])).toContainEqual([
    'a reset mail was not sent before the server ended',
    1,
  ])
  expect(JSON.stringify(unsent)).not.toContain(NEWCOMER.company_email)
})

test('a server whose database does not answer ends within the ten seconds that Docker allows', async () => {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase('hanging')
  const server = startBuilt({ PORT: '0', DATA_DIR: folder, DATABASE_URL: url })
  const address = await addressOf(server)
  const { token } = await firstAccount(address)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query('BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
  const hanging = ask(address, endpoints.ownProfile, { token }).catch(() => undefined)
  await expect.poll(() => waitingIn(other)).toBeGreaterThan(0)

  const asked = performance.now()
  await end(server)
  expect(performance.now() - asked).toBeLessThan(9_900)
  await hanging
  await other.end()
  await postgres.stop()
})

test('SIGHUP makes a service read its certificate again, and ends nothing', async () => {
  const files = tlsFiles()
  onTestFinished(() => rmSync(files.folder, { recursive: true }))
  const tls = { TLS_CERT: files.cert, TLS_KEY: files.key }
  const server = startBuilt({ PORT: '0', DATA_DIR: folder, ...tls })
  await addressOf(server)
  writeFileSync(files.cert, 'half')
  server.kill('SIGHUP')
  const said = await server.said(/^the changed certificate/)
  expect(said['msg']).toBe('the changed certificate cannot be used: the one before it stays')
  await end(server)
})

test('SIGHUP does nothing to a service without a certificate', async () => {
  const server = startBuilt({ PORT: '0', DATA_DIR: folder })
  const address = await addressOf(server)
  server.kill('SIGHUP')
  expect((await get(address, '/api/health')).status).toBe(200)
  await end(server)
})

/** How many statements wait for a lock. */
async function waitingIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT FROM pg_locks WHERE NOT granted')
  return rows.length
}

/** Takes connections and says nothing. */
async function silentMailServer(): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    open.add(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  const address = server.address()
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}
