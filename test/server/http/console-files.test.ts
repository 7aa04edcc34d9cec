import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#contract/config.ts'
import { SCREEN_PATHS } from '#contract/screens.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { OFFERS } from '#contract/offers.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { testApp } from '#test/support/server/app.ts'
import { aSuperAdmin } from '#test/support/people.ts'

const INDEX = '<!doctype html><title>Dockside</title>'
const FILES: Readonly<Record<string, string | Buffer>> = {
  'index.html': INDEX,
  'index.html.gz': gzipSync(INDEX),
  'index.html.br': brotliCompressSync(INDEX),
  'sw.js': 'self',
  'manifest.webmanifest': '{}',
  'icons/192.png': 'png',
  'assets/main-abc123.js': 'main()',
  'assets/main-abc123.js.gz': gzipSync('main()'),
  'assets/both-abc123.js': 'both()',
  'assets/both-abc123.js.gz': gzipSync('both()'),
  'assets/both-abc123.js.br': brotliCompressSync('both()'),
  'assets/style-abc123.css': 'body {}',
  'assets/camera-worker-abc123.js': 'read()',
  '.secret': 'no',
}
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-console-'))
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.useRealTimers())

test('a database that does not answer keeps no console from starting', async () => {
  const { app, context } = await testApp()
  let end = (): void => undefined
  let holder: Promise<void> = Promise.resolve()
  await new Promise<void>((isHeld) => {
    holder = context.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE admins IN ACCESS EXCLUSIVE MODE`)
      isHeld()
      await new Promise<void>((resolve) => {
        end = resolve
      })
    })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const query = vi.spyOn(context.db, 'select')
  const asked = app.inject({ url: '/config.json' })
  const answered = vi.fn<() => void>()
  void asked.then(() => answered())
  try {
    await expect.poll(() => query).toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3_000)
    await expect.poll(() => answered).toHaveBeenCalled()
  } finally {
    query.mockRestore()
    end()
    await holder
  }
  const { statusCode, body } = await asked
  expect(statusCode).toBe(200)
  // What it could not ask, it does not say.
  expect(readConfig(JSON.parse(body))).toMatchObject({ apiBase: API_PREFIX, offers: OFFERS })
  expect(JSON.parse(body)).not.toHaveProperty('firstAdminNeeded')
})

test('only the worker that reads codes may compile a program, and it may load nothing but its own', async () => {
  const policyOf = async (url: string) =>
    String((await load(url)).headers['content-security-policy'])
  expect(await policyOf('/assets/camera-worker-abc123.js')).toBe(
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
  )
  for (const url of ['/', '/assets/main-abc123.js', '/sw.js'])
    expect(await policyOf(url)).not.toContain('wasm-unsafe-eval')
})

describe('a page load', () => {
  test.each(['/', '/bins', '/login?expired=true', '/reset-password?token=a.b', '/a/b/c'])(
    'a page load of %s gets the console, which is revalidated each time',
    async (url) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await load(url, { method, accept: BROWSER })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-type']).toMatch(/^text\/html/)
        expect(answer.headers['cache-control']).toBe('no-cache')
        expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
        expect(answer.body).toBe(method === 'GET' ? INDEX : '')
      }
    },
  )

  test('a page load with a valid ETag costs a 304, and the page is compressed by the build', async () => {
    const { headers } = await load('/bins', { accept: BROWSER })
    const known = await load('/login', { accept: BROWSER, known: String(headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const packed = await load('/bins', { accept: BROWSER, encoding: 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload).toEqual(FILES['index.html.gz'])
  })

  test.each(['/assets/gone-123.js', '/assets/', '/gone.png', '/.secret', '/../package.json'])(
    'a page load of %s, a missing file, gets 404 and no page',
    async (url) => {
      const answer = await load(url, { accept: BROWSER })
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: 'Not Found', code: 'not-found' },
      ])
    },
  )

  test.each(SCREEN_PATHS)(
    'a page load of %s gets the console even if HTML is not requested',
    async (url) => {
      for (const path of [url, `${url}/`.replace('//', '/'), `${url}?a=b.c`])
        for (const accept of ['*/*', undefined]) {
          const answer = await load(path, { accept })
          expect([path, answer.statusCode, answer.body]).toEqual([path, 200, INDEX])
        }
    },
  )

  // The Accept headers of Prometheus, a load balancer, curl and a script.
  const PROGRAMS = [
    'application/openmetrics-text;q=0.6,text/plain;q=0.5,*/*;q=0.1',
    '*/*',
    undefined,
  ]
  const ELSEWHERE = [
    '/metrics',
    '/healthz',
    '/actuator/health',
    '/no-such-page',
    '/bins/x',
    '/Bins',
  ]

  test.each(ELSEWHERE)(
    'a request of a program for %s, which is not a screen, gets 404',
    async (url) => {
      for (const method of ['GET', 'HEAD'] as const)
        for (const accept of PROGRAMS) {
          const answer = await load(url, { accept, method })
          expect(answer.statusCode).toBe(404)
          expect(answer.headers['content-type']).toMatch(/^application\/json/)
          expect(answer.body).toBe(
            method === 'GET' ? '{"detail":"Not Found","code":"not-found"}' : '',
          )
        }
    },
  )

  test.each(['/metrics', '/metrics/', '/healthz', '/actuator/env', '/.well-known/change-password'])(
    'a request of a browser for %s, which no person opens, gets 404 too',
    async (url) => {
      expect((await load(url, { accept: BROWSER })).statusCode).toBe(404)
    },
  )

  test('a request for an unknown path gets the console if a person navigates there, but not from a script', async () => {
    const led = await load('/no-such-page', { accept: BROWSER, mode: 'navigate' })
    expect([led.statusCode, led.body]).toEqual([200, INDEX])
    expect((await load('/no-such-page', { accept: BROWSER, mode: 'cors' })).statusCode).toBe(404)
  })

  test.each(['/no-such.html', '/bins.', '/a.b/c.d'])(
    'an address like a file, such as %s, gets the console only if a browser says that a person navigates there',
    async (url) => {
      const led = await load(url, { accept: BROWSER, mode: 'navigate' })
      expect([led.statusCode, led.body]).toEqual([200, INDEX])
      expect((await load(url, { accept: BROWSER })).statusCode).toBe(404)
    },
  )

  test.each(['/assets/gone-abc123.js', '/.env', '/metrics'])(
    'a file that is not there stays 404 for a person too: %s',
    async (url) => {
      expect((await load(url, { accept: BROWSER, mode: 'navigate' })).statusCode).toBe(404)
    },
  )

  test('a page load of a call is answered as a call', async () => {
    expect((await load('/api/nothing', { accept: BROWSER })).statusCode).toBe(404)
    expect((await load('/api', { accept: BROWSER })).statusCode).toBe(404)
  })

  test('a request for the page must be a GET', async () => {
    expect((await load('/bins', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await load('/bins', { accept: BROWSER, method: 'POST' })).statusCode).toBe(404)
  })
})

describe('a file', () => {
  test('a file with a hash in its name is cached forever', async () => {
    const answer = await load('/assets/style-abc123.css')
    expect([answer.statusCode, answer.body]).toEqual([200, 'body {}'])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/index.html', '/sw.js', '/manifest.webmanifest', '/icons/192.png'])(
    'a file without a hash in its name is revalidated: %s',
    async (url) => {
      const answer = await load(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test('a file is sent as the build compressed it', async () => {
    const answer = await load('/assets/main-abc123.js', { encoding: 'gzip, br' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect(answer.rawPayload).toEqual(FILES['assets/main-abc123.js.gz'])
    expect((await load('/assets/main-abc123.js')).body).toBe('main()')
  })
})

describe('content codings', () => {
  const TAKES: readonly [header: string, form: string | undefined][] = [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0.000 , gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *;q=0.1', 'br'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['br;q=0', undefined],
    ['gzip;q=0, br;q=0.0', undefined],
    ['br;q=0, gzip;q=0, *', undefined],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0', undefined],
    ['xbr', undefined],
    ['gzipped, x-br, brotli', undefined],
    ['br;q=2', undefined],
    ['br;quality=0', undefined],
    ['br gzip', undefined],
    ['', undefined],
  ]

  test.each(TAKES)('page and files are sent in an accepted coding: %j', async (encoding, form) => {
    for (const url of ['/bins', '/assets/both-abc123.js']) {
      const { headers, statusCode } = await load(url, { accept: BROWSER, encoding })
      expect([url, statusCode, headers['content-encoding']]).toEqual([url, 200, form])
      expect(headers['vary']).toBe('Accept-Encoding')
    }
  })

  test('answers of calls are sent in an accepted coding', async () => {
    const { app, context } = await testApp()
    const token = await (await aSuperAdmin(context, { features: ['items'] })).session()
    const rows = Array.from({ length: 50 }, (_, nth) => ({ id: nth, name: `An item ${nth}` }))
    await putRecords(context.db, 'items', rows, context.now())
    const found: unknown[] = []
    for (const [encoding] of TAKES) {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
      const answer = await app.inject({ url: `${API_PREFIX}/data_items`, headers })
      expect(answer.statusCode).toBe(200)
      found.push([encoding, answer.headers['content-encoding']])
    }
    expect(found).toEqual(TAKES)
  })

  test('a caller without Accept-Encoding gets no coding, and caches keep the forms apart', async () => {
    const { app } = await testApp({ consoleDir: folder })
    for (const url of ['/bins', '/assets/both-abc123.js', '/icons/192.png']) {
      const plain = await app.inject({ url, headers: { accept: BROWSER } })
      const { 'content-encoding': form, vary } = plain.headers
      expect([url, form, vary]).toEqual([url, undefined, 'Accept-Encoding'])
      const known = { accept: BROWSER, 'if-none-match': String(plain.headers.etag) }
      const again = await app.inject({ url, headers: known })
      expect([url, again.statusCode, again.headers.vary]).toEqual([url, 304, 'Accept-Encoding'])
    }
  })
})

const PUBLIC = { PUBLIC_URL: 'https://wms.example.com' }

/** A server without a public address takes the passkeys of its own machine. */
const LOCAL = { host: 'localhost', alone: true }

describe('config.json', () => {
  test.each([
    ['closed', 'no admin', { registrationClosed: true }],
    ['first', 'no admin', { firstAdminNeeded: true }],
    ['first', 'a super admin', { registrationClosed: true }],
    ['open', 'no admin', { firstAdminNeeded: true }],
    ['open', 'a super admin', {}],
  ])(
    'config.json says whether registration is closed or the first super admin is needed: %s, with %s there',
    async (REGISTRATION, who, told) => {
      const { app, context } = await testApp({ env: { REGISTRATION } })
      if (who === 'a super admin') await aSuperAdmin(context)
      const answer = await app.inject('/config.json')
      expect(answer.json()).toEqual({ ...readConfig({ offers: OFFERS }), passkeys: LOCAL, ...told })
    },
  )

  test('config.json has the defaults of the contract and all offers, and is never cached', async () => {
    const answer = await load('/config.json')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.json()).toEqual({
      ...readConfig({ offers: OFFERS }),
      passkeys: LOCAL,
      firstAdminNeeded: true,
    })
  })

  test.each([
    ['its usual path', {}, OFFERS],
    ['a path in front of its own', { API_BASE: '/wms/api' }, OFFERS],
    ['its public address', { API_BASE: 'https://wms.example.com/api/', ...PUBLIC }, OFFERS],
    ['another path', { API_BASE: '/legacy' }, []],
    ['another origin', { API_BASE: 'https://old.example.com/api', ...PUBLIC }, []],
    ['an origin that may be any', { API_BASE: 'https://wms.example.com/api' }, []],
  ])(
    "config.json offers this server's calls only if the console calls this server: %s",
    async (_what, env, offers) => {
      const { app } = await testApp({ env })
      expect((await app.inject('/config.json')).json()).toMatchObject({ offers })
    },
  )

  test("config.json has the operator's settings", async () => {
    const env = {
      API_BASE: 'https://wms.example.com/v1',
      HIDDEN_GRACE_TAB_MS: '5000',
      HIDDEN_GRACE_INSTALLED_MS: 'off',
      PASSWORD_MIN_LENGTH: '12',
    }
    const { app } = await testApp({ env })
    expect((await app.inject('/config.json')).json()).toEqual({
      apiBase: 'https://wms.example.com/v1',
      hiddenGraceMs: { tab: 5000, installed: null },
      passwordMinLength: 12,
      offers: [],
    })
  })
})

async function load(
  url: string,
  facts: {
    accept?: string | undefined
    encoding?: string
    known?: string
    method?: 'GET' | 'HEAD' | 'POST'
    mode?: string
  } = {},
) {
  const { encoding = 'identity', known, method = 'GET', mode } = facts
  const accept = 'accept' in facts ? facts.accept : '*/*'
  const { app } = await testApp({ consoleDir: folder })
  const headers = {
    ...(accept !== undefined && { accept }),
    ...(known !== undefined && { 'if-none-match': known }),
    ...(mode !== undefined && { 'sec-fetch-mode': mode }),
    'accept-encoding': encoding,
  }
  return app.inject({ method, url, headers })
}
