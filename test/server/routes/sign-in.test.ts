import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { hashPassword, verifyPassword } from '#server/auth/passwords.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { registerAttempt } from '#server/auth/throttle.ts'
import { changeAdmin, lockAdmin, removeAdmin } from '#server/db/repositories/admins.ts'
import type { Transaction } from '#server/db/database.ts'
import { audit } from '#server/db/schema/operations.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin, CACHE_KEY, PASSWORD, type Person } from '#test/support/people.ts'

const MINUTE_MS = 60_000

let server: TestApp
let ada: Person

beforeEach(async () => {
  server = await testApp()
  ada = await anAdmin(server.context, { username: 'Ada_1', features: ['bins'] })
})

const login = (username: string, password: string, options: CallOptions = {}) =>
  call(server.app, endpoints.login, { body: { username, password }, ...options })

const profile = (token: unknown) => call(server.app, endpoints.ownProfile, { token: String(token) })

const trail = () => server.context.db.select().from(audit).orderBy(audit.id)

describe('login', () => {
  test.each(['Ada_1', 'ada_1', 'ADA_1'])(
    'login accepts the user name in any letter case: %s',
    async (name) => {
      const { status, body } = await login(name, PASSWORD)
      expect(status).toBe(200)
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        token_type: 'bearer',
      })
    },
  )

  test('login refuses an unknown name and a wrong password with the same sentence', async () => {
    const unknown = await login('nobody', PASSWORD)
    const wrong = await login('Ada_1', 'wrong')
    expect(unknown.status).toBe(401)
    expect(unknown.body).toEqual({ detail: 'Invalid username or password', code: 'sign-in-wrong' })
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(Object.keys(wrong.headers)).toEqual(Object.keys(unknown.headers))
  })

  test.each([
    ['', PASSWORD],
    ['Ada_1', ''],
  ])('login requires both fields: %j %j', async (username, password) => {
    const { status, body } = await login(username, password)
    expect(status).toBe(422)
    expect(body).toEqual({
      detail: [
        {
          loc: ['body', expect.stringMatching(/^(username|password)$/)],
          msg: 'Please enter both username and password',
          type: 'value_error',
        },
      ],
      code: 'unprocessable',
    })
  })

  test('login does not read JSON', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/token',
      payload: { username: 'Ada_1', password: PASSWORD },
    })
    expect(answer.statusCode).toBe(415)
  })

  test('login audits each result, without what was typed', async () => {
    await login('Ada_1', 'wrong-password')
    await login('correct horse battery', 'x')
    await login('ada_1', PASSWORD)
    const entries = await trail()
    expect(entries.map(({ action, target, address }) => [action, target, address])).toEqual([
      ['sign-in-refused', 'Ada_1', '192.0.2.1'],
      ['sign-in-refused', '(unknown account)', '192.0.2.1'],
      ['password-accepted', 'Ada_1', '192.0.2.1'],
    ])
    expect(JSON.stringify(entries)).not.toMatch(/wrong-password|battery|open-sesame/)
  })
})

describe('an account that is deleted at the moment of the login', () => {
  test.each([
    ['deleted', (tx: Transaction) => removeAdmin(tx, 'Ada_1')],
    [
      'given another password',
      async (tx: Transaction) =>
        changeAdmin(tx, 'Ada_1', { passwordHash: await hashPassword('other') }, new Date()),
    ],
  ])('the login is refused like that of a stranger: %s', async (_what, change) => {
    const late = await server.context.db.transaction(async (tx) => {
      await change(tx)
      const asked = login('Ada_1', PASSWORD)
      await untilItWaits(tx, asked)
      return { asked }
    })
    const { status, body } = await late.asked
    expect([status, body]).toEqual([
      401,
      { detail: 'Invalid username or password', code: 'sign-in-wrong' },
    ])
    expect(await server.context.db.$count(sessions)).toBe(0)
  })
})

