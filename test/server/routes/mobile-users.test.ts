import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { MOBILE_FEATURES } from '#contract/access.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import {
  changeMobileUser,
  findMobileUser,
  listMobileUsers,
  shownMobileUser,
} from '#server/db/repositories/mobile-users.ts'
import { audit } from '#server/db/schema/operations.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMobileUser, aSuperAdmin } from '#test/support/people.ts'

let server: TestApp
let token: string

beforeEach(async () => {
  server = await testApp()
  const root = await aSuperAdmin(server.context)
  token = await root.session()
})

const profile = {
  name: ' Pat Picker ',
  location: 'Main',
  multi_location_enable: true,
  features: { picking: true },
}

const create = (more: object = {}) =>
  call(server.app, endpoints.createUser, {
    token,
    body: { userid: 'picker1', password: 'pallet', ...profile, ...more },
  })

const update = (body: object, userid = 'picker1') =>
  call(server.app, endpoints.updateUser, { token, params: { userid }, body })

const remove = (userid: string) =>
  call(server.app, endpoints.deleteUser, { token, params: { userid } })

const found = (userid: string) => findMobileUser(server.context.db, userid)

const opens = async (password: string) =>
  verifyPassword(password, (await found('picker1'))?.passwordHash ?? null)

const lastOfTrail = async () =>
  (await server.context.db.select().from(audit).orderBy(audit.id)).at(-1)

describe('creating a mobile user', () => {
  test('a new user is stored with the name trimmed and the password as argon2id', async () => {
    const { status, body } = await create()
    expect([status, body]).toEqual([200, { message: 'User created successfully!' }])
    expect(await found('picker1')).toMatchObject({
      name: 'Pat Picker',
      location: 'Main',
      multiLocationEnable: true,
      features: Object.fromEntries(MOBILE_FEATURES.map((flag) => [flag, flag === 'picking'])),
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    })
    expect(await opens('pallet')).toBe(true)
    expect(await lastOfTrail()).toMatchObject({
      actor: 'root',
      action: 'mobile-user-created',
      target: 'picker1',
    })
  })

  test.each(['picker1', 'PICKER1'])(
    'a taken id is a duplicate in any letter case: %s',
    async (userid) => {
      await create()
      const answer = await create({ userid })
      expect([answer.status, answer.body]).toEqual([
        409,
        { detail: 'User already exists', code: 'user-exists' },
      ])
    },
  )

  test('one id that is sent twice at once makes one user', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ])
  })

  test.each([
    [{ location: ' ', password: 'x' }, 'location', 'All fields are required'],
    [{ password: 'abc' }, 'password', 'Password must be at least 4 characters long'],
    [{ password: 'x'.repeat(16) }, 'password', 'Password cannot exceed 15 characters'],
    [{ password: 'ab cd' }, 'password', 'Password cannot contain spaces'],
    [{ name: ' a ' }, 'name', 'Name must be at least 2 characters long'],
    [{ userid: 'a-b' }, 'userid', 'User ID can only contain letters, numbers, _ and $'],
    [{ userid: 'a'.repeat(65) }, 'userid', 'User ID cannot exceed 64 characters'],
    [{ name: 'Pat\u0000' }, 'name', 'Text cannot contain NUL'],
    [{ location: 'a\udfff' }, 'location', 'Text cannot contain half a character'],
  ])('the rules of the form apply here too: %j', async (more, field, msg) => {
    const { status, body } = await create(more)
    expect(status).toBe(422)
    expect(body['detail']).toEqual([{ loc: ['body', field], msg, type: 'value_error' }])
  })
})

