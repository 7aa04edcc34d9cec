/**
 * Secrets are sent to every call, whatever the outcome: none may be logged, returned or stored in the
 * trail.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { API_PREFIX } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pathWith, type Endpoint } from '#contract/endpoint.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { buildApp } from '#server/app.ts'
import { audit } from '#server/db/schema/operations.ts'
import { openMailer } from '#server/mail.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'

/** Part of every secret. The code has six digits, because no other is checked. */
const PLANTED = 'planted'
const CODE = '918273'
const RECOVERY_CODE = 'PANTR-DC0DE'
const LEAK = new RegExp(`${PLANTED}|\\b${CODE}\\b|PANTR|argon2id`)

const password = `${PLANTED}-pw`
const company = {
  company_name: 'Dock',
  company_email: 'new@dock.example',
  phone_number: '5550100100',
}
const newAdmin = { username: 'newcomer', ...company, password, confirm_password: password }
const picker = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }
const proof = { username: 'root', password, totp_code: CODE }

const credential = { id: `${PLANTED}-id`, rawId: `${PLANTED}-id`, type: 'public-key' }

// An account ID of this form causes no request.
const erpSettings = {
  POSTGRES_DATABASE_URL: `postgres://u:${PLANTED}-db@127.0.0.1:1/x`,
  NETSUITE_ACCOUNT_ID: '1',
  NETSUITE_CONSUMER_KEY: `${PLANTED}-ck`,
  NETSUITE_CONSUMER_SECRET: `${PLANTED}-cs`,
  NETSUITE_TOKEN_ID: `${PLANTED}-ti`,
  NETSUITE_TOKEN_SECRET: `${PLANTED}-ts`,
  NETSUITE_BASE_URL: 'https://1.suitetalk.api.netsuite.com',
}

/**
 * The body of every call that takes one; typed by call name, so that a new call does not compile without
 * its body.
 */
const BODIES: Readonly<
  Record<
    | Exclude<keyof typeof endpoints, (typeof WITHOUT_BODY)[number]>
    | 'testErpSettings'
    | (typeof OF_FACTORS)[number],
    Record<string, unknown>
  >
> = {
  // Typed into the wrong field.
  login: { username: `${PLANTED}-name`, password },
  requestPasswordReset: { email_or_username: `${PLANTED}-name` },
  register: newAdmin,
  createAdmin: newAdmin,
  updateAdmin: { ...company, password, confirm_password: password },
  twoFactorLogin: proof,
  twoFactorLoginAfterSetup: proof,
  twoFactorSetup: proof,
  twoFactorEnable: { username: 'root', secret_key: `${PLANTED}-secret`, totp_code: CODE },
  superAdminStatus: { username: 'root', password },
  twoFactorStatus: { username: 'root', password },
  resetPassword: { token: `${PLANTED}-token`, new_password: password },
  createUser: { userid: 'picker2', password, ...picker },
  updateUser: { password, ...picker },
  saveErpSettings: erpSettings,
  testErpSettings: erpSettings,
  recoveryLogin: { username: 'root', password, code: RECOVERY_CODE },
  stepUp: { recovery_code: RECOVERY_CODE },
  addPasskey: {
    name: 'Tablet',
    passkey: { ...credential, response: { clientDataJSON: PLANTED, attestationObject: PLANTED } },
  },
  passkeySignIn: {
    username: `${PLANTED}-name`,
    password,
    passkey: {
      ...credential,
      response: { clientDataJSON: PLANTED, authenticatorData: PLANTED, signature: PLANTED },
    },
  },
}

const WITHOUT_BODY = [
  'ownSuperAdminStatus',
  'tokenRefresh',
  'logout',
  'ownProfile',
  'deleteAdmin',
  'deleteUser',
  'retryBooking',
  'health',
] as const

/** Our own calls that take a factor. */
const OF_FACTORS = ['recoveryLogin', 'stepUp', 'addPasskey', 'passkeySignIn'] as const

const { testErpSettings, recoveryLogin, stepUp, addPasskey, passkeySignIn } = ownEndpoints
const calls = {
  ...endpoints,
  testErpSettings,
  recoveryLogin,
  stepUp,
  addPasskey,
  passkeySignIn,
}
const names = Object.keys(BODIES) as (keyof typeof BODIES)[]

let server: TestApp
let root: Person

beforeEach(async () => {
  server = await testApp({ env: { LOG_LEVEL: 'trace', REGISTRATION: 'open' } })
  root = await aSuperAdmin(server.context)
  await anAdmin(server.context)
  await aMobileUser(server.context)
})

