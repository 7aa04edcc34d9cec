import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { audit } from '#server/db/schema/operations.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { lockAdmin } from '#server/db/repositories/admins.ts'
import { resetFactors } from '#server/routes/second-factor/reset-factors.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import {
  anAuthenticator,
  type Authenticator,
  type Ways,
} from '#test/support/server/authenticator.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { anAdmin, aSuperAdmin, CACHE_KEY, PASSWORD, type Person } from '#test/support/people.ts'

const MINUTE_MS = 60_000
const WRONG = {
  detail: "This passkey couldn't be used. Sign in another way.",
  code: 'passkey-wrong',
}

let server: TestApp
let ada: Person
let key: Authenticator

beforeEach(async () => {
  server = await testApp()
  ada = await anAdmin(server.context, { features: ['bins'] })
  key = anAuthenticator()
})

const challengeFor = async (
  endpoint: Parameters<typeof call>[1],
  token: string | null = null,
  app = server.app,
): Promise<string> => {
  const { status, body } = await call(app, endpoint, { token })
  expect(status).toBe(200)
  return String(body['challenge'])
}

const register = async (who = ada, one = key, ways: Ways = {}, name = 'Tablet') => {
  const token = await who.session()
  const challenge = await challengeFor(passkeyEndpoints.passkeyOptions, token)
  const body = { name, passkey: one.make(challenge, ways) }
  return call(server.app, passkeyEndpoints.addPasskey, { token, body })
}

const signIn = async (passkey: object, options: CallOptions = {}) =>
  call(server.app, passkeyEndpoints.passkeySignIn, { body: { passkey }, ...options })

const newChallenge = () => challengeFor(passkeyEndpoints.passkeySignInOptions)

const trail = async () =>
  (await server.context.db.select().from(audit).orderBy(audit.id)).map(({ action }) => action)
const sessionCount = () => server.context.db.$count(sessions)

describe('registering a passkey', () => {
  test('a passkey is added with its name, and the person is told', async () => {
    const { status, body } = await register()
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: key.id, name: 'Tablet', last_used_at: null })
    expect(await trail()).toEqual(['passkey-added'])
    await expect.poll(() => server.mails).toMatchObject([{ to: 'ada@example.com' }])
  })

  test('what is asked for is discoverable, verified and without attestation', async () => {
    await register()
    const { body } = await call(server.app, passkeyEndpoints.passkeyOptions, {
      token: await ada.session(),
    })
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'Dockside' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      excludeCredentials: [{ id: key.id }],
    })
  })

  const wrongs: readonly [string, Ways][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['nobody verified', { isUserVerified: false }],
  ]
  test.each(wrongs)('a passkey made for %s is refused', async (_what, ways) => {
    expect((await register(ada, key, ways)).status).toBe(400)
    expect(await server.context.db.$count(passkeys)).toBe(0)
  })

  test('a challenge of another account, or a used one, adds nothing', async () => {
    const eve = await anAdmin(server.context, { username: 'eve' })
    const challenge = await challengeFor(passkeyEndpoints.passkeyOptions, await eve.session())
    const token = await ada.session()
    const add = (passkey: object) =>
      call(server.app, passkeyEndpoints.addPasskey, { token, body: { name: '', passkey } })
    expect((await add(key.make(challenge))).status).toBe(400)
    const own = await challengeFor(passkeyEndpoints.passkeyOptions, token)
    const made = key.make(own)
    expect((await add(made)).status).toBe(200)
    expect((await add(made)).status).toBe(400)
  })

  test('a passkey is renamed and removed by its owner only', async () => {
    await register()
    const eve = await (await anAdmin(server.context, { username: 'eve' })).session()
    const params = { id: key.id }
    const rename = (token: string) =>
      call(server.app, passkeyEndpoints.renamePasskey, { token, params, body: { name: 'Glove' } })
    const remove = (token: string) =>
      call(server.app, passkeyEndpoints.removePasskey, { token, params })
    expect([(await rename(eve)).status, (await remove(eve)).status]).toEqual([404, 404])
    const mine = await ada.session()
    expect((await rename(mine)).body).toMatchObject({ name: 'Glove' })
    expect(await server.context.db.select().from(audit)).toContainEqual(
      expect.objectContaining({
        action: 'passkey-renamed',
        detail: { before: { name: 'Tablet' }, after: { name: 'Glove' } },
      }),
    )
    expect((await remove(mine)).status).toBe(200)
    expect((await signIn(key.prove(await newChallenge()))).status).toBe(401)
  })
})

