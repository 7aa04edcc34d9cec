import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a page load', () => {
  test.each(['/', '/bins', '/login?expired=true', '/reset-password?token=a.b', '/a/b/c'])(
    'of %s gets the console, which is asked for anew each time',
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

  test('that has the page already costs a 304, and is packed as the build packed it', async () => {
    const { headers } = await load('/bins', { accept: BROWSER })
    const known = await load('/login', { accept: BROWSER, known: String(headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const packed = await load('/bins', { accept: BROWSER, encoding: 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload).toEqual(FILES['index.html.gz'])
  })

  test.each(['/assets/gone-123.js', '/assets/', '/gone.png', '/.secret', '/../package.json'])(
    'of %s, a file that there is not, is 404 and no page',
    async (url) => {
      const answer = await load(url, { accept: BROWSER })
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Not Found' }])
    },
  )

  test.each(SCREEN_PATHS)('of %s gets the console also without a word for HTML', async (url) => {
    for (const path of [url, `${url}/`.replace('//', '/'), `${url}?a=b.c`])
      for (const accept of ['*/*', undefined]) {
        const answer = await load(path, { accept })
        expect([path, answer.statusCode, answer.body]).toEqual([path, 200, INDEX])
      }
  })

  // What Prometheus, a load balancer, curl and a script send.
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

  test.each(ELSEWHERE)('of %s, which is no screen, is 404 for a program', async (url) => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const accept of PROGRAMS) {
        const answer = await load(url, { accept, method })
        expect(answer.statusCode).toBe(404)
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
        expect(answer.body).toBe(method === 'GET' ? '{"detail":"Not Found"}' : '')
      }
  })

  test.each(['/metrics', '/metrics/', '/healthz', '/actuator/env', '/.well-known/change-password'])(
    'of %s, which no person opens, is 404 for a browser too',
    async (url) => {
      expect((await load(url, { accept: BROWSER })).statusCode).toBe(404)
    },
  )

  test('of an unknown path gets the console where a person is led there, and not where a script asks', async () => {
    const led = await load('/no-such-page', { accept: BROWSER, mode: 'navigate' })
    expect([led.statusCode, led.body]).toEqual([200, INDEX])
    expect((await load('/no-such-page', { accept: BROWSER, mode: 'cors' })).statusCode).toBe(404)
  })

  test('of a call is a call', async () => {
    expect((await load('/api/nothing', { accept: BROWSER })).statusCode).toBe(404)
    expect((await load('/api', { accept: BROWSER })).statusCode).toBe(404)
  })

  test('is a GET that wants a page', async () => {
    expect((await load('/bins', { accept: 'application/json' })).statusCode).toBe(404)
    expect((await load('/bins', { accept: BROWSER, method: 'POST' })).statusCode).toBe(404)
  })
})

describe('a file', () => {
  test('with a hash in its name is kept for ever', async () => {
    const answer = await load('/assets/style-abc123.css')
    expect([answer.statusCode, answer.body]).toEqual([200, 'body {}'])
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/index.html', '/sw.js', '/manifest.webmanifest', '/icons/192.png'])(
    'without one is asked for anew: %s',
    async (url) => {
      const answer = await load(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test('is sent as it was packed by the build', async () => {
    const answer = await load('/assets/main-abc123.js', { encoding: 'gzip, br' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect(answer.rawPayload).toEqual(FILES['assets/main-abc123.js.gz'])
    expect((await load('/assets/main-abc123.js')).body).toBe('main()')
  })
})

describe('the form that is packed', () => {
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

  test.each(TAKES)('of the page and of a file is what is taken: %j', async (encoding, form) => {
    for (const url of ['/bins', '/assets/both-abc123.js']) {
      const { headers, statusCode } = await load(url, { accept: BROWSER, encoding })
      expect([url, statusCode, headers['content-encoding']]).toEqual([url, 200, form])
      expect(headers['vary']).toBe('Accept-Encoding')
    }
  })

  test('of a call is what is taken', async () => {
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

  test('is that of nobody who asks for none, and a cache keeps the forms apart', async () => {
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

describe('config.json', () => {
  test.each([
    ['closed', 'nobody', true],
    ['first', 'nobody', false],
    ['first', 'a super admin', true],
    ['open', 'a super admin', false],
  ])(
    'says where registration is closed: %s, with %s there',
    async (REGISTRATION, who, isClosed) => {
      const { app, context } = await testApp({ env: { REGISTRATION } })
      if (who === 'a super admin') await aSuperAdmin(context)
      const answer = await app.inject('/config.json')
      expect(readConfig(answer.json()).registrationClosed ?? false).toBe(isClosed)
    },
  )

  test('has the defaults of the contract and all offers, and is never kept', async () => {
    const answer = await load('/config.json')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.json()).toEqual(readConfig({ offers: OFFERS }))
  })

  test.each([
    ['its usual path', {}, OFFERS],
    ['a path in front of its own', { API_BASE: '/wms/api' }, OFFERS],
    ['its public address', { API_BASE: 'https://wms.example.com/api/', ...PUBLIC }, OFFERS],
    ['another path', { API_BASE: '/legacy' }, []],
    ['another origin', { API_BASE: 'https://old.example.com/api', ...PUBLIC }, []],
    ['an origin that may be any', { API_BASE: 'https://wms.example.com/api' }, []],
  ])('offers what this server has only where calls come to it: %s', async (_what, env, offers) => {
    const { app } = await testApp({ env })
    expect((await app.inject('/config.json')).json()).toMatchObject({ offers })
  })

  test('says what the operator has set', async () => {
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
