import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { audit } from '#server/db/schema/operations.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { aSuperAdmin, type Person } from '#test/support/people.ts'

const MINUTE_MS = 60_000

let server: TestApp
let root: Person
let token: string

beforeEach(async () => {
  server = await testApp()
  root = await aSuperAdmin(server.context)
  token = await root.session()
})

const stepUp = (body: object, options: CallOptions = {}) =>
  call(server.app, secondFactorEndpoints.stepUp, { token, body, ...options })
const makeCodes = () => call(server.app, secondFactorEndpoints.createRecoveryCodes, { token })

const trail = async () => server.context.db.select().from(audit).orderBy(audit.id)

describe('a proof of a factor', () => {
  test('a session that has just signed in counts as proven for five minutes', async () => {
    server.clock.advance(5 * MINUTE_MS - 1)
    expect((await makeCodes()).status).toBe(200)
    server.clock.advance(1)
    const { status, body } = await makeCodes()
    expect([status, body]).toEqual([403, { detail: 'Confirm that it is you.', code: 'step-up' }])
  })

  test('a code proves it for five more minutes, once', async () => {
    server.clock.advance(10 * MINUTE_MS)
    const code = root.code()
    const { status, body } = await stepUp({ totp_code: code })
    expect(status).toBe(200)
    const until = new Date(server.clock.now() + 5 * MINUTE_MS).toISOString()
    expect(body).toEqual({ until })
    expect((await makeCodes()).status).toBe(200)
    expect((await stepUp({ totp_code: code })).status).toBe(403)
    server.clock.advance(5 * MINUTE_MS)
    expect((await makeCodes()).status).toBe(403)
    expect((await trail()).map(({ action }) => action)).toEqual([
      'stepped-up',
      'recovery-codes-created',
      'sign-in-refused',
    ])
  })

  test('a recovery code proves it, and is used up', async () => {
    const { body } = await makeCodes()
    const [code = ''] = body['codes'] as string[]
    server.clock.advance(10 * MINUTE_MS)
    expect((await stepUp({ recovery_code: code })).status).toBe(200)
    expect((await stepUp({ recovery_code: code })).status).toBe(403)
    expect((await makeCodes()).status).toBe(200)
  })

  test('a wrong proof is refused like any other, and counted like a code of the sign-in', async () => {
    server.clock.advance(10 * MINUTE_MS)
    const wrong = [{ totp_code: '000000' }, { recovery_code: 'AAAAA-AAAAA' }, { totp_code: '' }]
    for (const body of wrong) {
      const answer = await stepUp(body)
      expect([answer.status, answer.body]).toEqual([
        403,
        { detail: "That didn't match. Please try again.", code: 'proof-wrong' },
      ])
    }
    const statuses: number[] = []
    for (let turn = 0; turn < 9; turn += 1)
      statuses.push((await stepUp({ totp_code: '000000' })).status)
    expect(statuses).toEqual([...Array.from({ length: 7 }, () => 403), 429, 429])
    expect((await makeCodes()).status).toBe(403)
  })

  test('a proof counts in its own session only', async () => {
    server.clock.advance(10 * MINUTE_MS)
    const other = await root.session()
    await stepUp({ totp_code: root.code() })
    server.clock.advance(4 * MINUTE_MS)
    await call(server.app, endpoints.tokenRefresh, { token: other })
    expect((await makeCodes()).status).toBe(200)
  })

  test('a refreshed token keeps the proof, and does not renew it', async () => {
    server.clock.advance(4 * MINUTE_MS)
    const refreshed = await call(server.app, endpoints.tokenRefresh, { token })
    token = String(refreshed.body['access_token'])
    expect((await makeCodes()).status).toBe(200)
    server.clock.advance(MINUTE_MS)
    expect((await makeCodes()).status).toBe(403)
  })

  test('a proven session gets the secret of another authenticator without a code', async () => {
    const { status, body } = await call(server.app, secondFactorEndpoints.replaceAuthenticator, {
      token,
    })
    expect(status).toBe(200)
    const secret = String(Object(body['data'])['secret_key'])
    const enabled = await call(server.app, endpoints.twoFactorEnable, {
      token,
      body: { username: 'root', secret_key: secret, totp_code: codeAt(secret, server.clock.now()) },
    })
    expect(enabled.status).toBe(200)
    const fresh = String(enabled.body['access_token'])
    expect((await call(server.app, endpoints.ownProfile, { token: fresh })).status).toBe(200)
    expect((await call(server.app, endpoints.ownProfile, { token })).status).toBe(401)
  })
})