describe('signing in with a passkey', () => {
  test('a passkey opens a full session in one step', async () => {
    await register()
    const { status, body } = await signIn(key.prove(await newChallenge()))
    expect(status).toBe(200)
    expect(body).toMatchObject({ username: 'ada', features: { bins: true }, cache_key: CACHE_KEY })
    const token = String(body['access_token'])
    expect((await call(server.app, endpoints.ownProfile, { token })).status).toBe(200)
    expect(await trail()).toEqual(['passkey-added', 'signed-in'])
  })

  const wrongs: readonly [string, Ways][] = [
    ['from another origin', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without the person', { isUserVerified: false }],
  ]
  test.each(wrongs)('a proof %s opens nothing', async (_what, ways) => {
    await register()
    const before = await sessionCount()
    const answer = await signIn(key.prove(await newChallenge(), ways))
    expect([answer.status, answer.body]).toEqual([401, WRONG])
    expect(await sessionCount()).toBe(before)
  })

  test('an unknown passkey and a wrong one are refused alike', async () => {
    await register()
    const unknown = await signIn(anAuthenticator().prove(await newChallenge()))
    const forged = await signIn({
      ...anAuthenticator().prove(await newChallenge()),
      id: key.id,
      rawId: key.id,
    })
    for (const answer of [unknown, forged])
      expect([answer.status, answer.body]).toEqual([401, WRONG])
  })

  test('a challenge is good once, for five minutes, and for a sign-in only', async () => {
    await register()
    const proof = key.prove(await newChallenge())
    expect((await signIn(proof)).status).toBe(200)
    expect((await signIn(proof)).status).toBe(401)
    const late = await newChallenge()
    server.clock.advance(5 * MINUTE_MS)
    expect((await signIn(key.prove(late))).status).toBe(401)
    const other = await challengeFor(passkeyEndpoints.stepUpOptions, await ada.session())
    expect((await signIn(key.prove(other))).status).toBe(401)
    expect((await signIn(key.prove('AAAA'))).status).toBe(401)
  })

  test('one challenge that two requests use at once opens one session', async () => {
    await register()
    const before = await sessionCount()
    const challenge = await newChallenge()
    const proofs = [key.prove(challenge), key.prove(challenge)]
    const answers = await Promise.all(proofs.map((proof) => signIn(proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await sessionCount()) - before).toBe(1)
  })

  test('a counter that ran back ends the passkey, and the person is told', async () => {
    await register()
    expect((await signIn(key.prove(await newChallenge(), { counter: 9 }))).status).toBe(200)
    expect((await signIn(key.prove(await newChallenge(), { counter: 9 }))).status).toBe(401)
    expect((await signIn(key.prove(await newChallenge(), { counter: 99 }))).status).toBe(401)
    expect(await trail()).toContain('passkey-may-be-copied')
    await expect
      .poll(() => server.mails.map(({ subject }) => subject))
      .toContain('A passkey of your Dockside account may have been copied')
    const { body } = await call(server.app, secondFactorEndpoints.securityState, {
      token: await ada.session(),
    })
    expect(body['passkeys']).toMatchObject([{ may_be_copied: true }])
  })

  test('a passkey without a counter keeps working', async () => {
    await register(ada, key, { counter: 0 })
    for (let turn = 0; turn < 3; turn += 1)
      expect((await signIn(key.prove(await newChallenge(), { counter: 0 }))).status).toBe(200)
  })

  test('a sign-in that waits behind a reset opens nothing', async () => {
    await register()
    const proof = key.prove(await newChallenge())
    const { late } = await server.context.db.transaction(async (tx) => {
      await lockAdmin(tx, 'ada')
      await resetFactors(tx, 'ada')
      const asked = signIn(proof)
      await untilItWaits(tx, asked)
      return { late: asked }
    })
    expect((await late).status).toBe(401)
    expect(await sessionCount()).toBe(0)
  })
})

test('a passkey proves it in a session, for its own account only', async () => {
  await register()
  const token = await ada.session()
  server.clock.advance(10 * MINUTE_MS)
  const stepUp = (passkey: object, as: string) =>
    call(server.app, secondFactorEndpoints.stepUp, { token: as, body: { passkey } })
  const eve = await (await anAdmin(server.context, { username: 'eve' })).session()
  const theirs = await challengeFor(passkeyEndpoints.stepUpOptions, eve)
  expect((await stepUp(key.prove(theirs), eve)).status).toBe(403)
  const own = await challengeFor(passkeyEndpoints.stepUpOptions, token)
  expect((await stepUp(key.prove(own), token)).status).toBe(200)
  const made = await call(server.app, secondFactorEndpoints.createRecoveryCodes, { token })
  expect(made.status).toBe(200)
})

test('a passkey proof given to one process opens every call that needs one at another process, for five minutes', async () => {
  const root = await aSuperAdmin(server.context)
  await register(root)
  const token = await root.session()
  const second = await testApp({ beside: server })
  server.clock.advance(10 * MINUTE_MS)
  const marked = [...Object.values(endpoints), ...Object.values(ownEndpoints)].filter(
    (endpoint: Endpoint) => endpoint.stepUp,
  )
  expect(marked.length).toBeGreaterThan(5)
  const refused = async () => {
    const codes = await Promise.all(
      marked.map(async (endpoint: Endpoint) => {
        const { body } = await call(second.app, endpoint, {
          token,
          params: { username: 'unknown', id: 'x' },
          ...(endpoint.method !== 'DELETE' && { body: { wrong: true } }),
        })
        return body['code']
      }),
    )
    return codes.filter((code) => code === 'step-up').length
  }
  expect(await refused()).toBe(marked.length)
  const challenge = await challengeFor(passkeyEndpoints.stepUpOptions, token)
  const proof = { token, body: { passkey: key.prove(challenge) } }
  expect((await call(server.app, secondFactorEndpoints.stepUp, proof)).status).toBe(200)
  expect(await refused()).toBe(0)
  server.clock.advance(5 * MINUTE_MS)
  expect(await refused()).toBe(marked.length)
  await second.close()
})

describe('the setting PASSKEY_SIGN_IN', () => {
  test("with 'second-factor' a passkey needs the password of its owner", async () => {
    await register()
    const second = await testApp({ beside: server, env: { PASSKEY_SIGN_IN: 'second-factor' } })
    const sent = async (username: string, password: string) => {
      const challenge = await challengeFor(passkeyEndpoints.passkeySignInOptions, null, second.app)
      const body = { username, password, passkey: key.prove(challenge) }
      return (await call(second.app, passkeyEndpoints.passkeySignIn, { body })).status
    }
    await anAdmin(server.context, { username: 'eve' })
    expect(await sent('', '')).toBe(401)
    expect(await sent('ada', 'wrong')).toBe(401)
    expect(await sent('eve', PASSWORD)).toBe(401)
    expect(await sent('ada', PASSWORD)).toBe(200)
    await second.close()
  })

  const absent: readonly Readonly<Record<string, string>>[] = [
    { PASSKEY_SIGN_IN: 'off' },
    { PUBLIC_URL: 'http://192.0.2.7:8080' },
    { PUBLIC_URL: 'https://[2001:db8::7]' },
    { PUBLIC_URL: 'http://wms.example.com' },
  ]
  test.each(absent)('with %j there are no passkeys, and none are offered', async (env) => {
    const other = await testApp({ beside: server, env })
    const config = (await other.app.inject('/config.json')).json<Record<string, unknown>>()
    expect(config['offers']).not.toContain('passkeys')
    expect(config).not.toHaveProperty('passkeys')
    expect((await call(other.app, passkeyEndpoints.passkeySignInOptions)).status).toBe(404)
    await other.close()
  })

  test('the console learns which host passkeys belong to', async () => {
    const other = await testApp({ beside: server, env: { PUBLIC_URL: 'https://wms.example.com' } })
    const config = (await other.app.inject('/config.json')).json<Record<string, unknown>>()
    expect(config['passkeys']).toEqual({ host: 'wms.example.com', alone: true })
    await other.close()
  })
})
