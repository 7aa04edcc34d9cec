import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findAdmin, listAdmins, profileOf } from '#server/db/repositories/admins.ts'
import { insertReset } from '#server/db/repositories/password-resets.ts'
import { audit } from '#server/db/schema/operations.ts'
import { passwordResets, sessions } from '#server/db/schema/sessions.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { anAdmin, aSuperAdmin, PASSWORD, type Person } from '#test/support/people.ts'

const ALL_FLAGS = Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true]))

let server: TestApp
let root: Person
let ada: Person

beforeEach(async () => {
  server = await testApp()
  root = await aSuperAdmin(server.context)
  ada = await anAdmin(server.context, { features: ['bins'] })
})

const found = (username: string) => findAdmin(server.context.db, username)

const profile = async (token: string) =>
  (await call(server.app, endpoints.ownProfile, { token })).status

const login = async (username: string, password: string) =>
  (await call(server.app, endpoints.login, { body: { username, password } })).status

const lastOfTrail = async () =>
  (await server.context.db.select().from(audit).orderBy(audit.id)).at(-1)

test('the own profile has no secrets', async () => {
  const { body } = await call(server.app, endpoints.ownProfile, { token: await ada.session() })
  expect(body).toEqual({
    username: 'ada',
    company_name: 'Harbour Goods',
    company_email: 'ada@example.com',
    phone_number: '5550100100',
    is_super_admin: false,
    created_at: new Date(server.context.now()).toISOString(),
    features: expect.objectContaining({ bins: true, items: false, superAdmin: false }),
    row_version: expect.stringMatching(/^[\w-]{22}$/),
  })
})

test('the list has every admin by name and no secrets', async () => {
  await anAdmin(server.context, { username: 'Bob' })
  const list = (await listAdmins(server.context.db)).map(profileOf)
  expect(list.map(({ username }) => username).toSorted()).toEqual(['Bob', 'ada', 'root'])
  // A version is made of random letters.
  const told = list.map((admin) => ({ ...admin, row_version: '' }))
  expect(JSON.stringify(told)).not.toMatch(/argon2|totp|cache/i)
})

describe('creating an admin', () => {
  const form = (username: string, more: object = {}) => ({
    username,
    company_name: 'Dock Ltd',
    company_email: `${username}@dock.example`,
    phone_number: '5550100199',
    password: 'sesame',
    confirm_password: 'sesame',
    is_super_admin: false,
    features: { items: true, nonsense: true },
    ...more,
  })

  const create = async (body: object) =>
    call(server.app, endpoints.createAdmin, { token: await root.session(), body })

  test('a new admin can sign in and has the given features', async () => {
    const { status, body } = await create(form('bob'))
    expect([status, body]).toEqual([200, { message: 'Admin created successfully!' }])
    const bob = await found('bob')
    expect(bob).toMatchObject({ isSuperAdmin: false, features: { items: true, bins: false } })
    expect(bob?.features).not.toHaveProperty('nonsense')
    expect(await login('bob', 'sesame')).toBe(200)
    expect((await server.context.db.select().from(audit).orderBy(audit.id)).at(0)).toMatchObject({
      at: new Date(server.context.now()),
      actor: 'root',
      action: 'admin-created',
      target: 'bob',
      address: '192.0.2.1',
    })
  })

  test.each([
    [{ is_super_admin: true, features: { superAdmin: true } }, true, true],
    [{ is_super_admin: true, features: { superAdmin: false } }, true, false],
    [{ is_super_admin: false, features: ALL_FLAGS }, false, true],
    [{ is_super_admin: undefined, features: { superAdmin: true } }, false, true],
    [{ is_super_admin: undefined, features: undefined }, false, false],
  ])(
    'the box alone makes a super admin, and the flag is stored as sent: %j',
    async (more, isSuperAdmin, superAdmin) => {
      expect((await create(form('bob', more))).status).toBe(200)
      expect(await found('bob')).toMatchObject({ isSuperAdmin, features: { superAdmin } })
    },
  )

  test('all ten flags are listed as sent, beside the role', async () => {
    await create(form('bob', { features: ALL_FLAGS }))
    const list = (await listAdmins(server.context.db)).map(profileOf)
    expect(list.find(({ username }) => username === 'bob')).toMatchObject({
      is_super_admin: false,
      features: ALL_FLAGS,
    })
  })

  test.each([
    ['name', form('ADA')],
    ['mail address', form('bob', { company_email: 'Ada@Example.com' })],
  ])('a taken %s is a duplicate', async (_, body) => {
    const answer = await create(body)
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: 'Admin already exists', code: 'admin-exists' },
    ])
  })

  test('fields that the form does not have are not stored', async () => {
    await create(form('bob', { created_at: '1999-01-01', totpSecret: 'x', passwordHash: 'x' }))
    const bob = await found('bob')
    expect(bob?.totpSecret).toBeNull()
    expect(bob?.createdAt.getTime()).toBe(server.context.now())
  })
})

