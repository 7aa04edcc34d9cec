/** Who may make which call: one line for each endpoint, so that a new one without a line does not compile. */
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { testApp, type TestApp } from '#test/support/app.ts'
import { call } from '#test/support/call.ts'
import { aMobileUser, anAdmin, aSuperAdmin, PASSWORD, type Person } from '#test/support/people.ts'

type EndpointName = keyof typeof endpoints

/** No token; a super admin's password alone; a plain admin about another; about himself; a super admin about another. */
const ROLES = ['stranger', 'first factor', 'plain', 'own', 'super admin'] as const

interface Row {
  /** The status for each of the roles, in their order. */
  readonly answers: readonly [number, number, number, number, number]
  /** What is sent about an account; valid, so that only the right decides. */
  readonly body?: (about: Person) => object
}

const PUBLIC = [200, 200, 200, 200, 200] as const
const SUPER_ADMIN = [401, 403, 403, 403, 200] as const
const OWN_OR_SUPER_ADMIN = [401, 403, 403, 200, 200] as const
const SIGNED_IN = [401, 403, 200, 200, 200] as const
/** About one's own account, whichever it is: the last of them asks about another. */
const OWN = [401, 403, 403, 200, 403] as const

const company = {
  company_name: 'Dock',
  company_email: 'new@dock.example',
  phone_number: '5550100100',
}
const passwords = { password: 'sesame', confirm_password: 'sesame' }
const newAdmin = () => ({ username: 'newcomer', ...company, ...passwords })
const picker = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }
const withCode = (about: Person) => ({
  username: about.username,
  password: PASSWORD,
  totp_code: about.code(),
})

const TABLE: Readonly<Record<EndpointName, Row>> = {
  login: { answers: PUBLIC, body: ({ username }) => ({ username, password: PASSWORD }) },
  superAdminStatus: { answers: OWN, body: ({ username }) => ({ username }) },
  ownSuperAdminStatus: { answers: [401, 200, 200, 200, 200] },
  register: { answers: PUBLIC, body: newAdmin },
  twoFactorStatus: { answers: OWN, body: ({ username }) => ({ username }) },
  twoFactorLogin: { answers: OWN, body: withCode },
  twoFactorLoginAfterSetup: { answers: OWN, body: withCode },
  twoFactorSetup: { answers: OWN, body: withCode },
  // Nothing was issued that could be enabled.
  twoFactorEnable: {
    answers: [401, 403, 403, 400, 403],
    body: ({ username }) => ({ username, secret_key: 'x', totp_code: '123456' }),
  },
  tokenRefresh: { answers: SIGNED_IN },
  logout: { answers: [401, 200, 200, 200, 200] },
  requestPasswordReset: {
    answers: PUBLIC,
    body: ({ username }) => ({ email_or_username: username }),
  },
  // The token is none.
  resetPassword: {
    answers: [400, 400, 400, 400, 400],
    body: () => ({ token: 'x', new_password: 'sesame' }),
  },
  createAdmin: { answers: SUPER_ADMIN, body: newAdmin },
  updateAdmin: { answers: OWN_OR_SUPER_ADMIN, body: () => company },
  ownProfile: { answers: SIGNED_IN },
  deleteAdmin: { answers: OWN_OR_SUPER_ADMIN },
  createUser: {
    answers: SUPER_ADMIN,
    body: () => ({ userid: 'picker2', password: 'pallet', ...picker }),
  },
  updateUser: { answers: SUPER_ADMIN, body: () => picker },
  deleteUser: { answers: SUPER_ADMIN },
  // Who may save is told what is missing.
  saveErpSettings: {
    answers: [401, 403, 403, 403, 422],
    body: () => ({
      POSTGRES_DATABASE_URL: '',
      NETSUITE_ACCOUNT_ID: '',
      NETSUITE_CONSUMER_KEY: '',
      NETSUITE_CONSUMER_SECRET: '',
      NETSUITE_TOKEN_ID: '',
      NETSUITE_TOKEN_SECRET: '',
      NETSUITE_BASE_URL: '',
    }),
  },
  health: { answers: PUBLIC },
}

const names = Object.keys(endpoints) as EndpointName[]

/** Root, the plain ada, and bob, about whom others ask. */
async function scene() {
  const server = await testApp({ env: { REGISTRATION: 'open' } })
  const [root, ada, bob] = [
    await aSuperAdmin(server.context),
    await anAdmin(server.context),
    await anAdmin(server.context, { username: 'bob' }),
  ]
  await aMobileUser(server.context)
  return {
    server,
    as: async (role: (typeof ROLES)[number]): Promise<{ token: string | null; about: Person }> => {
      switch (role) {
        case 'stranger':
          return { token: null, about: bob }
        case 'first factor':
          return { token: await root.session('first'), about: bob }
        case 'plain':
          return { token: await ada.session(), about: bob }
        case 'own':
          return { token: await ada.session(), about: ada }
        case 'super admin':
          return { token: await root.session(), about: bob }
      }
    },
  }
}

function ask(server: TestApp, name: EndpointName, token: string | null, about: Person) {
  const body = TABLE[name].body?.(about)
  return call(server.app, endpoints[name], {
    token,
    params: { username: about.username, userid: 'picker1' },
    ...(body ? { body } : {}),
  })
}

describe.each(names)('%s', (name) => {
  test('answers each role as the table says', async () => {
    const answers: number[] = []
    for (const role of ROLES) {
      const { server, as } = await scene()
      const { token, about } = await as(role)
      answers.push((await ask(server, name, token, about)).status)
    }
    expect(answers).toEqual([...TABLE[name].answers])
  })
})

const guarded = names.filter((name) => endpoints[name].access !== 'public')

test('a token that is none, over, or in another scheme is no token', async () => {
  const { server, as } = await scene()
  const { token, about } = await as('super admin')
  for (const name of guarded) {
    for (const authorization of [
      'Bearer none',
      'Bearer',
      `Basic ${token}`,
      String(token),
      `Bearer ${token}x`,
    ]) {
      const answer = await call(server.app, endpoints[name], {
        headers: { authorization },
        params: { username: about.username, userid: 'picker1' },
        ...(endpoints[name].method === 'GET' ? {} : { body: {} }),
      })
      expect([name, answer.status]).toEqual([name, 401])
    }
  }
  server.clock.advance(4 * 3_600_000)
  for (const name of guarded)
    expect([name, (await ask(server, name, token, about)).status]).toEqual([name, 401])
})

test('who may not is refused before the body is read', async () => {
  const { server, as } = await scene()
  for (const role of ['stranger', 'first factor', 'plain'] as const) {
    const { token, about } = await as(role)
    for (const name of guarded.filter((one) => endpoints[one].method !== 'GET')) {
      const expected = TABLE[name].answers[ROLES.indexOf(role)]
      const { access } = endpoints[name]
      // Calls of any session look into the body for the account they are about.
      if (expected === 200 || (access === 'any-session' && role !== 'stranger')) continue
      const answer = await server.app.inject({
        method: endpoints[name].method,
        url: `/api${endpoints[name].path.replace(/:\w+/, about.username)}`,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        payload: '{"unfinished":',
      })
      expect([name, answer.statusCode]).toEqual([name, expected])
    }
  }
})
