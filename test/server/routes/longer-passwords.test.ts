/**
 * The lengths of new passwords, in every form that takes one: PASSWORD_MIN_LENGTH raises the minimum
 * (decisions/console/people-forms.md), and the maximum is what the sign-in form can carry.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { removeAdmin } from '#server/db/repositories/admins.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMobileUser, anAdmin, aSuperAdmin } from '#test/support/people.ts'

let server: TestApp
let token: string

beforeAll(async () => {
  server = await testApp({ env: { PASSWORD_MIN_LENGTH: '12', REGISTRATION: 'open' } })
  token = await (await aSuperAdmin(server.context)).session()
  await anAdmin(server.context)
  await aMobileUser(server.context)
})

const company = { company_name: 'Dock', phone_number: '5550100100' }
const twice = (password: string) => ({ password, confirm_password: password })
const picker = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }

async function resetToken(): Promise<string> {
  await call(server.app, endpoints.requestPasswordReset, { body: { email_or_username: 'ada' } })
  await nextTurn()
  return /token=([\w-]+)/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

const ADMIN_FORMS = [
  [
    'registration',
    'newcomer',
    endpoints.register,
    (password: string) => ({
      username: 'newcomer',
      ...company,
      company_email: 'new@dock.example',
      ...twice(password),
    }),
  ],
  [
    'Create Admin',
    'created',
    endpoints.createAdmin,
    (password: string) => ({
      username: 'created',
      ...company,
      company_email: 'created@dock.example',
      ...twice(password),
    }),
  ],
  [
    'Edit Admin',
    'ada',
    endpoints.updateAdmin,
    (password: string) => ({
      ...company,
      company_email: 'ada@dock.example',
      ...twice(password),
    }),
  ],
  ['Change Password', 'ada', endpoints.updateAdmin, twice],
  [
    'Reset Password',
    'ada',
    endpoints.resetPassword,
    async (password: string) => ({ token: await resetToken(), new_password: password }),
  ],
] as const

const MOBILE_FORMS = [
  [
    'Create WMS User',
    'picker2',
    endpoints.createUser,
    (password: string) => ({ userid: 'picker2', password, ...picker }),
  ],
  [
    'Edit WMS User',
    'picker1',
    endpoints.updateUser,
    (password: string) => ({ password, ...picker }),
  ],
  [
    'Update Password',
    'picker1',
    endpoints.updateUser,
    (password: string) => ({ new_password: password }),
  ],
] as const

async function send(
  endpoint: (typeof ADMIN_FORMS | typeof MOBILE_FORMS)[number][2],
  bodyWith: (password: string) => object | Promise<object>,
  password: string,
) {
  return call(server.app, endpoint, {
    token,
    params: { username: 'ada', userid: 'picker1' },
    body: await bodyWith(password),
  })
}

test.each([...ADMIN_FORMS, ...MOBILE_FORMS])(
  '%s refuses eleven characters and accepts twelve',
  async (_form, _who, endpoint, bodyWith) => {
    const short = await send(endpoint, bodyWith, 'x'.repeat(11))
    expect(short.status).toBe(422)
    expect(short.body['detail']).toMatchObject([
      { msg: 'Password must be at least 12 characters long' },
    ])
    expect((await send(endpoint, bodyWith, 'x'.repeat(12))).status).toBe(200)
  },
)

test.each(ADMIN_FORMS)(
  '%s refuses a password that is too long for the sign-in form, and the longest one signs in',
  async (_form, username, endpoint, bodyWith) => {
    await removeAdmin(server.context.db, 'newcomer')
    await removeAdmin(server.context.db, 'created')
    // Nine bytes each in the encoding of a form.
    const longest = '錠'.repeat(1_000)
    for (const tooLong of [`${longest}x`, 'x'.repeat(17 * 1024)]) {
      const refused = await send(endpoint, bodyWith, tooLong)
      expect(refused.status).toBe(422)
      expect(refused.body['detail']).toMatchObject([
        { msg: 'Password cannot exceed 1000 characters' },
      ])
    }
    expect((await send(endpoint, bodyWith, longest)).status).toBe(200)
    const signedIn = await call(server.app, endpoints.login, {
      body: { username, password: longest },
    })
    expect(signedIn.status).toBe(200)
  },
)
