/** PASSWORD_MIN_LENGTH raises the minimum of every form that takes a new password (decisions.md 4.9). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { testApp, type TestApp } from '#test/support/app.ts'
import { call } from '#test/support/call.ts'
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

test.each([
  [
    'registration',
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
    endpoints.updateAdmin,
    (password: string) => ({
      ...company,
      company_email: 'ada@dock.example',
      ...twice(password),
    }),
  ],
  ['Change Password', endpoints.updateAdmin, twice],
  [
    'Reset Password',
    endpoints.resetPassword,
    async (password: string) => ({ token: await resetToken(), new_password: password }),
  ],
  [
    'Create WMS User',
    endpoints.createUser,
    (password: string) => ({ userid: 'picker2', password, ...picker }),
  ],
  ['Edit WMS User', endpoints.updateUser, (password: string) => ({ password, ...picker })],
  ['Update Password', endpoints.updateUser, (password: string) => ({ new_password: password })],
])('%s refuses eleven characters and takes twelve', async (_form, endpoint, bodyWith) => {
  const send = async (password: string) =>
    call(server.app, endpoint, {
      token,
      params: { username: 'ada', userid: 'picker1' },
      body: await bodyWith(password),
    })
  const short = await send('x'.repeat(11))
  expect(short.status).toBe(422)
  expect(short.body['detail']).toMatchObject([
    { msg: 'Password must be at least 12 characters long' },
  ])
  expect((await send('x'.repeat(12))).status).toBe(200)
})