describe('editing a mobile user', () => {
  beforeEach(() => aMobileUser(server.context))

  test('an edit changes the profile and keeps a blank or missing password', async () => {
    for (const password of [undefined, '']) {
      const { status, body } = await update({ ...profile, password })
      expect([status, body]).toEqual([200, { message: 'User updated successfully!' }])
    }
    expect(await found('picker1')).toMatchObject({
      name: 'Pat Picker',
      multiLocationEnable: true,
      features: { picking: true, binCount: false },
    })
    expect(await opens('pallet')).toBe(true)
  })

  test('a given password replaces the old one, and the trail says only that', async () => {
    await update({ ...profile, password: 'new-pallet' })
    expect(await opens('new-pallet')).toBe(true)
    const entry = await lastOfTrail()
    expect(entry).toMatchObject({
      actor: 'root',
      action: 'mobile-user-changed',
      target: 'picker1',
    })
    expect(entry?.detail).toEqual({
      before: { multi_location_enable: false, features: 'binCount' },
      after: { multi_location_enable: true, features: 'picking', password: 'changed' },
    })
    expect(JSON.stringify(entry)).not.toMatch(/pallet|argon2/)
  })

  test('the trail says only the new name if the rights stay the same', async () => {
    const features = { binCount: true, picking: true }
    await create({ userid: 'picker2', features })
    await update({ ...profile, name: 'Pat Packer', features }, 'picker2')
    expect((await lastOfTrail())?.detail).toEqual({
      before: { name: 'Pat Picker' },
      after: { name: 'Pat Packer' },
    })
  })

  test('the second of two edits of one version gets an error, and nothing is overwritten', async () => {
    const [user] = await shownMobileUsers()
    const editOver = (name: string, version: string) =>
      call(server.app, endpoints.updateUser, {
        token,
        params: { userid: 'picker1' },
        body: { ...profile, name },
        headers: { 'if-match': `"${version}"` },
      })
    const version = user?.row_version ?? ''
    expect((await editOver('First', version)).status).toBe(200)
    const { status, body } = await editOver('Second', version)
    expect(status).toBe(412)
    expect(body['detail']).toMatch(/^Someone else changed this account/)
    expect(await found('picker1')).toMatchObject({ name: 'First' })
    expect((await update(profile)).status).toBe(200)
  })

  test('a new password on its own changes nothing else', async () => {
    const { status, body } = await update({ new_password: 'new-pallet' })
    expect([status, body]).toEqual([200, { message: 'Password updated successfully!' }])
    expect(await opens('new-pallet')).toBe(true)
    expect(await found('picker1')).toMatchObject({ multiLocationEnable: false, location: 'Main' })
  })

  test.each<[object, (string | number)[], string]>([
    [{ ...profile, name: undefined }, ['name'], 'This is missing.'],
    [{ ...profile, location: 7 }, ['location'], 'This must be a text.'],
    [
      { ...profile, multi_location_enable: 'no' },
      ['multi_location_enable'],
      'This must be true or false.',
    ],
    [
      { ...profile, features: { picking: 1 } },
      ['features', 'picking'],
      'This must be true or false.',
    ],
    [{ new_password: 7 }, ['new_password'], 'This must be a text.'],
  ])('a field that is missing or of another type is named: %j', async (body, loc, msg) => {
    const answer = await update(body)
    expect([answer.status, answer.body['detail']]).toMatchObject([
      422,
      [{ loc: ['body', ...loc], msg }],
    ])
  })

  test.each([
    [{ new_password: 'abc' }, 'Password must be at least 4 characters long'],
    [{ new_password: '' }, 'Password must be at least 4 characters long'],
    [{ new_password: 'x'.repeat(16) }, 'Password cannot exceed 15 characters'],
    [{ ...profile, password: 'ab cd' }, 'Password cannot contain spaces'],
    [{ ...profile, name: 'a' }, 'Name must be at least 2 characters long'],
  ])('the rules of both forms apply here too: %j', async (body, msg) => {
    const answer = await update(body)
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ msg }])
  })

  test('an edit finds the user in any letter case, and an unknown name gets 404', async () => {
    expect((await update(profile, 'PICKER1')).status).toBe(200)
    for (const userid of ['nobody', '\u0000', 'a'.repeat(99)])
      expect((await update(profile, userid)).status).toBe(404)
  })
})

describe('deleting a mobile user', () => {
  test('a deletion removes the user', async () => {
    await aMobileUser(server.context)
    const { status, body } = await remove('Picker1')
    expect([status, body]).toEqual([200, { message: 'User deleted successfully!' }])
    expect(await found('picker1')).toBeNull()
    expect(await lastOfTrail()).toMatchObject({
      actor: 'root',
      action: 'mobile-user-deleted',
      target: 'picker1',
    })
    expect((await remove('picker1')).status).toBe(404)
  })

  test('the trail has what was deleted, also when somebody else changes it at the same moment', async () => {
    await aMobileUser(server.context)
    const asked = await server.context.db.transaction(async (tx) => {
      await changeMobileUser(tx, 'picker1', { name: 'Changed Picker' }, new Date(0))
      const removing = remove('picker1')
      await untilItWaits(tx, removing)
      return { removing }
    })
    expect((await asked.removing).status).toBe(200)
    expect(await lastOfTrail()).toMatchObject({ detail: { before: { name: 'Changed Picker' } } })
  })
})

describe('the user of the integration', () => {
  const asRoot = async (env: Record<string, string>) => {
    server = await testApp({ env })
    token = await (await aSuperAdmin(server.context)).session()
    await aMobileUser(server.context, { userid: 'integration_1' })
    await aMobileUser(server.context)
  }

  test('the user of the integration is in no list and cannot be made, edited or deleted', async () => {
    await asRoot({ RESERVED_MOBILE_USER: 'Integration_1' })
    const list = await listMobileUsers(server.context.db, server.context.env.reservedMobileUser)
    expect(list.map(({ userid }) => userid)).toEqual(['picker1'])
    expect((await create({ userid: 'INTEGRATION_1' })).status).toBe(409)
    expect((await update(profile, 'integration_1')).status).toBe(404)
    expect((await remove('integration_1')).status).toBe(404)
    expect(await found('integration_1')).not.toBeNull()
  })

  test('the user of the integration cannot be created either', async () => {
    server = await testApp({ env: { RESERVED_MOBILE_USER: 'integration_1' } })
    token = await (await aSuperAdmin(server.context)).session()
    expect((await create({ userid: 'integration_1' })).status).toBe(409)
  })
})

const shownMobileUsers = async () =>
  (await listMobileUsers(server.context.db, 'nobody')).map(shownMobileUser)

test('the list has the fields of the screen and no password', async () => {
  await create()
  expect(await shownMobileUsers()).toEqual([
    {
      row_version: expect.stringMatching(/^[\w-]{22}$/),
      userid: 'picker1',
      name: 'Pat Picker',
      location: 'Main',
      multi_location_enable: true,
      features: expect.objectContaining({ picking: true, binCount: false }),
      created_at: new Date(server.context.now()).toISOString(),
    },
  ])
})
