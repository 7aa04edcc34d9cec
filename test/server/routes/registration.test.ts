import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { findAdmin, lockRegistration, listAdmins } from '#server/db/repositories/admins.ts'
import { audit } from '#server/db/schema/operations.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'

const CLOSED = 'Registration is closed. Ask a super admin to create your account.'
const TAKEN = 'Admin already exists with this username or email'

let server: TestApp

beforeEach(async () => {
  server = await testApp()
})

const form = (username: string, more: object = {}) => ({
  username,
  company_name: '  Harbour Goods ',
  company_email: `${username.toLowerCase()}@example.com`,
  phone_number: '5550100100',
  password: 'sesame',
  confirm_password: 'sesame',
  is_super_admin: false,
  features: {},
  ...more,
})

const register = (body: object, address?: string) =>
  call(server.app, endpoints.register, { body, ...(address ? { address } : {}) })

const found = (username: string) => findAdmin(server.context.db, username)

describe('before there is a super admin', () => {
  test('the first admin with the checkbox becomes super admin with every feature, which closes registration', async () => {
    const { status, body } = await register(form('Root', { is_super_admin: true }))
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Registration successful. Please log in.' })
    expect(await found('root')).toMatchObject({
      username: 'Root',
      companyName: 'Harbour Goods',
      isSuperAdmin: true,
      features: Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true])),
      totpSecret: null,
    })
    const next = await register(form('eve'))
    expect([next.status, next.body]).toEqual([403, { detail: CLOSED, code: 'registration-closed' }])
  })

  test('without the checkbox an admin starts with no features, whatever was requested', async () => {
    await register(form('ada', { features: { bins: true, superAdmin: true } }))
    expect(await found('ada')).toMatchObject({
      isSuperAdmin: false,
      features: Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, false])),
    })
  })

  test('a plain admin leaves registration open, and the first super admin closes it', async () => {
    expect((await register(form('ada'))).status).toBe(200)
    expect((await register(form('root', { is_super_admin: true }))).status).toBe(200)
    const third = await register(form('eve'))
    expect([third.status, third.body]).toEqual([
      403,
      { detail: CLOSED, code: 'registration-closed' },
    ])
  })

  test('one of ten concurrent applicants becomes super admin', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        register(form(`root${turn}`, { is_super_admin: true })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9)
    const admins = await listAdmins(server.context.db)
    expect(admins.filter((admin) => admin.isSuperAdmin)).toHaveLength(1)
  })

  test('an applicant waits while another one becomes super admin, and is then refused', async () => {
    const { context } = server
    const late = await context.db.transaction(async (tx) => {
      await lockRegistration(tx)
      await aSuperAdmin({ ...context, db: tx })
      const asked = register(form('late', { is_super_admin: true }))
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await late.asked).status).toBe(403)
  })

  test('a taken name or mail address is a duplicate in any letter case', async () => {
    await register(form('Ada'))
    for (const body of [
      form('aDA', { company_email: 'other@x.io' }),
      form('bob', { company_email: 'ADA@Example.com' }),
    ]) {
      const { status, body: answer } = await register(body)
      expect([status, answer]).toEqual([409, { detail: TAKEN, code: 'name-or-email-taken' }])
    }
    expect(await listAdmins(server.context.db)).toHaveLength(1)
  })

  test('one name that is sent twice at once makes one admin', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(form('ada'))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
  })
})

describe('with REGISTRATION', () => {
  test("with 'closed' registration is refused, and the answer does not reveal whether the name is taken", async () => {
    server = await testApp({ env: { REGISTRATION: 'closed' } })
    await anAdmin(server.context, { username: 'ada' })
    const [known, unknown] = [await register(form('ada')), await register(form('bob'))]
    expect([known.status, known.body]).toEqual([
      403,
      { detail: CLOSED, code: 'registration-closed' },
    ])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(await found('bob')).toBeNull()
  })

  test("with 'open' anybody registers, but the checkbox has no effect once there is a super admin", async () => {
    server = await testApp({ env: { REGISTRATION: 'open' } })
    await register(form('root', { is_super_admin: true }))
    expect((await register(form('eve', { is_super_admin: true }))).status).toBe(200)
    expect(await found('root')).toMatchObject({ isSuperAdmin: true })
    expect(await found('eve')).toMatchObject({ isSuperAdmin: false, features: { bins: false } })
  })

  test("with 'open' ten concurrent registrations make one super admin", async () => {
    server = await testApp({ env: { REGISTRATION: 'open' } })
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        register(form(`root${turn}`, { is_super_admin: true })),
      ),
    )
    const admins = await listAdmins(server.context.db)
    expect(admins).toHaveLength(10)
    expect(admins.filter((admin) => admin.isSuperAdmin)).toHaveLength(1)
  })

  test("with 'first' and an existing super admin, taken and free names are refused alike", async () => {
    await aSuperAdmin(server.context)
    const [known, unknown] = [await register(form('root')), await register(form('bob'))]
    expect([known.status, known.body]).toEqual([
      403,
      { detail: CLOSED, code: 'registration-closed' },
    ])
    expect(unknown.body).toEqual(known.body)
  })
})

test('registration is limited per name and per address', async () => {
  server = await testApp({ env: { REGISTRATION: 'closed' } })
  for (let turn = 0; turn < 10; turn += 1)
    expect((await register(form('ada'), `198.51.100.${turn}`)).status).toBe(403)
  const named = await register(form('ADA'), '198.51.100.50')
  expect(named.status).toBe(429)
  expect(named.headers['retry-after']).toBe('900')

  for (let turn = 0; turn < 100; turn += 1)
    expect((await register(form(`a${turn}_`), '203.0.113.5')).status).toBe(403)
  expect((await register(form('zoe'), '203.0.113.5')).status).toBe(429)
})

test.each([
  ['ab', {}, 'username', 'Username must be at least 3 characters long'],
  ['___', {}, 'username', 'Username must contain at least one letter or number'],
  [
    'ada',
    { company_name: ' a ' },
    'company_name',
    'Company name must be at least 2 characters long',
  ],
  ['ada', { company_email: 'a @b.c' }, 'company_email', 'Email cannot contain spaces'],
  [
    'ada',
    { company_email: `${'a'.repeat(251)}@b.c` },
    'company_email',
    'Email cannot exceed 254 characters',
  ],
  ['ada', { phone_number: '' }, 'phone_number', 'Phone number is required'],
  ['ada', { confirm_password: 'other' }, 'confirm_password', 'Passwords do not match'],
  [
    'ada',
    { password: 'abc', confirm_password: 'abc' },
    'password',
    'Password must be at least 4 characters long',
  ],
])('the rules of the form apply here too: %s %j', async (username, more, field, msg) => {
  const { status, body } = await register(form(username, more))
  expect(status).toBe(422)
  expect(body).toEqual({
    detail: [{ loc: ['body', field], msg, type: 'value_error' }],
    code: 'unprocessable',
  })
})

test('the password is stored as argon2id, and the trail has no secret', async () => {
  await register(form('ada', { password: 'tell-nobody', confirm_password: 'tell-nobody' }))
  expect((await found('ada'))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const entries = await server.context.db.select().from(audit)
  expect(entries).toMatchObject([
    { actor: 'ada', action: 'admin-registered', target: 'ada', address: '192.0.2.1' },
  ])
  expect(JSON.stringify([entries, server.logged()])).not.toContain('tell-nobody')
})
