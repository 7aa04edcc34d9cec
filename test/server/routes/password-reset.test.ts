import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { openMailer } from '#server/mail.ts'
import { buildApp } from '#server/app.ts'
import { tokenHashOf } from '#server/auth/tokens.ts'
import { codeAt } from '#server/auth/totp.ts'
import type { Transaction } from '#server/db/database.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { consumeReset, insertReset } from '#server/db/repositories/password-resets.ts'
import { audit } from '#server/db/schema/operations.ts'
import { passwordResets } from '#server/db/schema/sessions.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import { untilItWaits } from '#test/support/database/locks.ts'
import { anAdmin, aSuperAdmin, PASSWORD, type Person } from '#test/support/people.ts'
import { startMailServer } from '#test/support/server/smtp.ts'

const MINUTE_MS = 60_000
const SENT = { message: 'If an account exists, a reset email has been sent.' }
const BAD_TOKEN = { detail: 'Invalid or missing reset token.', code: 'reset-token-wrong' }

let server: TestApp
let ada: Person

beforeEach(async () => {
  server = await testApp({
    env: { PUBLIC_URL: 'https://dock.example.com', SMTP_URL: 'smtp://mail.example' },
  })
  ada = await anAdmin(server.context, { email: 'Ada@Example.com' })
})

const request = (who: string, options: CallOptions = {}) =>
  call(server.app, endpoints.requestPasswordReset, { body: { email_or_username: who }, ...options })

const reset = (token: string, password = 'new-sesame', options: CallOptions = {}) =>
  call(server.app, endpoints.resetPassword, {
    body: { token, new_password: password },
    ...options,
  })

const login = async (password: string) =>
  (await call(server.app, endpoints.login, { body: { username: 'ada', password } })).status

const linkIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

/** How many wrong codes are checked before the limit is reached. */
async function codesRefused(password: string, address: string): Promise<number> {
  const body = { username: 'ada', password }
  const first = await call(server.app, endpoints.login, { body, address })
  const token = String(first.body['access_token'])
  for (let refused = 0; ; refused += 1) {
    const guess = { token, address, body: { ...body, totp_code: '000000' } }
    const { status } = await call(server.app, endpoints.twoFactorLogin, guess)
    if (status === 429) return refused
    expect(status).toBe(401)
  }
}

/** The mail is sent after the answer, in the next turn of the event loop. */
async function tokenFor(who: string, options: CallOptions = {}): Promise<string> {
  const before = server.mails.length
  expect((await request(who, options)).body).toEqual(SENT)
  await nextTurn()
  expect(server.mails).toHaveLength(before + 1)
  return linkIn(server.mails.at(-1)?.text ?? '').searchParams.get('token') ?? ''
}

test('without a mail server the answer says where the link is, whether or not the account exists', async () => {
  server = await testApp()
  ada = await anAdmin(server.context)
  const known = await request('ada')
  expect(known.body).toEqual({
    message:
      "If an account exists, its reset link is in the outbox folder of the server. Ask whoever runs the server for it: this server doesn't send email.",
  })
  expect(await request('stranger')).toMatchObject({ status: known.status, body: known.body })
})

test.each(['ada', 'ADA', 'ada@example.com', ' Ada@Example.com '])(
  'a forgotten password is replaced through the link in the mail: %s',
  async (who) => {
    const token = await tokenFor(who)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(server.mails[0]).toMatchObject({ to: 'Ada@Example.com' })
    expect(linkIn(server.mails[0]?.text ?? '').href).toBe(
      `https://dock.example.com/reset-password?token=${token}`,
    )
    const { status, body } = await reset(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      message: 'Password reset successfully. You will be redirected to the login page.',
    })
    expect(await login('new-sesame')).toBe(200)
    expect(await login(PASSWORD)).toBe(401)
  },
)

