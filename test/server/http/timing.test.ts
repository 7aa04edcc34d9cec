/** The response time does not reveal whether an account or a passkey exists: measured in `npm run test:long`. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { anAuthenticator, type Authenticator } from '#test/support/server/authenticator.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { median } from '#test/support/median.ts'
import { aMobileUser, anAdmin } from '#test/support/people.ts'

/** How often each is asked. This is too slow, and depends too much on the machine, for every run. */
const TIMINGS = Number(process.env['TIMINGS'])
const MINUTE_MS = 60_000

let server: TestApp
let key: Authenticator

beforeEach(async () => {
  server = await testApp({ env: { REGISTRATION: 'open' } })
  const ada = await anAdmin(server.context)
  key = anAuthenticator()
  const token = await ada.session()
  const { body } = await call(server.app, passkeyEndpoints.passkeyOptions, { token })
  const passkey = key.make(String(body['challenge']))
  await call(server.app, passkeyEndpoints.addPasskey, { token, body: { name: 'Tablet', passkey } })
  await aMobileUser(server.context, { userid: 'ada' })
})

const company = { company_name: 'Dock', phone_number: '5550100100' }

const CALLS = [
  {
    title: 'login',
    ready: async (username: string) => () =>
      call(server.app, endpoints.login, { body: { username, password: 'wrong' } }),
  },
  {
    title: "a mobile user's sign-in",
    ready: async (userid: string) => () =>
      call(server.app, mobileEndpoints.mobileLogin, { body: { userid, password: 'wrong' } }),
  },
  {
    title: 'password reset',
    ready: async (username: string) => () =>
      call(server.app, endpoints.requestPasswordReset, { body: { email_or_username: username } }),
  },
  {
    title: 'a passkey with a wrong signature',
    ready: async (username: string) => {
      const { body } = await call(server.app, passkeyEndpoints.passkeySignInOptions)
      const forged = anAuthenticator().prove(String(body['challenge']))
      const { id } = username === 'ada' ? key : anAuthenticator()
      const passkey = { ...forged, id, rawId: id }
      return () => call(server.app, passkeyEndpoints.passkeySignIn, { body: { passkey } })
    },
  },
  {
    title: 'registration while it is closed',
    env: { REGISTRATION: 'closed' },
    ready: async (username: string) => () =>
      call(server.app, endpoints.register, {
        body: {
          username,
          ...company,
          company_email: `${username}@example.com`,
          password: 'sesame',
          confirm_password: 'sesame',
        },
      }),
  },
]

describe(`${TIMINGS} alternating requests each`, () => {
  test.each(CALLS)('the medians of $title differ by less than 10 %', async ({ ready, env }) => {
    if (env) server = await testApp({ env, beside: server })
    const timed = async (username: string): Promise<number> => {
      const ask = await ready(username)
      const start = performance.now()
      await ask()
      const took = performance.now() - start
      // Work behind the answer is finished before the next request.
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      server.clock.advance(20 * MINUTE_MS)
      return took
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let turn = 0; turn < TIMINGS; turn += 1) {
      // The order alternates too.
      if (turn % 2) known.push(await timed('ada'))
      unknown.push(await timed('nobody'))
      if (turn % 2 === 0) known.push(await timed('ada'))
    }
    const ratio = median(unknown) / median(known)
    process.stdout.write(`unknown ${(ratio * 100).toFixed(1)} % of known\n`)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  })
})
