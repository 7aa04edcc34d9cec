/** Requests that no browser sends: each is refused or closed, nothing leaks, and the server keeps running. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aSuperAdmin } from '#test/support/people.ts'

let app: TestApp
let port: number
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context)).session()
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

afterAll(() => app.close())

const HEAD = 'Host: dock.local\r\nConnection: close\r\n'
const JSON_BODY = 'Content-Type: application/json\r\n'
const LOGIN = '{"username":"root","password":"x"}'

describe('a malformed request', () => {
  test.each<[string, string]>([
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
    ['an unknown method', `FOO /api/health HTTP/1.1\r\n${HEAD}\r\n`],
    ['a request without a host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an unknown HTTP version', `GET /api/health HTTP/9.9\r\n${HEAD}\r\n`],
    ['a tunnel', `CONNECT evil.example.com:443 HTTP/1.1\r\n${HEAD}\r\n`],
    ['an echo', `TRACE /api/health HTTP/1.1\r\n${HEAD}\r\n`],
    ['a space in the path', `GET /api/he alth HTTP/1.1\r\n${HEAD}\r\n`],
    ['a NUL in a header', `GET /api/health HTTP/1.1\r\n${HEAD}X-A: a\u0000b\r\n\r\n`],
    ['a folded header', `GET /api/health HTTP/1.1\r\n${HEAD}X-A: a\r\n b\r\n\r\n`],
    ['a header without a name', `GET /api/health HTTP/1.1\r\n${HEAD}: b\r\n\r\n`],
    ['headers of 70 KB', `GET /api/health HTTP/1.1\r\n${HEAD}X-A: ${'a'.repeat(70_000)}\r\n\r\n`],
    ['an address of 70 KB', `GET /api/${'a'.repeat(70_000)} HTTP/1.1\r\n${HEAD}\r\n`],
    ['two lengths', posted('Content-Length: 5\r\nContent-Length: 34\r\n', LOGIN)],
    ['a length and chunks', posted('Content-Length: 34\r\nTransfer-Encoding: chunked\r\n', LOGIN)],
    ['malformed chunks', posted('Transfer-Encoding: chunked\r\n', `zz\r\n${LOGIN}\r\n0\r\n\r\n`)],
    ['a negative length', posted('Content-Length: -1\r\n', LOGIN)],
    ['a length that is not a number', posted('Content-Length: 3e1\r\n', LOGIN)],
    ['a body over the limit', posted('Content-Length: 99999999999\r\n', LOGIN)],
    ['a compressed body', posted(`Content-Encoding: gzip\r\nContent-Length: 34\r\n`, LOGIN)],
    ['a body in an unknown encoding', posted(`Content-Length: 4\r\n`, '\ufeff{}'.slice(0, 2))],
  ])('the server refuses %s', async (_what, request) => {
    const answer = await send(request, 'unfinished')
    // An echo would let a page read what only the browser knows.
    expect(answer).not.toContain('\r\n\r\nTRACE')
    expect(statusOf(answer)).toSatisfy((status: number) => status === 0 || isRefusal(status))
    expect(await isWell()).toBe(true)
  })
})

describe('an address that means another one', () => {
  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00.js',
    '/assets/%',
    '/%c0%ae%c0%ae/package.json',
    '/api/../api/master-admin-details',
    '/api//master-admin-details',
    '//api/master-admin-details',
    '/api/./master-admin-details',
    '/API/master-admin-details',
    '/api/master-admin-details/',
    '/api/master-admin-details;token=x',
    '/api/master-admin-details%20',
    '/api/master-admin-details%00',
    '/api/master%2Dadmin%2Ddetails',
    '/api/admin/delete/..%2froot',
    '/api/admin/delete/%',
    'http://evil.example.com/api/master-admin-details',
  ])('a visitor sees nothing under %s', async (path) => {
    const answer = await send(`GET ${path} HTTP/1.1\r\n${HEAD}Accept: text/html\r\n\r\n`)
    expect(statusOf(answer)).toSatisfy(isRefusal)
    expect(answer).not.toContain('"dependencies"')
    expect(answer).not.toContain('root@example.com')
    expect(await isWell()).toBe(true)
  })

  test('a super admin would see it under the plain path', async () => {
    const answer = await call(app.app, listEndpoint('admins'), { token })
    expect(answer.text).toContain('root@example.com')
    expect(listEndpoint('admins').path).toBe('/master-admin-details')
  })
})

test.each([
  '/api/admin/profile/%ED%A0%80',
  '/%ZZ',
  `/api/bookings/bins/${'a'.repeat(5_000)}/retry`,
])('a path that cannot be decoded is refused like any other: %.40s', async (url) => {
  const answer = await app.app.inject({ method: 'POST', url })
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
    url.includes('bookings') ? 401 : 404,
    ['detail', 'code'],
  ])
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'self'") as unknown,
    'x-content-type-options': 'nosniff',
  })
})

describe('a visitor with a trick in a header', () => {
  test.each<[string, string]>([
    ['no token after the scheme', 'Authorization: Bearer \r\n'],
    ['another scheme', 'Authorization: Basic cm9vdDpyb290\r\n'],
    ['two tokens', 'Authorization: Bearer a, Bearer b\r\n'],
    ['a token of 10,000 letters', `Authorization: Bearer ${'a'.repeat(10_000)}\r\n`],
    ['a token that is SQL', "Authorization: Bearer ' or '1'='1\r\n"],
    ['another address', 'X-Original-URL: /api/health\r\nX-Rewrite-URL: /api/health\r\n'],
    ['another method', 'X-HTTP-Method-Override: OPTIONS\r\n'],
    ['an internal address', 'X-Forwarded-For: 127.0.0.1\r\nX-Real-IP: 127.0.0.1\r\n'],
    ['a name', 'X-User: root\r\nX-Forwarded-User: root\r\nRemote-User: root\r\n'],
    ['a cookie', 'Cookie: token=root; session=root\r\n'],
  ])('a caller with %s is still a visitor', async (_what, header) => {
    const answer = await send(`GET /api/admin/profile HTTP/1.1\r\n${HEAD}${header}\r\n`)
    expect(statusOf(answer)).toBe(401)
  })

  test('a foreign Host header appears in no answer', async () => {
    const head = 'Host: evil.example.com\r\nX-Forwarded-Host: evil.example.com\r\n'
    const answer = await send(`GET /api/nothing HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)
    expect(statusOf(answer)).toBe(404)
    expect(answer).not.toContain('evil.example.com')
  })
})

describe('a malformed body', () => {
  test.each<[string, string]>([
    ['100,000 brackets deep', '['.repeat(100_000)],
    ['100,000 objects deep', '{"a":'.repeat(100_000)],
    ['with a name twice', '{"username":"a","username":"root","password":"x"}'],
    ['with an invalid number', '{"username":1e999,"password":NaN}'],
    ['with half a surrogate pair', '{"username":"\\ud800","password":"\\u0000"}'],
    // A megabyte of them: checking it must cost no more than parsing it.
    ['of half a million closed brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['of 80,000 closed objects', `${'{"username":'.repeat(80_000)}"\\u0000"${'}'.repeat(80_000)}`],
    ['that is a list', '[{"username":"root"}]'],
    ['with constructor', '{"constructor":{"prototype":{"isSuperAdmin":true}}}'],
    ['with 80,000 names', `{${Array.from({ length: 80_000 }, (_, at) => `"a${at}":1`).join(',')}}`],
  ])('a body %s is refused with a sentence', async (_what, text) => {
    const answer = await send(posted(`Content-Length: ${Buffer.byteLength(text)}\r\n`, text))
    expect(statusOf(answer)).toSatisfy(isRefusal)
    expect(answer).toContain('"detail"')
    expect(Reflect.get({}, 'isSuperAdmin')).toBeUndefined()
    expect(await isWell()).toBe(true)
  })
})

test.each([
  '/api/data_bins?since=%00&since=-1',
  '/api/netsuite/runs?before=%00',
  '/api/netsuite/runs?before=99999999999999999999',
  '/api/audit-trail?before=%00',
  '/api/audit-trail?before=1e400&__proto__=1',
])('a query with meaningless values causes no error: %s', async (url) => {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode } = await app.app.inject({ url, headers })
  expect(statusCode).toBeLessThan(500)
})

test('a megabyte of brackets does not delay other callers', async () => {
  const body = '['.repeat(500_000) + ']'.repeat(500_000)
  const head = `POST /api/request-password-reset HTTP/1.1\r\n${HEAD}${JSON_BODY}`
  const answer = await send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  expect(statusOf(answer)).toBe(422)
})

test.each(['/api/token', '/api/mobile/token'])(
  'a form of 10,000 fields is not parsed: %s',
  async (url) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `username=root&userid=root&password=x&${'a&'.repeat(10_000)}`
    const answer = await app.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { detail: 'The body is too large.', code: 'body-too-large' },
    ])
  },
)

const isRefusal = (status: number) => status >= 400 && status < 500

function posted(headers: string, body: string): string {
  return `POST /api/admin/register HTTP/1.1\r\n${HEAD}Authorization: Bearer ${'TOKEN'}\r\n${JSON_BODY}${headers}\r\n${body}`
}

/**
 * Sends bytes and reads to the end. For an incomplete request the sending side is closed, so that the
 * server does not wait for the rest. For a complete one that could end the connection before its answer.
 */
function send(request: string, extent: 'whole' | 'unfinished' = 'whole'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve(text))
    socket.write(Buffer.from(request.replace('TOKEN', token), 'utf8'))
    if (extent === 'unfinished') socket.end()
  })
}

/** 0: closed without an answer. */
function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

async function isWell(): Promise<boolean> {
  return (await call(app.app, endpoints.health)).status === 200
}