describe('a reset', () => {
  test('a reset does not pass the second factor, and does not sign in', async () => {
    const { body } = await reset(await tokenFor('ada'))
    expect(body).not.toHaveProperty('access_token')
    const admin = await findAdmin(server.context.db, 'ada')
    expect(admin?.totpSecret).not.toBeNull()
  })

  test('a reset ends every session of the account, and no other', async () => {
    const bob = await anAdmin(server.context, { username: 'bob' })
    const [first, full, bobs] = [
      await ada.session('first'),
      await ada.session(),
      await bob.session(),
    ]
    await reset(await tokenFor('ada'))
    for (const [token, expected] of [
      [first, 401],
      [full, 401],
      [bobs, 200],
    ] as const) {
      const { status } = await call(server.app, endpoints.ownSuperAdminStatus, { token })
      expect(status).toBe(expected)
    }
  })

  test('a reset lifts the rate limit of the owner', async () => {
    for (let turn = 0; turn < 11; turn += 1) await login('guess')
    expect(await login(PASSWORD)).toBe(429)
    await reset(await tokenFor('ada'))
    expect(await login('new-sesame')).toBe(200)
  })

  test('resets do not raise the number of codes that can be guessed, from however many addresses', async () => {
    const guessed: number[] = []
    for (const address of ['198.51.100.1', '198.51.100.2']) {
      for (const [nth, who] of ['ada', 'ada@example.com', 'ada'].entries()) {
        const password = `owned-${address}-${nth}`
        await reset(await tokenFor(who, { address }), password, { address })
        guessed.push(await codesRefused(password, address))
      }
    }
    expect(guessed).toEqual([10, 0, 0, 0, 0, 0])
    server.clock.advance(15 * MINUTE_MS)
    expect(await codesRefused('owned-198.51.100.2-2', '198.51.100.2')).toBe(10)
  })

  test('a reset is audited without the token and the password', async () => {
    const token = await tokenFor('ada')
    await request('nobody-of-ours')
    await reset(token, 'tell-nobody')
    const entries = await server.context.db.select().from(audit).orderBy(audit.id)
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['password-reset-requested', 'ada'],
      ['password-reset-requested', '(unknown account)'],
      ['password-reset', 'ada'],
    ])
    const all = JSON.stringify([entries, server.logged()])
    for (const secret of [token, 'tell-nobody', 'nobody-of-ours']) expect(all).not.toContain(secret)
  })
})

