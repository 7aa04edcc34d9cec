/** Rules for every answer: headers, unknown calls, compression, the log. */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { audit } from '#server/db/schema/operations.ts'
import { testApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aSuperAdmin } from '#test/support/people.ts'

describe('security headers', () => {
  test('a page may load only from the allowed sources', async () => {
    const { app } = await testApp()
    const { headers } = await app.inject('/anything')
    expect(String(headers['content-security-policy']).split(';').toSorted()).toEqual(
      [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ].toSorted(),
    )
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(self)',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('a page may call the configured server and show its images', async () => {
    const { app } = await testApp({ env: { API_BASE: 'https://wms.example.com/v1' } })
    const { headers } = await app.inject('/')
    const policy = headers['content-security-policy']
    expect(policy).toContain("connect-src 'self' https://wms.example.com;")
    // Its QR code of the two-factor set-up may be an image there.
    expect(policy).toContain("img-src 'self' data: https://wms.example.com;")
  })

  test.each([
    [{}, false],
    [{ PUBLIC_URL: 'http://dock.example.com' }, false],
    [{ PUBLIC_URL: 'https://dock.example.com' }, true],
    [{ TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, true],
  ])('HSTS is sent only over https: %j', async (env, insists) => {
    const { app } = await testApp({ env })
    const { headers } = await app.inject('/api/health')
    expect('strict-transport-security' in headers).toBe(insists)
  })

  test.each(['/api/health', '/api/data_bins', '/api/nothing', '/%61pi/health'])(
    'no cache may store the answer to %s',
    async (url) => {
      const { app } = await testApp()
      expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
    },
  )
})

describe('an unknown call', () => {
  test('an unknown path is answered with 404 in the usual error format', async () => {
    const { app } = await testApp()
    for (const url of ['/api/nothing', '/api', '/api/', '/api/admin/profile/a/b', '/nothing']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { detail: 'Not Found', code: 'not-found' },
      ])
    }
  })

  test('an unknown method is answered with 405 and the allowed methods', async () => {
    const { app } = await testApp()
    const answer = await app.inject({ method: 'DELETE', url: '/api/health' })
    expect([answer.statusCode, answer.json()]).toEqual([
      405,
      { detail: 'Method Not Allowed', code: 'method-not-allowed' },
    ])
    expect(answer.headers['allow']).toBe('GET, HEAD')
    const named = await app.inject({ method: 'GET', url: '/api/admin/delete/ada' })
    expect([named.statusCode, named.headers['allow']]).toEqual([405, 'DELETE'])
  })
})

test('every call of the contract is answered', async () => {
  const { app } = await testApp()
  const lists = [listEndpoint('bins'), listEndpoint('admins')]
  for (const { method, path } of [...Object.values(endpoints), ...lists]) {
    const url = `/api${path.replaceAll(/:\w+/g, 'x')}`
    const { statusCode } = await app.inject({ method, url })
    expect({ method, url, isAnswered: ![404, 405, 500].includes(statusCode) }).toEqual({
      method,
      url,
      isAnswered: true,
    })
  }
})

test.each(['br', 'gzip'])('long answers are compressed: %s', async (encoding) => {
  const { app, context } = await testApp()
  const token = await (await aSuperAdmin(context)).session()
  for (let at = 0; at < 30; at += 1) await aSuperAdmin(context, { username: `admin${at}` })
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
  const answer = await app.inject({ url: '/api/master-admin-details', headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
})

describe('the log', () => {
  test('the log has one line per answer, with the request id that the caller got', async () => {
    const { app, logged } = await testApp()
    const { headers } = await app.inject({ url: '/api/health', remoteAddress: '192.0.2.7' })
    expect(logged().filter(({ msg }) => msg === 'answered')).toEqual([
      expect.objectContaining({
        method: 'GET',
        url: '/api/health',
        status: 200,
        address: '192.0.2.7',
        reqId: headers['x-request-id'],
      }),
    ])
  })

  test('the log has no headers, no bodies and no query values', async () => {
    const { app, logged } = await testApp()
    await app.inject({
      method: 'POST',
      url: '/api/token?token=SECRET1&x=SECRET2',
      payload: 'username=ada&password=SECRET3',
      headers: {
        authorization: 'Bearer SECRET4',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: 'a=SECRET5',
      },
    })
    await app.inject({ url: '/reset-password?token=SECRET6' })
    const text = JSON.stringify(logged())
    expect(text).toContain('/reset-password?token=…')
    expect(text).not.toContain('SECRET')
  })
})

describe('the address of a caller', () => {
  const asked = { url: '/api/health', headers: { 'x-forwarded-for': '203.0.113.9, 10.1.1.1' } }

  test.each([
    ['false', '127.0.0.1'],
    ['true', '10.1.1.1'],
    ['1', '10.1.1.1'],
    ['2', '203.0.113.9'],
    ['127.0.0.1, 10.0.0.0/8', '203.0.113.9'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('with TRUST_PROXY=%s the address is %s', async (TRUST_PROXY, address) => {
    const { app, logged } = await testApp({ env: { TRUST_PROXY } })
    await app.inject(asked)
    expect(logged().at(-1)).toMatchObject({ address })
  })

  const LONG = 'x'.repeat(10_000)
  test.each([
    ['a name', 'true', '203.0.113.9, proxy.example', '127.0.0.1'],
    ['nothing', 'true', '203.0.113.9, ', '203.0.113.9'],
    ['10 KB', 'true', LONG, '127.0.0.1'],
    ['10 KB behind an address', 'true', `203.0.113.9, ${LONG}`, '127.0.0.1'],
    ['10 KB before an address', 'true', `${LONG}, 203.0.113.9`, '203.0.113.9'],
    ['thousands of addresses', 'true', Array(1_000).fill('192.0.2.7').join(), '192.0.2.7'],
    ['a zone of 10 KB', 'true', `fe80::1%${LONG}`, '127.0.0.1'],
    ['an address with a port', 'true', '203.0.113.9:4711', '127.0.0.1'],
    ['what some read as an address', 'true', '0x7f.1', '127.0.0.1'],
    ['an entry for the log', 'true', '203.0.113.9"}{"level":60', '127.0.0.1'],
    ['a name two proxies away', '2', 'unknown, 203.0.113.9', '203.0.113.9'],
    ['a name behind known proxies', '127.0.0.1, 10.0.0.0/8', 'unknown, 10.1.1.1', '10.1.1.1'],
  ])(
    'an address that says %s is not trusted, logged or stored',
    async (_what, TRUST_PROXY, given, address) => {
      const { app, context, logged } = await testApp({ env: { TRUST_PROXY } })
      const body = { username: 'nobody', password: 'guess' }
      const headers = { 'x-forwarded-for': given }
      const { status } = await call(app, endpoints.login, { body, headers, address: '127.0.0.1' })
      expect(status).toBe(401)
      expect(logged().at(-1)).toMatchObject({ address })
      expect(await context.db.select().from(audit)).toMatchObject([{ address }])
    },
  )

  test('the address is known to the end of a call whose caller has hung up', async () => {
    const { app, context } = await testApp()
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = 'username=nobody&password=guess'
    const head = [
      'POST /api/token HTTP/1.1',
      'Host: x',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
    ]
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    // Hashing the password takes longer than the hang-up takes to arrive.
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
    const entries = () => context.db.select().from(audit)
    await expect.poll(entries).toMatchObject([{ address: '127.0.0.1' }])
    await app.close()
  })
})