const profileForm = (more: object = {}) => ({
  username: 'ada',
  company_name: ' Dock Ltd ',
  company_email: 'ada@dock.example',
  phone_number: '5550100199',
  features: { bins: true },
  ...more,
})

async function edit(by: Person, body: object, username = 'ada', token?: string) {
  return call(server.app, endpoints.updateAdmin, {
    token: token ?? (await by.session()),
    params: { username },
    body,
  })
}

describe('two edits of one account', () => {
  const versionOf = async (username: string): Promise<string> => {
    const list = await listAdmins(server.context.db)
    return list.map(profileOf).find((admin) => admin.username === username)?.row_version ?? ''
  }
  const editOver = async (version: string, body: object) =>
    call(server.app, endpoints.updateAdmin, {
      token: await root.session(),
      params: { username: 'ada' },
      body,
      headers: { 'if-match': `"${version}"` },
    })

  test('the second editor gets an error, and nothing is overwritten', async () => {
    const version = await versionOf('ada')
    expect((await editOver(version, profileForm({ company_name: 'First' }))).status).toBe(200)
    const { status, body } = await editOver(version, profileForm({ company_name: 'Second' }))
    expect([status, body]).toEqual([
      412,
      {
        detail:
          "Someone else changed this account since you opened it. Your changes weren't saved.",
        code: 'changed-meanwhile',
      },
    ])
    expect(await found('ada')).toMatchObject({ companyName: 'First' })
    const present = await versionOf('ada')
    expect((await editOver(present, profileForm({ company_name: 'Second' }))).status).toBe(200)
  })

  test('one of two concurrent editors gets an error', async () => {
    const version = await versionOf('ada')
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((company_name) =>
        editOver(version, profileForm({ company_name })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(2)
  })

  test('a new password counts as a change, and a sign-in does not', async () => {
    const version = await versionOf('ada')
    await login('ada', PASSWORD)
    expect(await versionOf('ada')).toBe(version)
    await edit(root, { password: 'new-sesame', confirm_password: 'new-sesame' })
    expect((await editOver(version, profileForm())).status).toBe(412)
  })

  test('an edit without a version overwrites, as the specification says', async () => {
    expect((await edit(root, profileForm())).status).toBe(200)
  })
})

describe('editing an admin', () => {
  test('an admin changes the own company and keeps the password', async () => {
    const token = await ada.session()
    const { status, body } = await edit(ada, profileForm(), 'ada', token)
    expect([status, body]).toEqual([200, { message: 'Admin profile updated successfully' }])
    expect(await found('ada')).toMatchObject({
      companyName: 'Dock Ltd',
      companyEmail: 'ada@dock.example',
      phoneNumber: '5550100199',
      features: { bins: true, items: false },
    })
    expect(await login('ada', PASSWORD)).toBe(200)
    expect(await profile(token)).toBe(200)
  })

  test('the trail has the changes, before and after, and of a password only that it has changed', async () => {
    await edit(ada, profileForm({ password: 'tell-nobody', confirm_password: 'tell-nobody' }))
    const entry = await lastOfTrail()
    expect(entry).toMatchObject({
      actor: 'ada',
      action: 'admin-changed',
      detail: {
        before: {
          company_name: 'Harbour Goods',
          company_email: 'ada@example.com',
          phone_number: '5550100100',
        },
        after: {
          company_name: 'Dock Ltd',
          company_email: 'ada@dock.example',
          phone_number: '5550100199',
          password: 'changed',
        },
      },
    })
    expect(JSON.stringify(entry)).not.toMatch(/tell-nobody|argon2/)
  })

  test('a blank phone number is stored as blank, and a missing one is unchanged', async () => {
    await edit(ada, profileForm({ phone_number: undefined }))
    expect(await found('ada')).toMatchObject({ phoneNumber: '5550100100' })
    expect((await edit(ada, profileForm({ phone_number: '' }))).status).toBe(200)
    expect(await found('ada')).toMatchObject({ phoneNumber: '' })
    expect((await edit(ada, profileForm({ phone_number: '12' }))).status).toBe(422)
  })

  test('the own mail address is not a duplicate, but another admin’s is', async () => {
    expect((await edit(ada, profileForm({ company_email: 'ADA@example.com' }))).status).toBe(200)
    const taken = await edit(ada, profileForm({ company_email: 'Root@Example.com' }))
    expect([taken.status, taken.body]).toEqual([
      409,
      { detail: 'Admin already exists', code: 'admin-exists' },
    ])
  })

  test.each([
    [{ features: { bins: true, items: true } }],
    [{ features: { bins: false } }],
    [{ features: { superAdmin: true } }],
    [{ is_super_admin: true }],
  ])('a plain admin cannot change rights: %j', async (rights) => {
    const { status, body } = await edit(ada, profileForm(rights))
    expect(status).toBe(403)
    expect(body['detail']).toBe('Only a super admin may change features or the super admin role.')
    expect(await found('ada')).toMatchObject({
      companyName: 'Harbour Goods',
      isSuperAdmin: false,
      features: { bins: true, items: false, superAdmin: false },
    })
  })

  test('a plain admin may send unchanged rights', async () => {
    const same = { features: { bins: true, items: false }, is_super_admin: false }
    expect((await edit(ada, profileForm(same))).status).toBe(200)
  })

  test('a super admin changes features, which take effect in open sessions', async () => {
    const token = await ada.session()
    await edit(root, profileForm({ features: { bins: false, items: true } }))
    const { body } = await call(server.app, endpoints.ownProfile, { token })
    expect(body['features']).toMatchObject({ bins: false, items: true })
  })

  test.each([
    [{ is_super_admin: true, features: { superAdmin: true } }, true, true],
    [{ is_super_admin: true }, true, false],
    [{ features: { superAdmin: true } }, false, true],
    [{ is_super_admin: false, features: { superAdmin: true } }, false, true],
  ])(
    'only the box changes the role of another admin, never the flag: %j',
    async (rights, isSuperAdmin, superAdmin) => {
      expect((await edit(root, profileForm(rights))).status).toBe(200)
      expect(await found('ada')).toMatchObject({ isSuperAdmin, features: { superAdmin } })
    },
  )

  test('an edit without the box keeps a super admin, whatever the flag says', async () => {
    await aSuperAdmin(server.context, { username: 'kim' })
    const token = await root.session()
    for (const features of [{ superAdmin: false }, undefined]) {
      const body = profileForm({ company_email: 'root@example.com', features })
      expect((await edit(root, body, 'root', token)).status).toBe(200)
    }
    expect(await found('root')).toMatchObject({
      isSuperAdmin: true,
      features: { superAdmin: false },
    })
    expect(await profile(token)).toBe(200)
  })

  test.each<[object, string, string]>([
    [{ company_name: undefined }, 'company_name', 'This is missing.'],
    [{ company_email: undefined }, 'company_email', 'This is missing.'],
    [{ company_email: 7 }, 'company_email', 'This must be a text.'],
    [{ phone_number: 5550100100 }, 'phone_number', 'This must be a text.'],
    [{ is_super_admin: 'yes' }, 'is_super_admin', 'This must be true or false.'],
    [{ features: ['bins'] }, 'features', 'This must be an object.'],
  ])('a field that is missing or of another type is named: %j', async (wrong, field, msg) => {
    const { status, body } = await edit(root, profileForm(wrong))
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', field], msg }] }])
    expect(await found('ada')).toMatchObject({ companyName: 'Harbour Goods' })
  })

  test('a user name cannot be changed', async () => {
    await edit(root, profileForm({ username: 'eve' }))
    expect(await found('eve')).toBeNull()
    expect(await found('ada')).not.toBeNull()
  })

  test('an unknown name gets 404', async () => {
    expect((await edit(root, profileForm(), 'nobody')).status).toBe(404)
    expect((await edit(root, profileForm(), '\u0000')).status).toBe(404)
  })

  test('a super admin finds admins in any letter case', async () => {
    expect((await edit(root, profileForm(), 'ADA')).status).toBe(200)
  })

  test('the password rules apply unless the password is blank', async () => {
    const spaced = { password: 'a b c d', confirm_password: 'a b c d' }
    expect((await edit(ada, profileForm(spaced))).status).toBe(422)
    const differing = { password: 'abcd', confirm_password: 'abce' }
    expect((await edit(ada, profileForm(differing))).status).toBe(422)
    expect((await edit(ada, profileForm({ password: '', confirm_password: '' }))).status).toBe(200)
    const four = { password: 'abcd', confirm_password: 'abcd' }
    expect((await edit(ada, profileForm(four))).status).toBe(200)
    expect(await login('ada', 'abcd')).toBe(200)
  })
})

describe('changing the password', () => {
  const change = { password: 'new-sesame', confirm_password: 'new-sesame' }

  test('a password change keeps its own session and ends the others', async () => {
    const [mine, other, first] = [
      await ada.session(),
      await ada.session(),
      await ada.session('first'),
    ]
    const roots = await root.session()
    const { status, body } = await edit(ada, change, 'ada', mine)
    expect([status, body]).toEqual([200, { message: 'Password changed successfully!' }])
    expect(await Promise.all([mine, other, first, roots].map(profile))).toEqual([
      200, 401, 401, 200,
    ])
    expect(await login('ada', PASSWORD)).toBe(401)
    expect(await login('ada', 'new-sesame')).toBe(200)
    expect((await server.context.db.select().from(audit).orderBy(audit.id)).at(0)).toMatchObject({
      action: 'password-changed',
      actor: 'ada',
    })
  })

  test('a password change by a super admin ends all sessions of the other admin', async () => {
    const [token, roots] = [await ada.session(), await root.session()]
    expect((await edit(root, change, 'ada', roots)).status).toBe(200)
    expect(await profile(token)).toBe(401)
    expect(await profile(roots)).toBe(200)
  })

  test('a password change invalidates links in older mails', async () => {
    const { db, now } = server.context
    const expiresAt = new Date(now() + 60_000)
    await insertReset(db, 'ada', { tokenHash: 'x', expiresAt }, new Date(now()))
    await edit(ada, change)
    expect(await db.$count(passwordResets)).toBe(0)
  })

  test.each([
    [{ password: '', confirm_password: '' }, 'New password is required'],
    [
      { password: 'abcde', confirm_password: 'abcde' },
      'Password must be at least 6 characters long',
    ],
    [{ password: 'abcdef', confirm_password: 'abcdeg' }, 'Passwords do not match'],
  ])('a password change follows its own rules: %j', async (body, msg) => {
    const answer = await edit(ada, body)
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ msg }])
  })
})

