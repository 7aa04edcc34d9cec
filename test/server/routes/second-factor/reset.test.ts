import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { findAdmin, lockAdmin } from '#server/db/repositories/admins.ts'
import { audit } from '#server/db/schema/operations.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { recoveryCodes } from '#server/db/schema/second-factor.ts'
import { resetFactors } from '#server/routes/second-factor/reset-factors.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin, PASSWORD, type Person } from '#test/support/people.ts'

const REASON = 'Her phone fell into a dock leveller'

let server: TestApp
let ada: Person
let root: Person

beforeEach(async () => {
  server = await testApp()
  ada = await anAdmin(server.context)
  root = await aSuperAdmin(server.context)
})

const reset = async (options: CallOptions = {}) =>
  call(server.app, secondFactorEndpoints.resetSecondFactor, {
    params: { username: 'ada' },
    body: { reason: REASON },
    token: await root.session(),
    ...options,
  })

const profile = (token: string) => call(server.app, endpoints.ownProfile, { token })

const sessionsOf = async (name: string) =>
  (await server.context.db.select().from(sessions)).filter(({ username }) => username === name)

test('a reset ends all sessions, clears all factors, tells the person, and is in the trail with its reason', async () => {
  const mine = [await ada.session(), await ada.session('first')]
  await call(server.app, secondFactorEndpoints.createRecoveryCodes, { token: await ada.session() })
  expect((await reset()).status).toBe(200)

  for (const token of mine) expect((await profile(token)).status).toBe(401)
  expect(await sessionsOf('ada')).toEqual([])
  expect(await server.context.db.$count(recoveryCodes)).toBe(0)
  const left = await findAdmin(server.context.db, 'ada')
  expect(left).toMatchObject({ totpSecret: null, pendingTotpSecret: null, lastTotpStep: null })

  const trail = await server.context.db.select().from(audit).orderBy(audit.id)
  expect(trail.at(-1)).toMatchObject({
    actor: 'root',
    action: 'second-factor-reset',
    target: 'ada',
    detail: { reason: REASON },
  })
  await expect
    .poll(() => server.mails.map(({ to, text }) => [to, text.includes(REASON)]))
    .toContainEqual(['ada@example.com', true])
})

test('after a reset the person sets up a new factor at the next sign-in', async () => {
  await reset()
  const login = await call(server.app, endpoints.login, {
    body: { username: 'ada', password: PASSWORD },
  })
  const token = String(login.body['access_token'])
  const named = { username: 'ada', password: PASSWORD }
  const setup = await call(server.app, endpoints.twoFactorSetup, { token, body: named })
  const secret = String(Object(setup.body['data'])['secret_key'])
  const totp_code = codeAt(secret, server.context.now())
  const { status } = await call(server.app, endpoints.twoFactorEnable, {
    token,
    body: { username: 'ada', secret_key: secret, totp_code },
  })
  expect(status).toBe(200)
})

test('nobody resets their own second factor', async () => {
  for (const username of ['root', 'ROOT']) {
    const { status, body } = await reset({ params: { username } })
    expect(status).toBe(409)
    expect(body).toEqual({
      detail: "You can't reset your own second factor. Ask another super admin.",
      code: 'own-reset',
    })
  }
  expect((await findAdmin(server.context.db, 'root'))?.totpSecret).not.toBeNull()
})

test.each(['', 'too short', ' '.repeat(40), 'x'.repeat(201)])(
  'a reason must have 10 to 200 characters: %j',
  async (reason) => {
    expect((await reset({ body: { reason } })).status).toBe(422)
    expect((await findAdmin(server.context.db, 'ada'))?.totpSecret).not.toBeNull()
  },
)

test('the second factor of an unknown name cannot be reset', async () => {
  expect((await reset({ params: { username: 'nobody' } })).status).toBe(404)
})

test('a reset needs a proof of a factor that is less than five minutes old', async () => {
  const token = await root.session()
  server.clock.advance(5 * 60_000)
  const { status, body } = await reset({ token })
  expect([status, body]).toEqual([403, { detail: 'Confirm that it is you.', code: 'step-up' }])
  const stepped = await call(server.app, secondFactorEndpoints.stepUp, {
    token,
    body: { totp_code: root.code() },
  })
  expect(stepped.status).toBe(200)
  expect((await reset({ token })).status).toBe(200)
})

describe('a reset at the instant of a sign-in', () => {
  test('a sign-in that waits behind the reset opens nothing', async () => {
    const first = await ada.session('first')
    const asked = await server.context.db.transaction(async (tx) => {
      await lockAdmin(tx, 'ada')
      await resetFactors(tx, 'ada')
      const late = call(server.app, endpoints.twoFactorLogin, {
        token: first,
        body: { username: 'ada', password: PASSWORD, totp_code: ada.code() },
      })
      await untilItWaits(tx, late)
      return { late }
    })
    expect((await asked.late).status).toBe(401)
    expect(await sessionsOf('ada')).toEqual([])
  })

  test('whichever comes first, no session is left', async () => {
    for (let round = 0; round < 5; round += 1) {
      server.clock.advance(31_000)
      const token = await ada.session('first')
      const [, answer] = await Promise.all([
        reset(),
        call(server.app, endpoints.twoFactorLogin, {
          token,
          body: { username: 'ada', password: PASSWORD, totp_code: ada.code() },
        }),
      ])
      expect([200, 400, 401]).toContain(answer.status)
      expect(await sessionsOf('ada')).toEqual([])
    }
  })
})

test('a super admin sees which factors each admin has, and nothing more', async () => {
  await anAdmin(server.context, { username: 'bob', hasSecondFactor: false })
  const made = await call(server.app, secondFactorEndpoints.createRecoveryCodes, {
    token: await ada.session(),
  })
  const [code = ''] = made.body['codes'] as string[]
  await call(server.app, secondFactorEndpoints.recoveryLogin, {
    token: await ada.session('first'),
    body: { username: 'ada', password: PASSWORD, code },
  })
  const { body } = await call(server.app, secondFactorEndpoints.factorsOfAll, {
    token: await root.session(),
  })
  expect(body).toEqual({
    data: [
      { username: 'ada', has_authenticator: true, passkeys: 0, codes_left: 9 },
      { username: 'bob', has_authenticator: false, passkeys: 0, codes_left: 0 },
      { username: 'root', has_authenticator: true, passkeys: 0, codes_left: 0 },
    ],
  })
})