/** Sends the body of a call, as it is or as some text; returns status and the whole answer. */
async function send(name: keyof typeof BODIES, payload?: string, type?: string) {
  await server.context.db.execute(sql`delete from attempts`).catch(() => {})
  const endpoint: Pick<Endpoint, 'method' | 'path' | 'encoding' | 'access'> = calls[name]
  const stage = endpoint.access === 'any-session' ? 'first' : 'full'
  const token = await root.session(stage).catch(() => 'none')
  const isForm = endpoint.encoding === 'form'
  const body = BODIES[name]
  const text = isForm
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
  const path = pathWith(endpoint.path, { username: 'ada', userid: 'picker1' })
  const answer = await server.app.inject({
    method: endpoint.method,
    url: `${API_PREFIX}${path}?token=${PLANTED}-query`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type ?? (isForm ? 'application/x-www-form-urlencoded' : 'application/json'),
      'x-planted': `${PLANTED}-header`,
      cookie: `session=${PLANTED}-cookie`,
      referer: `https://dock.example/reset-password?token=${PLANTED}-referer`,
    },
    payload: payload ?? text,
  })
  return { status: answer.statusCode, said: `${answer.body} ${JSON.stringify(answer.headers)}` }
}

/** Everything that is written: the log at its most verbose level, and the trail. */
async function written(): Promise<string> {
  await nextTurn()
  const trail = await server.context.db.select().from(audit)
  return JSON.stringify([server.logged(), trail])
}

describe('a secret is neither returned nor written', () => {
  test.each(names)(
    'a secret is neither returned nor written if %s accepts or refuses it',
    async (name) => {
      const { said } = await send(name)
      expect(said).not.toMatch(LEAK)
      expect(await written()).not.toMatch(LEAK)
    },
  )

  test.each(names)(
    'a secret is neither returned nor written if the body of %s cannot be read',
    async (name) => {
      const broken = [
        [`{"password":"${PLANTED}-pw"`],
        [`${PLANTED}-pw`],
        [JSON.stringify({ ...BODIES[name], other: `${PLANTED}\u0000` })],
        [
          JSON.stringify(
            Object.fromEntries(Object.keys(BODIES[name]).map((key) => [key, [PLANTED]])),
          ),
        ],
        [`{"__proto__":"${PLANTED}-pw"}`],
        [`<p>${PLANTED}</p>`, 'text/html'],
        [`${PLANTED}-pw`.repeat(120_000)],
      ] as const
      for (const [payload, type] of broken) {
        const { status, said } = await send(name, payload, type)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
        expect(said).not.toMatch(LEAK)
      }
      expect(await written()).not.toMatch(LEAK)
    },
  )
})

describe('a secret when the server fails', () => {
  const TABLES = [
    'admins',
    'attempts',
    'audit',
    'mobile_users',
    'password_resets',
    'settings',
  ] as const
  let gone: string | null = null

  const rename = (from: string, to: string) =>
    server.context.db.execute(
      sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`,
    )

  afterEach(async () => {
    if (gone !== null) await rename(`${gone}_gone`, gone)
    gone = null
  })

  test.each(TABLES)(
    'a secret is neither returned nor written if the table %s is missing',
    async (table) => {
      await rename(table, `${table}_gone`)
      gone = table
      const statuses = new Set<number>()
      for (const name of names) {
        const { status, said } = await send(name)
        statuses.add(status)
        expect(said).not.toMatch(LEAK)
      }
      expect(statuses).toContain(500)
      await rename(`${table}_gone`, table)
      gone = null
      const all = await written()
      expect(all).toContain('Failed query')
      expect(all).not.toMatch(LEAK)
    },
  )
})

test('the log names the file in the outbox, and not the token in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-leaks-'))
  const { context } = server
  const mail = openMailer({ ...context.env, smtpUrl: null, dataDir: folder }, context.log)
  const app = await buildApp({ ...context, mail })
  await app.inject({
    method: 'POST',
    url: `${API_PREFIX}${endpoints.requestPasswordReset.path}`,
    payload: { email_or_username: 'ada' },
  })
  // Closing waits for mail that is being sent.
  await app.close()
  const [file = ''] = readdirSync(join(folder, 'outbox'))
  const text = readFileSync(join(folder, 'outbox', file), 'utf8')
  const token = /token=([\w-]{43})/.exec(text)?.[1] ?? 'no token'
  const all = await written()
  expect(all).toContain(join(folder, 'outbox', file))
  expect(all).not.toContain(token)
  rmSync(folder, { recursive: true })
})