describe('guessing passwords', () => {
  const guess = (turn: number, address = `198.51.100.${turn}`) =>
    login('Ada_1', `guess-${turn}`, { address })

  test('the eleventh attempt is not checked, even if it is right', async () => {
    for (let turn = 0; turn < 10; turn += 1) expect((await guess(turn)).status).toBe(401)
    const { status, headers, body } = await login('ada_1', PASSWORD, { address: '198.51.100.99' })
    expect(status).toBe(429)
    expect(body).toEqual({
      detail: 'Too many attempts. Please try again in 15 minutes.',
      code: 'throttled',
      params: { minutes: 15 },
    })
    expect(headers['retry-after']).toBe('900')
    expect((await trail()).at(-1)).toMatchObject({
      action: 'attempts-exhausted',
      target: 'sign-in',
    })
  })

  test('the wait ends when the answer says', async () => {
    for (let turn = 0; turn < 10; turn += 1) await guess(turn)
    server.clock.advance(14 * MINUTE_MS + 1)
    const { headers, body } = await login('Ada_1', PASSWORD)
    expect(body).toEqual({
      detail: 'Too many attempts. Please try again in 1 minute.',
      code: 'throttled',
      params: { minutes: 1 },
    })
    expect(headers['retry-after']).toBe('60')
    server.clock.advance(MINUTE_MS)
    expect((await login('Ada_1', PASSWORD)).status).toBe(200)
  })

  test('an address that tried a hundred names is refused for all of them', async () => {
    const address = '198.51.100.7'
    for (let turn = 0; turn < 100; turn += 1)
      await registerAttempt(server.context, { kind: 'sign-in', account: `name${turn}`, address })
    expect((await login('Ada_1', PASSWORD, { address })).status).toBe(429)
    expect((await login('Ada_1', PASSWORD, { address: '198.51.100.8' })).status).toBe(200)
  })

  test('two server processes share the count', async () => {
    const other = await testApp({ beside: server })
    const codes: number[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const { app } = turn % 2 === 0 ? server : other
      const body = { username: 'Ada_1', password: `guess-${turn}` }
      codes.push((await call(app, endpoints.login, { body })).status)
    }
    expect(codes.filter((status) => status === 401)).toHaveLength(10)
    expect(codes.filter((status) => status === 429)).toHaveLength(2)
  })
})

test('while too many passwords wait to be hashed, login is busy, and the attempt does not count', async () => {
  const stored = await hashPassword('x')
  let isRush = true
  const rush = Array.from({ length: 104 }, async () => {
    while (isRush) await verifyPassword('x', stored)
  })
  for (let turn = 0; turn < 12; turn += 1) {
    const { status, headers, body } = await login('Ada_1', PASSWORD)
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('5')
    expect(body).toEqual({
      detail: 'The server is busy. Please try again in a few moments.',
      code: 'busy',
    })
  }
  isRush = false
  await Promise.all(rush)
  expect((await login('Ada_1', PASSWORD)).status).toBe(200)
})

describe('a session after the password only', () => {
  test('the session opens its own account and no other', async () => {
    const token = await ada.session('first')
    const own = await call(server.app, endpoints.superAdminStatus, {
      token,
      body: { username: 'ada_1' },
    })
    expect(own.body).toEqual({ data: { is_super_admin: false } })
    for (const username of ['root', 'nobody']) {
      const body = { username }
      for (const endpoint of [endpoints.superAdminStatus, endpoints.twoFactorStatus])
        expect((await call(server.app, endpoint, { token, body })).status).toBe(403)
    }
  })

  test('an expired session leaves no row behind', async () => {
    await ada.session('first')
    server.clock.advance(15 * MINUTE_MS)
    await ada.session('first')
    expect(await server.context.db.$count(sessions)).toBe(1)
  })

  test('the session ends after 15 minutes', async () => {
    const token = await ada.session('first')
    const status = () => call(server.app, endpoints.ownSuperAdminStatus, { token })
    server.clock.advance(15 * MINUTE_MS - 1)
    expect((await status()).status).toBe(200)
    server.clock.advance(1)
    expect((await status()).status).toBe(401)
  })
})

test('the status of a super admin is yes', async () => {
  const root = await aSuperAdmin(server.context)
  const token = await root.session('first')
  const asked = await call(server.app, endpoints.ownSuperAdminStatus, { token })
  expect(asked.body).toEqual({ data: { is_super_admin: true } })
  const posted = await call(server.app, endpoints.superAdminStatus, {
    token,
    body: { username: 'ROOT' },
  })
  expect(posted.body).toEqual(asked.body)
})

