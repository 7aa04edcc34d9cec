/** The real server app behind the console under test: it receives every request of the page. */
import { http, HttpResponse } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { CONFIG_PATH, readConfig } from '#contract/config.ts'
import { applyConfig } from '#console/data/api/config.ts'
import { shaken } from '#test/support/shake.ts'
import { until } from '#test/support/until.ts'
import { sharedDatabase } from '#test/support/database/database.ts'
import { testApp, type TestApp, type TestAppOptions } from '#test/support/server/app.ts'

/**
 * When every test begins, for the server and for the page. Not on the minute: a `Date` header has whole
 * seconds, so the time in it may be up to a second early.
 */
export const START = Date.UTC(2026, 4, 11, 12, 0, 20)

export interface ConsoleServer {
  /** Answers of a test take precedence over those of the server: `api.use(http.post('/api/token', …))`. */
  readonly api: SetupServer
  /** The server of this test. */
  readonly server: () => TestApp
}

let underWay = 0

/** Whether the server is working on a call of the page. One that a test holds back itself does not count. */
export function isServerBusy(): boolean {
  return underWay > 0
}

/** A server for each test of the file, on a clean database; an unknown call fails. */
export function consoleServer(options: TestAppOptions = {}): ConsoleServer {
  let server: TestApp | null = null
  const present = (): TestApp => {
    if (!server) throw new Error('the server is there within tests only')
    return server
  }
  const forward = http.all('*', async ({ request }) => {
    const { app, clock } = present()
    // Page and server share one clock.
    clock.advance(Date.now() - clock.now())
    underWay += 1
    try {
      await shaken()
      return await passOn(app, request)
    } finally {
      underWay -= 1
    }
  })
  const api = setupServer(forward)
  beforeAll(async () => {
    api.listen({ onUnhandledRequest: 'error' })
    // Outside of any test, because this would take time on the clock of the page.
    await sharedDatabase(options.database)
  })
  beforeEach(async () => {
    server = await testApp({ now: START, ...options })
    // The console has started with the settings of this server, as if its first admin were there.
    const file: object = (await server.app.inject(CONFIG_PATH)).json()
    applyConfig({ ...readConfig(file), firstAdminNeeded: undefined })
  })
  afterEach(async () => {
    api.resetHandlers()
    // Late requests must not reach the database or the server of the next test.
    await until(() => !isServerBusy())
    await server?.close()
  })
  afterAll(() => api.close())
  return { api, server: present }
}

async function passOn(app: FastifyInstance, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const answer = await app.inject({
    method: request.method,
    url: `${pathname}${search}`,
    remoteAddress: '192.0.2.1',
    headers: Object.fromEntries(request.headers),
    ...(body !== '' && { payload: body }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  // Node sets the Date header from the clock of the machine, not from that of the test.
  headers.set('date', new Date().toUTCString())
  const empty = [204, 304].includes(answer.statusCode)
  return new HttpResponse(empty ? null : answer.rawPayload, { status: answer.statusCode, headers })
}
