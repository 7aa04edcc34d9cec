import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { codeAt, stepOfCode } from '#server/auth/totp.ts'
import { findAdmin, removeAdmin, consumeTotpStep } from '#server/db/repositories/admins.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { audit } from '#server/db/schema/operations.ts'
import { admins } from '#server/db/schema/people.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { SEALED_FOR } from '#server/auth/seal.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, CACHE_KEY, PASSWORD, type Person } from '#test/support/people.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

let server: TestApp
let ada: Person

beforeEach(async () => {
  server = await testApp()
  ada = await anAdmin(server.context, { features: ['bins'] })
})

const pass = (code: string, options: CallOptions & { password?: string } = {}) =>
  call(server.app, endpoints.twoFactorLogin, {
    body: { username: 'ada', password: options.password ?? PASSWORD, totp_code: code },
    ...options,
  })

const profile = (token: unknown) => call(server.app, endpoints.ownProfile, { token: String(token) })

const lastOfTrail = async () =>
  (await server.context.db.select().from(audit).orderBy(audit.id)).at(-1)

test('an admin signs in with password, status and code, and then gets the data', async () => {
  const first = await call(server.app, endpoints.login, {
    body: { username: 'Ada', password: PASSWORD },
  })
  const token = String(first.body['access_token'])
  const status = await call(server.app, endpoints.twoFactorStatus, {
    token,
    body: { username: 'ADA' },
  })
  expect(status.body).toEqual({ data: { two_factor_enabled: true, requires_2fa: true } })
  expect((await profile(token)).status).toBe(403)

  const { status: code, body } = await pass(ada.code(), { token })
  expect(code).toBe(200)
  expect(body).toMatchObject({
    token_type: 'bearer',
    features: { bins: true, items: false },
    is_super_admin: false,
    cache_key: CACHE_KEY,
  })
  expect((await profile(body['access_token'])).body).toMatchObject({ username: 'ada' })
  expect((await profile(token)).status).toBe(401)
  expect(await lastOfTrail()).toMatchObject({ action: 'signed-in', target: 'ada' })
})

describe('a code', () => {
  test('a code is valid one step before and after its own', async () => {
    for (const shift of [-1, 0, 1]) {
      const code = codeAt(ada.secret, server.context.now() + shift * STEP_MS)
      expect((await pass(code, { token: await ada.session('first') })).status).toBe(200)
    }
  })

  test('a code of two steps away is not valid', async () => {
    const token = await ada.session('first')
    for (const shift of [-2, 2]) {
      const { status, body } = await pass(
        codeAt(ada.secret, server.context.now() + shift * STEP_MS),
        { token },
      )
      expect(status).toBe(401)
      expect(body).toEqual({ detail: 'Invalid TOTP code. Please try again.', code: 'code-wrong' })
    }
    expect(await lastOfTrail()).toMatchObject({
      action: 'sign-in-refused',
      detail: { reason: 'code' },
    })
  })

  test('a code works once, and an older one does not work after it', async () => {
    const older = codeAt(ada.secret, server.context.now() - STEP_MS)
    const code = ada.code()
    expect((await pass(code, { token: await ada.session('first') })).status).toBe(200)
    expect((await pass(code, { token: await ada.session('first') })).status).toBe(401)
    expect((await pass(older, { token: await ada.session('first') })).status).toBe(401)
    server.clock.advance(STEP_MS)
    expect((await pass(ada.code(), { token: await ada.session('first') })).status).toBe(200)
  })

  test('a code that is sent twenty times at once works once', async () => {
    const code = ada.code()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => ada.session('first')))
    const answers = await Promise.all(tokens.map((token) => pass(code, { token })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => [401, 429].includes(status))).toHaveLength(19)
  })

  test('a code that is sent through both names of the call works once', async () => {
    const code = ada.code()
    expect((await pass(code, { token: await ada.session('first') })).status).toBe(200)
    const again = await call(server.app, endpoints.twoFactorLoginAfterSetup, {
      token: await ada.session('first'),
      body: { username: 'ada', password: PASSWORD, totp_code: code },
    })
    expect(again.status).toBe(401)
  })

  test('the second name of the call answers as the first does', async () => {
    const { status, body } = await call(server.app, endpoints.twoFactorLoginAfterSetup, {
      token: await ada.session('first'),
      body: { username: 'ada', password: PASSWORD, totp_code: ada.code() },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ features: { bins: true }, cache_key: CACHE_KEY })
    expect((await profile(body['access_token'])).body).toMatchObject({ username: 'ada' })
  })

  test('a code is used up by one of twenty requests, though none was refused for their number', async () => {
    const { db } = server.context
    const { totpSecret } = (await findAdmin(db, 'ada')) ?? { totpSecret: null }
    const step = stepOfCode(ada.secret, ada.code(), server.context.now()) ?? 0
    const spent = await Promise.all(
      Array.from({ length: 20 }, () => consumeTotpStep(db, 'ada', totpSecret ?? '', step)),
    )
    expect(spent.filter(Boolean)).toHaveLength(1)
  })

  test.each(['12345', '1234567', 'abcdef', '', '１２３４５６'])(
    'a malformed code is refused as the form refuses it: %j',
    async (code) => {
      const { status, body } = await pass(code, { token: await ada.session('first') })
      expect(status).toBe(422)
      expect(body['detail']).toMatchObject([{ loc: ['body', 'totp_code'] }])
    },
  )
})