describe('token refresh', () => {
  const refresh = (token: string) => call(server.app, endpoints.tokenRefresh, { token })
  const logout = (token: string) => call(server.app, endpoints.logout, { token })

  test('a refresh replaces the token, ends the old one and returns current rights', async () => {
    const old = await ada.session()
    const { status, body } = await refresh(old)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      cache_key: CACHE_KEY,
      features: { bins: true, items: false },
      user: {
        username: 'Ada_1',
        company_email: 'ada_1@example.com',
        is_super_admin: false,
        features: { bins: true },
      },
    })
    expect(Object.keys(body['features'] as object)).toEqual([...ADMIN_FEATURES])
    expect((await profile(old)).status).toBe(401)
    expect((await profile(body['access_token'])).status).toBe(200)
  })

  test('a refresh extends the session by four hours', async () => {
    const old = await ada.session()
    server.clock.advance(SESSION_LIFETIME_MS - 1)
    const { body } = await refresh(old)
    server.clock.advance(SESSION_LIFETIME_MS - 1)
    expect((await profile(body['access_token'])).status).toBe(200)
    server.clock.advance(1)
    expect((await profile(body['access_token'])).status).toBe(401)
  })

  test('eight concurrent refreshes give one new token', async () => {
    const old = await ada.session()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(old)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body['access_token'])).size).toBe(1)
    expect(await server.context.db.$count(sessions)).toBe(1)
  })

  describe('a refresh whose answer was lost on the way', () => {
    test('the refresh gets the same answer again, for a minute', async () => {
      const old = await ada.session()
      const lost = await refresh(old)
      server.clock.advance(MINUTE_MS - 1)
      const again = await refresh(old)
      expect([again.status, again.body]).toEqual([200, lost.body])
      expect(await server.context.db.$count(sessions)).toBe(1)
      server.clock.advance(1)
      expect((await refresh(old)).status).toBe(401)
      expect((await profile(lost.body['access_token'])).status).toBe(200)
    })

    test('another server process gives the same answer', async () => {
      const other = await testApp({ beside: server })
      const old = await ada.session()
      const lost = await refresh(old)
      const again = await call(other.app, endpoints.tokenRefresh, { token: old })
      expect(again.body).toEqual(lost.body)
    })

    test('the old token opens no other call', async () => {
      const old = await ada.session()
      await refresh(old)
      for (const endpoint of [endpoints.ownProfile, endpoints.ownSuperAdminStatus])
        expect((await call(server.app, endpoint, { token: old })).status).toBe(401)
    })

    test.each([0, MINUTE_MS, SESSION_LIFETIME_MS - 1])(
      'a logout with the old token ends the new session, %i ms after the refresh',
      async (passed) => {
        const [old, other] = [await ada.session(), await ada.session()]
        const fresh = (await refresh(old)).body['access_token']
        server.clock.advance(passed)
        const { status, body } = await logout(old)
        expect([status, body]).toEqual([200, { message: 'Signed out' }])
        expect((await trail()).at(-1)).toMatchObject({ action: 'signed-out', target: 'Ada_1' })
        expect((await profile(fresh)).status).toBe(401)
        expect((await refresh(old)).status).toBe(401)
        expect((await logout(old)).status).toBe(401)
        expect((await profile(other)).status).toBe(200)
      },
    )

    test('the refresh gets no answer once the new session has ended or was itself refreshed', async () => {
      for (const next of [endpoints.logout, endpoints.tokenRefresh]) {
        const old = await ada.session()
        const fresh = String((await refresh(old)).body['access_token'])
        expect((await call(server.app, next, { token: fresh })).status).toBe(200)
        expect((await refresh(old)).status).toBe(401)
      }
    })

    test('the new token cannot be derived from the old one without the key of the server', async () => {
      const [one, other] = [await ada.session(), await ada.session()]
      const token = (await refresh(one)).body['access_token']
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(token).not.toBe((await refresh(other)).body['access_token'])
      expect(token).not.toBe(sealerWith('another key, which is long enough').derive('token', one))
    })
  })

  test('a refresh at the moment of a deletion is refused', async () => {
    const old = await ada.session()
    const late = await server.context.db.transaction(async (tx) => {
      await removeAdmin(tx, 'Ada_1')
      const asked = refresh(old)
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).status).toBe(401)
  })

  test('a refresh at the moment of a password change starts no session that outlives it', async () => {
    const old = await ada.session()
    const { db } = server.context
    const late = await db.transaction(async (tx) => {
      await lockAdmin(tx, 'Ada_1')
      const asked = refresh(old)
      await untilItWaits(tx, asked)
      await endSessionsOf(tx, 'Ada_1')
      return { asked }
    })
    expect((await late.asked).status).toBe(401)
    expect(await db.$count(sessions)).toBe(0)
  })

  test('a logout at the moment of a refresh ends the new session', async () => {
    const old = await ada.session()
    const { db } = server.context
    const late = await db.transaction(async (tx) => {
      await lockAdmin(tx, 'Ada_1')
      const refreshed = refresh(old)
      await untilItWaits(tx, refreshed)
      const left = logout(old)
      await untilItWaits(tx, left, 2)
      return { refreshed, left }
    })
    await late.refreshed
    expect((await late.left).status).toBe(200)
    expect(await db.$count(sessions)).toBe(0)
  })

  test('a session after the password only cannot be refreshed', async () => {
    expect((await refresh(await ada.session('first'))).status).toBe(403)
  })
})

describe('logout', () => {
  test.each(['first', 'full'] as const)(
    'logout ends a %s session at once, and no other',
    async (stage) => {
      const [mine, other] = [await ada.session(stage), await ada.session()]
      const { status } = await call(server.app, endpoints.logout, { token: mine })
      expect(status).toBe(200)
      expect((await call(server.app, endpoints.ownSuperAdminStatus, { token: mine })).status).toBe(
        401,
      )
      expect((await profile(other)).status).toBe(200)
      expect((await trail()).at(-1)).toMatchObject({ action: 'signed-out', target: 'Ada_1' })
    },
  )
})

test('no answer sets a cookie, and a 401 names the scheme', async () => {
  const right = await login('Ada_1', PASSWORD)
  expect(right.headers['set-cookie']).toBeUndefined()
  const none = await profile('none-such')
  expect(none.status).toBe(401)
  expect(none.headers['www-authenticate']).toBe('Bearer')
})
