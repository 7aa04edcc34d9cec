/** The whole life of some accounts, with marker words in every secret, and then a search for them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { audit as auditTable } from '#server/db/schema/operations.ts'
import { testApp } from '#test/support/server/app.ts'
import { call, type Answered, type CallOptions } from '#test/support/server/clients/call.ts'
import { startSmallPostgres } from '#test/support/database/small-postgres.ts'

const PLANTED = {
  password: 'planted-password',
  changed: 'planted-changed',
  reset: 'planted-reset',
  wrong: 'planted-wrong',
  asUsername: 'planted-in-the-wrong-field',
  other: 'planted-other',
  mobile: 'planted-mobile',
  mobileChanged: 'planted-mob-2',
  consumerKey: 'planted-consumer-key',
  consumerSecret: 'planted-consumer-secret',
  tokenId: 'planted-token-id',
  tokenSecret: 'planted-token-secret',
} as const

const LISTS = [
  { method: 'GET', path: '/master-admin-details' },
  { method: 'GET', path: '/wms-ai-users' },
] as const

async function life() {
  const { app, context, clock, mails, logged } = await testApp()
  const postgres = await startSmallPostgres()
  const answers: Answered[] = []
  const ask = async (
    endpoint: Parameters<typeof call>[1],
    options: CallOptions,
    expected: number,
  ): Promise<Record<string, unknown>> => {
    const answer = await call(app, endpoint, options)
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, expected])
    answers.push(answer)
    return answer.body
  }
  const company = {
    company_name: 'Dock',
    company_email: 'ada@dock.example',
    phone_number: '5550100100',
  }
  const twice = (password: string) => ({ password, confirm_password: password })
  const { password } = PLANTED

  await ask(
    endpoints.register,
    { body: { username: 'ada', ...company, ...twice(password), is_super_admin: true } },
    200,
  )
  await ask(endpoints.login, { body: { username: 'ada', password: PLANTED.wrong } }, 401)
  await ask(endpoints.login, { body: { username: PLANTED.asUsername, password: 'x' } }, 401)
  const first = String(
    (await ask(endpoints.login, { body: { username: 'ada', password } }, 200))['access_token'],
  )
  const setup = await ask(
    endpoints.twoFactorSetup,
    { token: first, body: { username: 'ada', password } },
    200,
  )
  const secret = (setup['data'] as { secret_key: string }).secret_key
  await ask(
    endpoints.twoFactorEnable,
    { token: first, body: { username: 'ada', secret_key: secret, totp_code: '000000' } },
    400,
  )
  const enabled = await ask(
    endpoints.twoFactorEnable,
    {
      token: first,
      body: { username: 'ada', secret_key: secret, totp_code: codeAt(secret, clock.now()) },
    },
    200,
  )
  const refreshed = await ask(
    endpoints.tokenRefresh,
    { token: String(enabled['access_token']) },
    200,
  )
  const token = String(refreshed['access_token'])
  const cacheKey = String(refreshed['cache_key'])
  await ask(endpoints.twoFactorStatus, { token, body: { username: 'ada' } }, 200)
  await ask(
    endpoints.createAdmin,
    {
      token,
      body: {
        username: 'bob',
        ...company,
        company_email: 'bob@dock.example',
        ...twice(PLANTED.other),
      },
    },
    200,
  )
  await ask(
    endpoints.createAdmin,
    {
      token,
      body: {
        username: 'bob',
        ...company,
        company_email: 'bob@dock.example',
        ...twice(PLANTED.other),
      },
    },
    409,
  )
  await ask(
    endpoints.updateAdmin,
    { token, params: { username: 'ada' }, body: twice(PLANTED.changed) },
    200,
  )
  await ask(
    endpoints.updateAdmin,
    {
      token,
      params: { username: 'bob' },
      body: {
        ...company,
        company_email: 'bob@dock.example',
        password: PLANTED.other,
        confirm_password: PLANTED.wrong,
      },
    },
    422,
  )
  await ask(endpoints.ownProfile, { token }, 200)
  const picker = { name: 'Pat', location: 'Main', multi_location_enable: false, features: {} }
  await ask(
    endpoints.createUser,
    { token, body: { userid: 'picker1', password: PLANTED.mobile, ...picker } },
    200,
  )
  await ask(
    endpoints.updateUser,
    { token, params: { userid: 'picker1' }, body: { new_password: PLANTED.mobileChanged } },
    200,
  )
  const erp = {
    POSTGRES_DATABASE_URL: postgres.url,
    NETSUITE_ACCOUNT_ID: '1',
    NETSUITE_CONSUMER_KEY: PLANTED.consumerKey,
    NETSUITE_CONSUMER_SECRET: PLANTED.consumerSecret,
    NETSUITE_TOKEN_ID: PLANTED.tokenId,
    NETSUITE_TOKEN_SECRET: PLANTED.tokenSecret,
    NETSUITE_BASE_URL: 'https://1.suitetalk.api.netsuite.com',
  }
  await ask(
    endpoints.saveErpSettings,
    { token, body: { ...erp, NETSUITE_BASE_URL: 'http://10.0.0.1' } },
    400,
  )
  await ask(endpoints.saveErpSettings, { token, body: erp }, 200)
  for (const list of LISTS) await ask(list, { token }, 200)
  await ask(endpoints.requestPasswordReset, { body: { email_or_username: 'ada' } }, 200)
  await nextTurn()
  const texts = mails.map(({ text }) => String(text)).join('\n')
  const resetToken = /token=([\w-]+)/.exec(texts)?.[1] ?? ''
  await ask(
    endpoints.resetPassword,
    { body: { token: resetToken, new_password: PLANTED.reset } },
    200,
  )
  await ask(endpoints.ownProfile, { token }, 401)
  await postgres.close()

  const tables = [
    'admins',
    'mobile_users',
    'sessions',
    'password_resets',
    'settings',
    'audit',
    'attempts',
  ]
  const stored: unknown[] = []
  for (const table of tables)
    stored.push((await context.db.execute(sql`select * from ${sql.identifier(table)}`)).rows)
  return {
    answers,
    issued: {
      secret,
      cacheKey,
      tokens: [first, String(enabled['access_token']), token],
      resetToken,
    },
    log: JSON.stringify(logged()),
    stored: JSON.stringify(stored),
    audit: JSON.stringify(stored[tables.indexOf('audit')]),
  }
}

test('no secret is returned, logged or readable in the database', async () => {
  const { answers, issued, log, stored, audit } = await life()
  const told = answers.map(({ text, headers }) => `${text} ${JSON.stringify(headers)}`)

  for (const text of [...told, log, stored]) {
    expect(text).not.toContain('planted')
    expect(text).not.toContain('secret-word')
  }
  for (const text of [...told, log, audit]) expect(text).not.toMatch(/argon2|password_?hash/i)

  for (const text of [log, stored]) {
    for (const secret of [issued.secret, issued.cacheKey, issued.resetToken, ...issued.tokens])
      expect(text).not.toContain(secret)
  }
  const tellingSecret = told.filter((text) => text.includes(issued.secret))
  expect(tellingSecret).toHaveLength(1)
  const tellingKey = answers.filter(({ text }) => text.includes(issued.cacheKey))
  for (const { body } of tellingKey) expect(body).toHaveProperty('access_token')
  for (const one of issued.tokens) expect(told.filter((text) => text.includes(one))).toHaveLength(1)
  expect(told.filter((text) => text.includes(issued.resetToken))).toHaveLength(0)
})

test('the trail is append-only', async () => {
  const { app, context } = await testApp()
  await call(app, endpoints.login, { body: { username: 'nobody', password: 'x' } })
  // By the clock of the database, which allows only old entries to be deleted (AUDIT_KEEP_DAYS).
  const now = { at: new Date(), actor: 'root', action: 'signed-in' as const }
  await context.db.insert(auditTable).values({ ...now, target: 'root', address: '192.0.2.7' })
  for (const change of [
    sql`update audit set actor = 'eve'`,
    sql`delete from audit`,
    sql`truncate audit`,
  ])
    await expect(context.db.execute(change)).rejects.toThrow(/Failed query/)
  const { rows } = await context.db.execute(sql`select actor from audit order by id`)
  expect(rows).toEqual([{ actor: '(unknown account)' }, { actor: 'root' }])
})
