import { describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#test/support/server/app.ts'

const OWN = 'http://dock.local:8080'
const LISTED = 'https://console.example.com'
const FOREIGN = 'https://evil.example.com'

describe('a call from a web page', () => {
  test.each([
    [undefined, 'a program that is no browser'],
    [OWN, 'the page of this server'],
    ['https://dock.local:8080', 'the page of this server, behind a proxy that ends TLS'],
    [LISTED, 'a listed origin'],
  ])('a call with effects is accepted from %s: %s', async (origin, _who) => {
    expect(await status({ origin })).not.toBe(403)
  })

  test.each([
    FOREIGN,
    'null',
    `${OWN}.evil.example.com`,
    'http://dock.local',
    'http://evil.local:8080',
  ])('a call with effects is refused from %s, before anything else', async (origin) => {
    const { app } = await prepared()
    const answer = await app.inject(login(origin))
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { detail: 'Calls from this origin are not permitted.', code: 'foreign-origin' },
    ])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a call behind a proxy comes from the public address', async () => {
    const env = { PUBLIC_URL: 'https://dock.example.com' }
    expect(await status({ origin: 'https://dock.example.com', env })).not.toBe(403)
    expect(await status({ origin: FOREIGN, env })).toBe(403)
  })

  test('a pull counts as a call with effects although it is a GET, however it is spelled', async () => {
    const { app } = await prepared()
    for (const url of ['/api/netsuite/bins', '/api/%6eetsuite/bins', '/api/netsuite/bins?x=1'])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await app.inject({ method, url, headers: { origin: FOREIGN, host: HOST } })
        expect([method, url, answer.statusCode]).toEqual([method, url, 403])
      }
  })

  test('a read-only call from another page proceeds to the access check', async () => {
    const { app } = await prepared()
    const answer = await app.inject({ url: '/api/data_bins', headers: { origin: FOREIGN } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('a console hosted elsewhere', () => {
  test('a listed console may send a preflight, which says what it may send', async () => {
    const { app } = await prepared()
    const answer = await app.inject(preflight(LISTED))
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': LISTED,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('DELETE'),
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    })
    expect(String(answer.headers['vary'])).toContain('Origin')
  })

  test('a listed console may read answers and errors, with the headers it needs', async () => {
    const { app } = await prepared()
    const answer = await app.inject({ url: '/api/data_bins', headers: { origin: LISTED } })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['access-control-allow-origin']).toBe(LISTED)
    expect(answer.headers['access-control-allow-credentials']).toBe('true')
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(
      expect.arrayContaining(['ETag', 'X-Seq', 'X-Sync-Epoch', 'X-Count', 'Retry-After', 'Date']),
    )
  })

  test('a console that is not listed may not read answers', async () => {
    const { app } = await prepared()
    const answer = await app.inject(preflight(FOREIGN))
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

const HOST = 'dock.local:8080'

function prepared(env: Record<string, string> = {}): Promise<TestApp> {
  return testApp({ env: { CORS_ORIGINS: LISTED, ...env } })
}

async function status(facts: { origin: string | undefined; env?: Record<string, string> }) {
  const { app } = await prepared(facts.env)
  return (await app.inject(login(facts.origin))).statusCode
}

function login(origin: string | undefined) {
  return {
    method: 'POST',
    url: '/api/token',
    payload: 'username=ada&password=wrong',
    headers: {
      host: HOST,
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin === undefined ? {} : { origin }),
    },
  } as const
}

function preflight(origin: string) {
  return {
    method: 'OPTIONS',
    url: '/api/data_bins',
    headers: { origin, host: HOST, 'access-control-request-method': 'GET' },
  } as const
}