describe('a token', () => {
  test('a token works once', async () => {
    const token = await tokenFor('ada')
    expect((await reset(token)).status).toBe(200)
    const again = await reset(token, 'third-sesame')
    expect([again.status, again.body]).toEqual([400, BAD_TOKEN])
    expect(await login('new-sesame')).toBe(200)
  })

  test('a token that is sent five times at once works once', async () => {
    const token = await tokenFor('ada')
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, turn) => reset(token, `new-${turn}`)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400,
    ])
  })

  test('a token that is in use at this moment does not work', async () => {
    const token = await tokenFor('ada')
    const { db, now } = server.context
    const second = await db.transaction(async (tx) => {
      expect(await consumeReset(tx, tokenHashOf(token), new Date(now()))).toBe(true)
      const asked = reset(token)
      await untilItWaits(tx, asked)
      return { asked }
    })
    expect((await second.asked).status).toBe(400)
    expect(await login(PASSWORD)).toBe(200)
  })

  test('a token expires after half an hour', async () => {
    const [early, late] = [await tokenFor('ada'), await tokenFor('ada')]
    server.clock.advance(30 * MINUTE_MS - 1)
    expect((await reset(early)).status).toBe(200)
    const token = await tokenFor('ada')
    server.clock.advance(30 * MINUTE_MS)
    for (const dead of [token, late])
      expect([(await reset(dead)).status, (await reset(dead)).body]).toEqual([400, BAD_TOKEN])
  })

  test('an expired token leaves no row behind', async () => {
    await tokenFor('ada')
    server.clock.advance(30 * MINUTE_MS)
    await tokenFor('ada')
    expect(await server.context.db.$count(passwordResets)).toBe(1)
  })

  test('a token is worthless once another one was used', async () => {
    const [one, other] = [await tokenFor('ada'), await tokenFor('ada')]
    expect((await reset(other)).status).toBe(200)
    expect((await reset(one)).status).toBe(400)
  })

  test.each<[what: string, change: () => Promise<number>]>([
    ['the mail address', () => edit({ company_email: 'ada@elsewhere.example' })],
    ['the case of the mail address alone', () => edit({ company_email: 'ada@example.com' })],
    ['the role', () => edit({ is_super_admin: true })],
    ['a feature', () => edit({ features: { bins: true } })],
    ['the password', () => edit({ password: 'third-sesame', confirm_password: 'third-sesame' })],
    ['the second factor', replaceSecondFactor],
  ])('a token ends with a change of what it opens: %s', async (_what, change) => {
    const bob = await anAdmin(server.context, { username: 'bob' })
    const [adas, bobs] = [await tokenFor('ada'), await tokenFor('bob')]
    expect(await change()).toBe(200)
    const { status, body } = await reset(adas)
    expect([status, body]).toEqual([400, BAD_TOKEN])
    expect(await login('new-sesame')).toBe(401)
    expect((await reset(bobs, bob.password)).status).toBe(200)
  })

  test('a token survives other changes: a phone number, a used code', async () => {
    const token = await tokenFor('ada')
    expect(await edit({ phone_number: '5550100199', company_name: 'Pier' })).toBe(200)
    expect(await passSecondFactor()).toBe(200)
    expect((await reset(token)).status).toBe(200)
  })

  test('a token is stored only as its hash', async () => {
    const token = await tokenFor('ada')
    expect(JSON.stringify(await server.context.db.select().from(passwordResets))).not.toContain(
      token,
    )
  })

  test.each(['x', 'A'.repeat(43), "' or 1=1 --", 'x'.repeat(9_000)])(
    'an invalid token is refused: %#',
    async (token) => {
      const { status, body } = await reset(token)
      expect([status, body]).toEqual([400, BAD_TOKEN])
    },
  )

  test.each([
    [{ token: '', new_password: 'sesame' }, 'Invalid or missing reset token.'],
    [{ token: 'x', new_password: '' }, 'Please fill in all fields.'],
    [{ token: 'x', new_password: 'abc' }, 'Password must be at least 4 characters long'],
    [{ token: 'x', new_password: 'a b c d' }, 'Password cannot contain spaces'],
  ])('token and password follow the form: %j', async (body, msg) => {
    const answer = await call(server.app, endpoints.resetPassword, { body })
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([{ msg }])
  })
})

/** Ada's profile, as a super admin saves it with changes. */
async function edit(changes: object): Promise<number> {
  const root = await aSuperAdmin(server.context)
  const { status } = await call(server.app, endpoints.updateAdmin, {
    token: await root.session(),
    params: { username: 'ada' },
    body: { company_name: 'Harbour Goods', company_email: 'Ada@Example.com', ...changes },
  })
  return status
}

async function passSecondFactor(): Promise<number> {
  const { status } = await call(server.app, endpoints.twoFactorLogin, {
    token: await ada.session('first'),
    body: { username: 'ada', password: PASSWORD, totp_code: ada.code() },
  })
  return status
}

async function replaceSecondFactor(): Promise<number> {
  const token = await ada.session()
  const proven = { username: 'ada', password: PASSWORD, totp_code: ada.code() }
  const issued = await call(server.app, endpoints.twoFactorSetup, { token, body: proven })
  const { secret_key } = issued.body['data'] as { secret_key: string }
  const totp_code = codeAt(secret_key, server.clock.now())
  const { status } = await call(server.app, endpoints.twoFactorEnable, {
    token,
    body: { username: 'ada', secret_key, totp_code },
  })
  return status
}