describe('the second factor', () => {
  test('the second factor requires the password too', async () => {
    const token = await ada.session('first')
    expect((await pass(ada.code(), { token, password: 'wrong' })).status).toBe(401)
    expect((await pass(ada.code(), { token })).status).toBe(200)
  })

  test("the second factor is passed only for the session's own account", async () => {
    const eve = await anAdmin(server.context, { username: 'eve' })
    expect((await pass(ada.code(), { token: await eve.session('first') })).status).toBe(403)
    expect((await pass(ada.code())).status).toBe(401)
  })

  test('the second factor opens nothing if the password was changed at the same moment', async () => {
    const token = await ada.session('first')
    const late = await server.context.db.transaction(async (tx) => {
      await endSessionsOf(tx, 'ada')
      const asked = pass(ada.code(), { token })
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).status).toBe(401)
    expect(await server.context.db.$count(sessions)).toBe(0)
  })

  test('the second factor opens nothing if the account was deleted at the same moment', async () => {
    const token = await ada.session('first')
    const late = await server.context.db.transaction(async (tx) => {
      await removeAdmin(tx, 'ada')
      const asked = pass(ada.code(), { token })
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).status).toBe(401)
  })

  test('a second factor that is not set up cannot be passed', async () => {
    const bob = await anAdmin(server.context, { username: 'bob', hasSecondFactor: false })
    const { status } = await call(server.app, endpoints.twoFactorLogin, {
      token: await bob.session('first'),
      body: { username: 'bob', password: PASSWORD, totp_code: bob.code() },
    })
    expect(status).toBe(400)
  })

  test('of many wrong codes ten are checked in 15 minutes', async () => {
    const token = await ada.session('first')
    const statuses: number[] = []
    for (let turn = 0; turn < 20; turn += 1)
      statuses.push((await pass('000000', { token, address: `198.51.100.${turn}` })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    const late = await pass(ada.code(), { token, address: '198.51.100.99' })
    expect(late.status).toBe(429)
    expect(late.headers['retry-after']).toBe('900')
  })

  test('the right password in between allows no new attempts at codes', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const first = await call(server.app, endpoints.login, {
        body: { username: 'ada', password: PASSWORD },
      })
      const token = String(first.body['access_token'])
      statuses.push(first.status === 200 ? (await pass('000000', { token })).status : first.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('passing the second factor resets the count', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let turn = 0; turn < 9; turn += 1)
        expect((await pass('000000', { token: await ada.session('first') })).status).toBe(401)
      expect((await pass(ada.code(), { token: await ada.session('first') })).status).toBe(200)
      server.clock.advance(STEP_MS)
    }
  })

  test('guessing from elsewhere does not lock out the owner', async () => {
    expect((await pass(ada.code(), { token: await ada.session('first') })).status).toBe(200)
    for (let turn = 0; turn < 30; turn += 1)
      await call(server.app, endpoints.login, {
        address: `198.51.100.${turn}`,
        body: { username: 'ada', password: 'guess' },
      })
    server.clock.advance(STEP_MS)
    const first = await call(server.app, endpoints.login, {
      body: { username: 'ada', password: PASSWORD },
    })
    expect(first.status).toBe(200)
    expect((await pass(ada.code(), { token: String(first.body['access_token']) })).status).toBe(200)
  })
})

describe('setting up the second factor', () => {
  let bob: Person
  let token: string

  beforeEach(async () => {
    bob = await anAdmin(server.context, { username: 'bob', hasSecondFactor: false })
    token = await bob.session('first')
  })

  const setup = (body: object = {}, as: Person = bob, bearer = token) =>
    call(server.app, endpoints.twoFactorSetup, {
      token: bearer,
      body: { username: as.username, password: PASSWORD, ...body },
    })

  const enable = (secret: string, code: string, bearer = token, username = 'bob') =>
    call(server.app, endpoints.twoFactorEnable, {
      token: bearer,
      body: { username, secret_key: secret, totp_code: code },
    })

  const issued = async (as: Person = bob, bearer = token, body = {}) => {
    const answer = await setup(body, as, bearer)
    expect(answer.status).toBe(200)
    return answer.body['data'] as Record<
      'qr_code_url' | 'secret_key' | 'setup_instructions',
      string
    >
  }

  test('a set-up issues a secret, and its code opens the data', async () => {
    const status = await call(server.app, endpoints.twoFactorStatus, {
      token,
      body: { username: 'bob' },
    })
    expect(status.body).toEqual({ data: { two_factor_enabled: false, requires_2fa: false } })

    const { qr_code_url, secret_key, setup_instructions } = await issued()
    expect(new URL(qr_code_url).searchParams.get('secret')).toBe(secret_key)
    expect(new URL(qr_code_url).searchParams.get('issuer')).toBe('Dockside')
    expect(setup_instructions).toMatch(/authenticator/)

    const { status: code, body } = await enable(
      secret_key,
      codeAt(secret_key, server.context.now()),
    )
    expect(code).toBe(200)
    expect(body).toMatchObject({ success: true, cache_key: CACHE_KEY, is_super_admin: false })
    expect((await profile(body['access_token'])).status).toBe(200)
    expect((await profile(token)).status).toBe(401)
    expect(await lastOfTrail()).toMatchObject({ action: 'second-factor-enabled', target: 'bob' })
  })

  test('a set-up accepts the secret as people copy it', async () => {
    const { secret_key } = await issued()
    const spaced = secret_key.toLowerCase().replace(/(.{4})/g, '$1 ')
    expect((await enable(spaced, codeAt(secret_key, server.context.now()))).status).toBe(200)
  })

  test('a set-up does not accept a secret of one’s own, even with a matching code', async () => {
    const own = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const code = codeAt(own, server.context.now())
    for (const before of [false, true]) {
      if (before) await issued()
      const { status, body } = await enable(own, code)
      expect(status).toBe(400)
      expect(body).toEqual({
        detail: 'Invalid verification code. Please try again.',
        code: 'first-code-wrong',
      })
    }
  })

  test('a new secret invalidates the previous one', async () => {
    const { secret_key: old } = await issued()
    const { secret_key: next } = await issued()
    expect(next).not.toBe(old)
    expect((await enable(old, codeAt(old, server.context.now()))).status).toBe(400)
    expect((await enable(next, codeAt(next, server.context.now()))).status).toBe(200)
  })

  test('two concurrent set-ups succeed once', async () => {
    const { secret_key } = await issued()
    const code = codeAt(secret_key, server.context.now())
    const answers = await Promise.all(Array.from({ length: 5 }, () => enable(secret_key, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a set-up uses up its code', async () => {
    const { secret_key } = await issued()
    const code = codeAt(secret_key, server.context.now())
    expect((await enable(secret_key, code)).status).toBe(200)
    const again = await call(server.app, endpoints.twoFactorLoginAfterSetup, {
      token: await bob.session('first'),
      body: { username: 'bob', password: PASSWORD, totp_code: code },
    })
    expect(again.status).toBe(401)
  })

  test('a set-up requires the right password, and checks ten in 15 minutes', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push((await setup({ password: `guess-${turn}` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test('a set-up checks ten codes in 15 minutes', async () => {
    const { secret_key } = await issued()
    for (let turn = 0; turn < 10; turn += 1)
      expect((await enable(secret_key, '000000')).status).toBe(400)
    expect((await enable(secret_key, codeAt(secret_key, server.context.now()))).status).toBe(429)
    server.clock.advance(15 * MINUTE_MS)
    const later = await bob.session('first')
    expect((await enable(secret_key, codeAt(secret_key, server.context.now()), later)).status).toBe(
      200,
    )
  })

  test("a set-up is for the session's own account", async () => {
    expect((await setup({}, ada)).status).toBe(403)
    expect((await enable('x', '123456', token, 'ada')).status).toBe(403)
  })

  test('a set-up leaves nothing readable in the database', async () => {
    const { secret_key } = await issued()
    const rowText = async () =>
      JSON.stringify(
        await server.context.db.select().from(admins).where(eq(admins.username, 'bob')),
      )
    expect(await rowText()).not.toContain(secret_key)
    await enable(secret_key, codeAt(secret_key, server.context.now()))
    expect(await rowText()).not.toContain(secret_key)
    expect(await rowText()).not.toContain(CACHE_KEY)
    const stored = (await findAdmin(server.context.db, 'bob'))?.totpSecret ?? ''
    expect(server.context.seal.open(SEALED_FOR.totp('bob'), stored)).toBe(secret_key)
  })

  describe('replacing the second factor', () => {
    test('a replacement requires a current code and not only the password', async () => {
      const bearer = await ada.session('first')
      const without = await setup({}, ada, bearer)
      expect(without.status).toBe(403)
      expect(without.body['detail']).toMatch(/current authenticator code/)
      expect((await setup({ totp_code: '000000' }, ada, bearer)).status).toBe(403)
      expect((await setup({ totp_code: 'no code' }, ada, bearer)).status).toBe(403)
      const { db } = server.context
      expect((await findAdmin(db, 'ada'))?.pendingTotpSecret).toBeNull()
    })

    test('a replacement takes effect once the new factor is confirmed, and then only the new one counts', async () => {
      const bearer = await ada.session()
      const { secret_key } = await issued(ada, bearer, { totp_code: ada.code() })
      server.clock.advance(STEP_MS)
      const meanwhile = await ada.session('first')
      expect((await pass(ada.code(), { token: meanwhile })).status).toBe(200)

      const code = codeAt(secret_key, server.context.now())
      expect((await enable(secret_key, code, bearer, 'ada')).status).toBe(200)
      server.clock.advance(STEP_MS)
      const token2 = await ada.session('first')
      expect((await pass(ada.code(), { token: token2 })).status).toBe(401)
      expect((await pass(codeAt(secret_key, server.context.now()), { token: token2 })).status).toBe(
        200,
      )
    })

    test('a replacement uses up the code that permitted it', async () => {
      const code = ada.code()
      await issued(ada, await ada.session(), { totp_code: code })
      expect((await pass(code, { token: await ada.session('first') })).status).toBe(401)
    })

    test('a replacement ends every other session', async () => {
      const [mine, other] = [await ada.session(), await ada.session()]
      const { secret_key } = await issued(ada, mine, { totp_code: ada.code() })
      await enable(secret_key, codeAt(secret_key, server.context.now()), mine, 'ada')
      for (const dead of [mine, other]) expect((await profile(dead)).status).toBe(401)
    })
  })
})