describe('the calls that need a fresh proof', () => {
  /** Copied by hand from decisions/server/step-up.md. */
  const NEEDING = [
    'DELETE /passkeys/:id',
    'POST /admin/second-factor/reset/:username',
    'POST /authenticator',
    'POST /passkey-options',
    'POST /passkeys',
    'POST /provide-env-data',
    'POST /provide-env-data/sign-in',
    'POST /recovery-codes',
    'PUT /provide-env-data/reading',
  ]
  const declared: readonly Endpoint[] = [
    ...Object.values(endpoints as Record<string, Endpoint>),
    ...Object.values(ownEndpoints as Record<string, Endpoint>),
  ]
  const marked = declared.filter((endpoint) => endpoint.stepUp)

  test('exactly those calls are marked', () => {
    const names = marked.map(({ method, path }) => `${method} ${path}`)
    expect(names.toSorted((one, other) => one.localeCompare(other))).toEqual(NEEDING)
  })

  test.each(marked)('$method $path is refused before its body is read', async (endpoint) => {
    server.clock.advance(5 * MINUTE_MS)
    const answer = await call(server.app, endpoint, {
      token,
      params: { username: 'ada', id: 'x' },
      ...((endpoint.method === 'POST' || endpoint.method === 'PUT') && { body: { wrong: true } }),
    })
    expect([answer.status, answer.body['code']]).toEqual([403, 'step-up'])
  })

  test('an admin is created without a fresh proof, and a super admin is not', async () => {
    server.clock.advance(5 * MINUTE_MS)
    const create = (is_super_admin: boolean) =>
      call(server.app, endpoints.createAdmin, {
        token,
        body: {
          username: 'newcomer',
          company_name: 'Dock',
          company_email: 'new@dock.example',
          phone_number: '5550100100',
          password: 'sesame',
          confirm_password: 'sesame',
          is_super_admin,
        },
      })
    expect((await create(true)).body['code']).toBe('step-up')
    expect((await create(false)).status).toBe(200)
    const promote = () =>
      call(server.app, endpoints.updateAdmin, {
        token,
        params: { username: 'newcomer' },
        body: { company_name: 'Dock', company_email: 'new@dock.example', is_super_admin: true },
      })
    expect((await promote()).body['code']).toBe('step-up')
    await stepUp({ totp_code: root.code() })
    expect((await promote()).status).toBe(200)
  })
})

describe('the sessions of an account', () => {
  const state = async (as = token) => {
    const { body } = await call(server.app, secondFactorEndpoints.securityState, { token: as })
    return body as { sessions: { id: string; is_current: boolean; last_seen_at: string }[] }
  }

  test('a sign-in is listed with its device and address, and no token', async () => {
    const { status } = await call(server.app, endpoints.twoFactorLogin, {
      token: await root.session('first'),
      address: '192.0.2.44',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 planted',
      },
      body: { username: 'root', password: root.password, totp_code: root.code() },
    })
    expect(status).toBe(200)
    const { sessions: listed } = await state()
    expect(listed).toHaveLength(2)
    expect(listed.find(({ is_current }) => !is_current)).toMatchObject({
      device: 'Chrome on Android',
      address: '192.0.2.44',
    })
    const rows = await server.context.db.select().from(sessions)
    for (const { tokenHash } of rows) expect(JSON.stringify(listed)).not.toContain(tokenHash)
  })

  test('one session is ended, or all others', async () => {
    const [second, third] = [await root.session(), await root.session()]
    const { sessions: all } = await state(second)
    const mine = all.find(({ is_current }) => is_current)
    const ended = await call(server.app, secondFactorEndpoints.endSession, {
      token,
      params: { id: mine?.id ?? '' },
    })
    expect(ended.status).toBe(200)
    const alive = async () =>
      Promise.all(
        [token, second, third].map(
          async (one) => (await call(server.app, endpoints.ownProfile, { token: one })).status,
        ),
      )
    expect(await alive()).toEqual([200, 401, 200])
    await call(server.app, secondFactorEndpoints.endOtherSessions, { token })
    expect(await alive()).toEqual([200, 401, 401])
    expect((await trail()).map(({ action }) => action)).toEqual([
      'session-ended',
      'other-sessions-ended',
    ])
  })

  test('the audit trail says which device was signed out, and where it had signed in', async () => {
    await root.session()
    const device = 'Chrome on Android'
    await server.context.db.update(sessions).set({ device, address: '192.0.2.44' })
    const { sessions: all } = await state()
    const other = all.find(({ is_current }) => !is_current)
    const params = { id: other?.id ?? '' }
    await call(server.app, secondFactorEndpoints.endSession, { token, params })
    expect((await trail()).at(-1)).toMatchObject({
      action: 'session-ended',
      detail: { device, address: '192.0.2.44' },
    })
  })

  test("somebody else's session cannot be ended", async () => {
    const eve = await aSuperAdmin(server.context, { username: 'eve' })
    const theirs = await state(await eve.session())
    const { status } = await call(server.app, secondFactorEndpoints.endSession, {
      token,
      params: { id: theirs.sessions[0]?.id ?? '' },
    })
    expect(status).toBe(404)
  })

  test('the last use is noted at most once a minute, and survives a refresh', async () => {
    const start = new Date(server.clock.now()).toISOString()
    server.clock.advance(MINUTE_MS - 1)
    expect((await state()).sessions[0]?.last_seen_at).toBe(start)
    server.clock.advance(1)
    const later = new Date(server.clock.now()).toISOString()
    expect((await state()).sessions[0]?.last_seen_at).toBe(later)
  })

  test.each([
    ['the database is read-only', '25006'],
    ['its disk is full', '53100'],
  ])(
    'while %s the last use is not noted, and calls that only read are answered',
    async (_why, code) => {
      const { db } = server.context
      await db.execute(
        sql.raw(`CREATE OR REPLACE FUNCTION unwritable() RETURNS trigger AS $$
        BEGIN RAISE EXCEPTION 'nothing is written' USING ERRCODE = '${code}'; END $$ LANGUAGE plpgsql`),
      )
      await db.execute(
        sql`CREATE TRIGGER unwritable BEFORE UPDATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION unwritable()`,
      )
      try {
        server.clock.advance(MINUTE_MS)
        const { status } = await call(server.app, secondFactorEndpoints.securityState, { token })
        expect(status).toBe(200)
        // What writes is refused as before.
        expect((await stepUp({ totp_code: root.code() })).status).toBe(503)
      } finally {
        await db.execute(sql`DROP TRIGGER unwritable ON sessions`)
        await db.execute(sql`DROP FUNCTION unwritable`)
      }
    },
  )
})