describe('requests for a reset link', () => {
  test('an account and an unknown name get the same answer', async () => {
    const known = await request('ada')
    const unknown = await request('nobody')
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
    await nextTurn()
    expect(server.mails).toHaveLength(1)
  })

  test('an unknown name costs the database the same rows as an account, and leaves none', async () => {
    const { db, now } = server.context
    const at = new Date(now())
    const inserts = async (tx: Transaction) => {
      const { rows } = await tx.execute<{ inserts: number }>(sql`
        select n_tup_ins::int as inserts from pg_stat_xact_user_tables
        where relname = 'password_resets'`)
      return rows[0]?.inserts ?? 0
    }
    const written = async (who: string) =>
      db.transaction(async (tx) => {
        const before = await inserts(tx)
        const expiresAt = new Date(now() + 30 * MINUTE_MS)
        await insertReset(tx, who, { tokenHash: `token of ${who}`, expiresAt }, at)
        return (await inserts(tx)) - before
      })
    expect([await written('ada'), await written('nobody')]).toEqual([1, 1])
    expect(await db.select().from(passwordResets)).toMatchObject([{ tokenHash: 'token of ada' }])
  })

  test('requests are limited per account, the same for an account and an unknown name', async () => {
    for (const who of ['ada', 'nobody']) {
      const statuses: number[] = []
      for (let turn = 0; turn < 7; turn += 1)
        statuses.push((await request(who, { address: `198.51.100.${turn}` })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    }
    await nextTurn()
    expect(server.mails).toHaveLength(5)
  })

  test('requests are limited per address', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 101; turn += 1) statuses.push((await request(`name${turn}`)).status)
    expect(statuses.slice(0, 100).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a request must name somebody', async () => {
    const { status, body } = await request('  ')
    expect(status).toBe(422)
    expect(body['detail']).toMatchObject([{ msg: 'Please enter your email or username' }])
  })
})

describe('the link', () => {
  test('without PUBLIC_URL the link leads to where the server listens, whatever the Host header says', async () => {
    server = await testApp()
    await anAdmin(server.context)
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const address = server.app.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await request('ada', { headers: forged })
    await nextTurn()
    expect(linkIn(server.mails[0]?.text ?? '').origin).toBe(`http://127.0.0.1:${port}`)
    await server.close()
  })
})

describe('the mail', () => {
  test('the mail starts when the answer is out, so that the answer takes no longer for an account', async () => {
    const answers: ServerResponse[] = []
    const wasOut: (boolean | undefined)[] = []
    const send = async () => void wasOut.push(answers.at(-1)?.writableFinished)
    const app = await buildApp({ ...server.context, mail: { send } })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    app.server.on('request', (_, answer) => answers.push(answer))
    await fetch(`${address}/api/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email_or_username: 'ada' }),
    })
    await app.close()
    expect(wasOut).toEqual([true])
  })

  test('the mail goes through a real mail server', async () => {
    const mailServer = await startMailServer()
    const env = { ...server.context.env, smtpUrl: mailServer.url }
    const context = { ...server.context, env, mail: openMailer(env, server.context.log) }
    const app = await buildApp(context)
    await call(app, endpoints.requestPasswordReset, { body: { email_or_username: 'ada' } })
    const mail = await mailServer.next()
    expect(mail.to).toEqual(['Ada@example.com'])
    const token = linkIn(mail.content).searchParams.get('token') ?? ''
    expect((await reset(token)).status).toBe(200)
    await app.close()
    await mailServer.close()
  })

  test('a mail that cannot be sent is reported in the log and not in the answer', async () => {
    const refusing = await startMailServer('refuse')
    const env = { ...server.context.env, smtpUrl: refusing.url }
    const context = { ...server.context, env, mail: openMailer(env, server.context.log) }
    const app = await buildApp(context)
    const { status, body } = await call(app, endpoints.requestPasswordReset, {
      body: { email_or_username: 'ada' },
    })
    expect([status, body]).toEqual([200, SENT])
    // Closing waits for mail that is being sent.
    await app.close()
    const lines = server.logged().filter(({ msg }) => msg === 'a reset mail could not be sent')
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('token=')
    await refusing.close()
  })
})
