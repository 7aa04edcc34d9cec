/** Addresses typed into ERP Setup lead to no connection outside the allowed hosts (decisions/server/erp-addresses.md). */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { testConnection } from '#server/erp/connection-test.ts'
import { isPublicAddress } from '#server/erp/transport/address.ts'
import { isPlainDatabaseUrl } from '#server/db/database-url.ts'
import { settings } from '#server/db/schema/operations.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { testClient } from '#test/support/server/clients/erp-client.ts'
import { call } from '#test/support/server/clients/call.ts'
import { databaseKind } from '#test/support/database/database.ts'
import { suitePostgresUrl } from '#test/support/database/suite-postgres.ts'
import { aSuperAdmin, type Person } from '#test/support/people.ts'
import { guardSockets, type SocketGuard } from '#test/support/server/socket-guard.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { configure } from '#test/support/server/erp-app.ts'
import {
  HOSTILE_BASE_URLS,
  HOSTILE_DATABASE_URLS,
  REBINDING,
} from '#test/server/erp/transport/hostile-addresses.ts'

let account: Server
let origin: string
let server: TestApp
let root: Person
let guard: SocketGuard

beforeEach(async () => {
  account = createServer((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end()
  })
  account.listen(0, '127.0.0.1')
  await once(account, 'listening')
  const address = account.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  origin = `http://127.0.0.1:${String(port)}`
  server = await testApp({ env: { ERP_ALLOWED_HOSTS: origin } })
  root = await aSuperAdmin(server.context)
  await configure(server.context, { url: origin, credentials: sandboxCredentials })
  const { context } = server
  const url = context.seal.seal(settingPurpose('POSTGRES_DATABASE_URL'), 'postgres://db.example/x')
  const saved = { by: 'root', at: new Date(context.now()) }
  await saveSettings(context.db, new Map([['POSTGRES_DATABASE_URL', url]]), saved)
  guard = guardSockets([`127.0.0.1:${String(port)}`, ...(await ownDatabase())])
})

afterEach(async () => {
  guard.stop()
  account.closeAllConnections()
  account.close()
  await server.close()
})

/** The pool may open a connection at any time. */
async function ownDatabase(): Promise<string[]> {
  return databaseKind() === 'server' ? [new URL(await suitePostgresUrl()).host] : []
}

const NONE = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, '']))

async function save(body: object): Promise<number> {
  const token = await root.session()
  const { status } = await call(server.app, endpoints.saveErpSettings, {
    token,
    body: { ...NONE, ...body },
  })
  return status
}

const tested = (baseUrl: string) =>
  testConnection(
    { ...sandboxCredentials, baseUrl },
    {
      now: server.clock.now,
      nonce: randomUUID,
      adjustmentAccount: null,
      allowedHosts: server.context.env.erpAllowedHosts,
      signal: AbortSignal.timeout(10_000),
    },
  )

test('the table has more than 60 addresses', () => {
  const all = [...HOSTILE_BASE_URLS, ...REBINDING, ...HOSTILE_DATABASE_URLS]
  expect(new Set(all.map(String)).size).toBeGreaterThan(60)
})

test('the guard notices a connection', async () => {
  guard.resolve([['8.8.8.8']])
  await expect(fetch('http://127.0.0.1:4711/')).rejects.toThrow('fetch failed')
  expect(guard.opened).toEqual(['127.0.0.1:4711'])
})

describe('a hostile Base URL', () => {
  test('a hostile Base URL is neither saved nor called', async () => {
    const before = await server.context.db.select().from(settings)
    const found: unknown[] = []
    for (const text of HOSTILE_BASE_URLS) {
      const url = text.replace('PORT', new URL(origin).port)
      const status = url.trim() === '' ? 400 : await save({ NETSUITE_BASE_URL: url })
      const [first, ...others] = await tested(url)
      const skipped = others.every(({ state }) => state === 'skipped')
      found.push([text, status, first?.state, skipped])
    }
    expect(found).toEqual(HOSTILE_BASE_URLS.map((text) => [text, 400, 'failed', true]))
    expect(guard.opened).toEqual([])
    expect(await server.context.db.select().from(settings)).toEqual(before)
  })

  test.each(REBINDING)(
    '%s, whose name resolves to an internal address, is not called there',
    async (url, answers) => {
      guard.resolve(answers)
      const credentials = { ...sandboxCredentials, accountId: 'INSIDE' }
      for (let time = 0; time < 2; time += 1) {
        const client = testClient({ url, credentials }, { allowedHosts: [] })
        await expect(client.query('SELECT id FROM bin')).rejects.toThrow(/NetSuite|private address/)
        client.close()
        await tested(url)
      }
      const inside = guard.opened.filter((place) => !isPublicAddress(place.replace(/:\d+$/, '')))
      expect(inside).toEqual([])
      // If the first answer is allowed it was called; the second one is refused.
      expect(guard.opened).toEqual(answers[0]?.every(isPublicAddress) ? ['8.8.8.8:443'] : [])
    },
  )

  test('a redirect of the Base URL is not followed', async () => {
    const steps = await tested(origin)
    expect(steps.map(({ state }) => state)).toContain('failed')
    expect(guard.opened).toEqual([])
  })
})

test('a hostile Database URL is neither saved nor called', async () => {
  const before = await server.context.db.select().from(settings)
  const found: unknown[] = []
  for (const url of HOSTILE_DATABASE_URLS) {
    // Longer than the wait for another attempt.
    server.clock.advance(16 * 60_000)
    found.push([url, await save({ POSTGRES_DATABASE_URL: url })])
  }
  expect(found).toEqual(HOSTILE_DATABASE_URLS.map((url) => [url, 400]))
  expect(guard.opened).toEqual([])
  // Nor does one get as far as the thread in which an address is tried.
  expect(HOSTILE_DATABASE_URLS.filter(isPlainDatabaseUrl)).toEqual([])
  expect(await server.context.db.select().from(settings)).toEqual(before)
})
