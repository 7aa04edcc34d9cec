import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { PREFERENCES_MAX } from '#contract/views/preferences.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'

let server: TestApp
let root: string
let ada: string

beforeEach(async () => {
  server = await testApp()
  root = await (await aSuperAdmin(server.context)).session()
  ada = await (await anAdmin(server.context, { username: 'ada' })).session()
})

afterEach(() => server.close())

const ISSUE = { loc: ['body', 'value'], type: 'value_error' }

async function set(key: string, value: unknown, token = ada) {
  const { status, body } = await call(server.app, ownEndpoints.setPreference, {
    token,
    params: { key },
    body: { value },
  })
  return [status, body['detail']]
}

async function all(token = ada): Promise<unknown> {
  const { status, body } = await call(server.app, ownEndpoints.preferences, { token })
  expect(status).toBe(200)
  return body['data']
}

test('each admin has preferences, key by key, and the last writer wins', async () => {
  expect(await all()).toEqual({})
  await set('clock', '24')
  await set('layout.Bins', { order: ['bin'], visibility: { wh: false }, widths: {} })
  await set('clock', '12', root)
  await set('clock', '24-hours')
  expect(await all()).toEqual({
    clock: '24-hours',
    'layout.Bins': { order: ['bin'], visibility: { wh: false }, widths: {} },
  })
  expect(await all(root)).toEqual({ clock: '12' })
})

test.each(['colour', 'layout.', 'layout.<b>', `layout.${'x'.repeat(81)}`, '__proto__'])(
  'the key %s is not known',
  async (key) => {
    expect(await set(key, 1)).toEqual([404, refusals.preferenceUnknown])
  },
)

test('a value of more than 8 KB, and one that is nothing, is refused', async () => {
  expect(await set('clock', 'x'.repeat(9_000))).toEqual([
    422,
    [{ ...ISSUE, msg: refusals.preferenceTooLarge }],
  ])
  expect(await set('clock', null)).toEqual([422, [{ ...ISSUE, msg: refusals.preferenceEmpty }]])
  expect((await set('clock', undefined))[0]).toBe(422)
})

test('an admin has a limited number of preferences, and each can still be changed', async () => {
  for (let nth = 0; nth < PREFERENCES_MAX; nth += 1) await set(`layout.Table ${nth}`, nth)
  expect(await set('clock', '24')).toEqual([409, refusals.tooManyPreferences])
  expect(await set('layout.Table 7', 'wider')).toEqual([200, undefined])
})

test('preferences go with their admin', async () => {
  await set('clock', '24')
  await call(server.app, endpoints.deleteAdmin, { token: root, params: { username: 'ada' } })
  const again = await anAdmin(server.context, { username: 'ada' })
  expect(await all(await again.session())).toEqual({})
})
