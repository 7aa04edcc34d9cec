import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { audit } from '#server/db/schema/operations.ts'
import { sessions } from '#server/db/schema/sessions.ts'
import { recoveryCodes } from '#server/db/schema/second-factor.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { anAdmin, PASSWORD, type Person } from '#test/support/people.ts'

let server: TestApp
let ada: Person

beforeEach(async () => {
  server = await testApp()
  ada = await anAdmin(server.context, { features: ['bins'] })
})

const makeCodes = async (who: Person): Promise<string[]> => {
  const { status, body } = await call(server.app, secondFactorEndpoints.createRecoveryCodes, {
    token: await who.session(),
  })
  expect(status).toBe(200)
  return body['codes'] as string[]
}

const recover = (code: string, options: CallOptions = {}) =>
  call(server.app, secondFactorEndpoints.recoveryLogin, {
    body: { username: 'ada', password: PASSWORD, code },
    ...options,
  })

const actions = async () =>
  (await server.context.db.select().from(audit).orderBy(audit.id)).map(({ action }) => action)

const fullSessions = async () =>
  (await server.context.db.select().from(sessions)).filter(({ stage }) => stage === 'full').length

test('ten codes are made, in a form that people can read', async () => {
  const codes = await makeCodes(ada)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(await actions()).toEqual(['recovery-codes-created'])
  await expect.poll(() => server.mails).toMatchObject([{ to: 'ada@example.com' }])
})

test('the database holds no code, only argon2id hashes with a salt each', async () => {
  const codes = await makeCodes(ada)
  const rows = await server.context.db.select().from(recoveryCodes)
  const salts = rows.map(
    ({ hash }) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([^$]+)\$/.exec(hash)?.[1],
  )
  expect(new Set(salts).size).toBe(10)
  const text = JSON.stringify(rows)
  for (const code of codes) expect(text).not.toContain(code.replace('-', ''))
})

test('a code signs in once, says how many are left, and tells the person by mail', async () => {
  const [code = ''] = await makeCodes(ada)
  const token = await ada.session('first')
  const { status, body } = await recover(code, { token })
  expect(status).toBe(200)
  expect(body).toMatchObject({ left: 9, features: { bins: true } })
  const profile = await call(server.app, endpoints.ownProfile, {
    token: String(body['access_token']),
  })
  expect(profile.status).toBe(200)
  expect((await call(server.app, endpoints.ownSuperAdminStatus, { token })).status).toBe(401)
  expect(await actions()).toEqual(['recovery-codes-created', 'recovery-code-used', 'signed-in'])
  await expect
    .poll(() => server.mails.map(({ subject }) => subject))
    .toContain('A recovery code of your Dockside account was used')

  const again = await recover(code, { token: await ada.session('first') })
  expect(again.status).toBe(401)
  expect(again.body).toEqual({
    detail: "This recovery code isn't valid, or it was used before.",
    code: 'recovery-code-wrong',
  })
})

test.each([
  ['in small letters without the hyphen', (code: string) => code.toLowerCase().replace('-', '')],
  ['with spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
  [
    'with an O for a zero and an l for a one',
    (code: string) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
  ],
])('a code may be typed %s', async (_how, typed) => {
  const [code = ''] = await makeCodes(ada)
  expect((await recover(typed(code), { token: await ada.session('first') })).status).toBe(200)
})

test('new codes end the old ones', async () => {
  const [old = ''] = await makeCodes(ada)
  const [fresh = ''] = await makeCodes(ada)
  expect((await recover(old, { token: await ada.session('first') })).status).toBe(401)
  expect((await recover(fresh, { token: await ada.session('first') })).status).toBe(200)
})

test('a code opens nothing without the password, or for another account', async () => {
  const [code = ''] = await makeCodes(ada)
  const token = await ada.session('first')
  const body = { username: 'ada', password: 'wrong', code }
  expect((await recover(code, { token, body })).status).toBe(401)
  const eve = await anAdmin(server.context, { username: 'eve' })
  expect((await recover(code, { token: await eve.session('first') })).status).toBe(403)
  const asEve = { username: 'eve', password: PASSWORD, code }
  expect((await recover(code, { token: await eve.session('first'), body: asEve })).status).toBe(401)
  expect((await recover(code, { token })).status).toBe(200)
})

test('what cannot be a code is refused as the form refuses it', async () => {
  const token = await ada.session('first')
  const { status, body } = await recover('123456', { token })
  expect(status).toBe(422)
  expect(body['detail']).toMatchObject([{ loc: ['body', 'code'] }])
})

test('of many wrong codes ten are checked in 15 minutes, together with other attempts', async () => {
  const token = await ada.session('first')
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn += 1)
    statuses.push((await recover('00000-00000', { token })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

describe('one code at one moment', () => {
  test('a code that fifty requests send at once opens one session', async () => {
    const [code = ''] = await makeCodes(ada)
    const before = await fullSessions()
    const tokens = await Promise.all(Array.from({ length: 50 }, () => ada.session('first')))
    // From many addresses: those that the owner has signed in from have limits of their own.
    const answers = await Promise.all(
      tokens.map((token, nth) => recover(code, { token, address: `198.51.100.${nth}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 401, 429, 503].includes(status))).toBe(true)
    expect((await fullSessions()) - before).toBe(1)
  })
})