describe('the last super admin', () => {
  const demotion = profileForm({
    company_email: 'root@example.com',
    is_super_admin: false,
  })
  const remove = (by: Person, username: string) => async () =>
    call(server.app, endpoints.deleteAdmin, { token: await by.session(), params: { username } })

  const superAdmins = async () =>
    (await listAdmins(server.context.db)).filter((admin) => admin.isSuperAdmin)

  test('the last super admin cannot be demoted', async () => {
    const { status, body } = await edit(root, demotion, 'root')
    expect(status).toBe(409)
    expect(body['detail']).toBe('Make someone else super admin first.')
    expect(await superAdmins()).toHaveLength(1)
  })

  test('the last super admin cannot be deleted', async () => {
    const { status, body } = await remove(root, 'root')()
    expect([status, body]).toEqual([
      409,
      { detail: "The last super admin can't be deleted.", code: 'last-super-admin-deleted' },
    ])
    expect(await profile(await root.session())).toBe(200)
  })

  test('one of two super admins can be demoted, and loses the sessions at once', async () => {
    const kim = await aSuperAdmin(server.context, { username: 'kim' })
    const token = await root.session()
    expect((await edit(kim, demotion, 'root')).status).toBe(200)
    expect(await profile(token)).toBe(401)
    expect(await found('root')).toMatchObject({ isSuperAdmin: false })
  })

  test('a super admin who steps down loses the session that did it', async () => {
    await aSuperAdmin(server.context, { username: 'kim' })
    const token = await root.session()
    expect((await edit(root, demotion, 'root', token)).status).toBe(200)
    expect(await profile(token)).toBe(401)
  })

  test('of two super admins who demote each other at once, one remains', async () => {
    const kim = await aSuperAdmin(server.context, { username: 'kim' })
    const kims = { ...demotion, company_email: 'kim@example.com' }
    const answers = await Promise.all([edit(root, kims, 'kim'), edit(kim, demotion, 'root')])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await superAdmins()).toHaveLength(1)
  })

  test('of five super admins who delete and demote each other at once, one remains', async () => {
    const others = await Promise.all(
      ['kim', 'lee', 'max', 'ned'].map((username) => aSuperAdmin(server.context, { username })),
    )
    const all = await Promise.all([root, ...others].map(signedIn))
    const attacks = all.flatMap((by, turn) =>
      all
        .filter(({ username }) => username !== by.username)
        .map((victim) =>
          turn % 2 === 0
            ? remove(by, victim.username)
            : () =>
                edit(
                  by,
                  { ...demotion, company_email: `${victim.username}@example.com` },
                  victim.username,
                ),
        ),
    )
    const answers = await Promise.all(attacks.map((attack) => attack()))
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status)
    expect(await superAdmins()).toHaveLength(1)
  })
})

/** The test continues with a session that began before, because a deleted account cannot start one. */
async function signedIn(person: Person): Promise<Person> {
  const token = await person.session()
  return { ...person, session: () => Promise.resolve(token) }
}

describe('deleting an admin', () => {
  const remove = async (by: Person, username: string) =>
    call(server.app, endpoints.deleteAdmin, { token: await by.session(), params: { username } })

  test('a deletion ends the sessions of the account', async () => {
    const token = await ada.session()
    const { status, body } = await remove(root, 'Ada')
    expect([status, body]).toEqual([200, { message: 'Admin deleted successfully' }])
    expect(await profile(token)).toBe(401)
    expect(await login('ada', PASSWORD)).toBe(401)
    expect(await server.context.db.$count(sessions)).toBe(1)
    expect((await server.context.db.select().from(audit).orderBy(audit.id)).at(0)).toMatchObject({
      actor: 'root',
      action: 'admin-deleted',
      target: 'ada',
    })
  })

  test('an admin may delete the own account', async () => {
    expect((await remove(ada, 'ada')).status).toBe(200)
    expect(await found('ada')).toBeNull()
  })

  test('an unknown account cannot be deleted', async () => {
    expect((await remove(root, 'nobody')).status).toBe(404)
  })

  test('a deletion works with the JSON content type and no body, as the console sends it', async () => {
    const answer = await call(server.app, endpoints.deleteAdmin, {
      token: await root.session(),
      params: { username: 'ada' },
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
  })
})

test('an admin whose name has reserved characters can be edited, given a password and deleted', async () => {
  const name = 'a$b'
  const other = await anAdmin(server.context, { username: name, features: ['bins'] })
  const params = { username: name }
  const mine = await other.session()
  expect((await edit(other, profileForm({ company_email: 'b@dock.example' }), name)).status).toBe(
    200,
  )
  const fresh = { password: 'fresh-sesame', confirm_password: 'fresh-sesame' }
  expect((await edit(other, fresh, name, mine)).status).toBe(200)
  expect(await login(name, fresh.password)).toBe(200)
  const gone = await call(server.app, endpoints.deleteAdmin, {
    token: await root.session(),
    params,
  })
  expect([gone.status, await found(name)]).toEqual([200, null])
  expect((await found('ada'))?.companyName).toBe('Harbour Goods')
})
