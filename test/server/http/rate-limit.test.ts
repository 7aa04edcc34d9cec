/** A thousand guesses: the tests count how many of them reach the hash or the comparison of codes. */
import * as argon2 from '@node-rs/argon2'
import { like } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { attempts } from '#server/db/schema/sessions.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call, type Answered, type CallOptions } from '#test/support/server/clients/call.ts'
import { anAdmin, PASSWORD, type Person } from '#test/support/people.ts'

vi.mock('@node-rs/argon2', { spy: true })

const GUESSES = Number(process.env['GUESSES'] ?? 60)
const AT_ONCE = 20
const MINUTE_MS = 60_000
const STEP_MS = 30_000
const HOME = '192.0.2.1'

const compared = vi.spyOn(TOTP.prototype, 'validate')

let server: TestApp
/** A second process on the same database. */
let beside: TestApp
let ada: Person

beforeEach(async () => {
  server = await testApp()
  beside = await testApp({ beside: server })
  ada = await anAdmin(server.context)
})

const reached = () => vi.mocked(argon2.verify).mock.calls.length

/** Sends guesses, many at a time and through both processes, in less than 15 minutes. */
async function guess(send: (turn: number, app: TestApp) => Promise<Answered>): Promise<Answered[]> {
  vi.mocked(argon2.verify).mockClear()
  compared.mockClear()
  const answers: Answered[] = []
  const rounds = Math.ceil(GUESSES / AT_ONCE)
  for (let round = 0; round < rounds; round += 1) {
    const turns = Array.from({ length: AT_ONCE }, (_, index) => round * AT_ONCE + index)
    answers.push(
      ...(await Promise.all(turns.map((turn) => send(turn, turn % 2 ? server : beside)))),
    )
    server.clock.advance((14 * MINUTE_MS) / rounds)
  }
  return answers
}

/** Another address each time. */
const elsewhere = (turn: number) => `198.51.${100 + (turn >> 8)}.${turn & 255}`

/** Another spelling of the user name each time. */
const spelled = (turn: number) =>
  ['a', 'd', 'a'].map((letter, at) => ((turn >> at) & 1 ? letter.toUpperCase() : letter)).join('')

const login = (app: TestApp, username: string, password: string, options: CallOptions = {}) =>
  call(app.app, endpoints.login, { body: { username, password }, ...options })

async function signIn(address: string): Promise<readonly number[]> {
  const first = await login(server, 'ada', PASSWORD, { address })
  if (first.status !== 200) return [first.status]
  const second = await call(server.app, endpoints.twoFactorLogin, {
    address,
    token: String(first.body['access_token']),
    body: { username: 'ada', password: PASSWORD, totp_code: ada.code() },
  })
  return [first.status, second.status]
}

/** The seconds to wait, on which header and sentence must agree. */
function waitOf(refused: Answered): number {
  const seconds = Number(refused.headers['retry-after'])
  const minutes = Math.ceil(seconds / 60)
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  expect(refused.body).toEqual({
    detail: `Too many attempts. Please try again in ${wait}.`,
    code: 'throttled',
    params: { minutes },
  })
  return seconds
}

describe(`${GUESSES} wrong passwords from as many addresses`, () => {
  const attack = () =>
    guess((turn, app) => login(app, spelled(turn), `guess-${turn}`, { address: elsewhere(turn) }))

  test('ten guesses reach the hash, and the owner gets in at once from a known address', async () => {
    expect(await signIn(HOME)).toEqual([200, 200])
    const answers = await attack()
    expect(reached()).toBe(10)
    expect(compared).not.toHaveBeenCalled()
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(answers.length - 10)
    for (const one of refused) waitOf(one)
    expect(await signIn(HOME)).toEqual([200, 200])
  })

  test('the owner gets in from anywhere after the announced wait', async () => {
    await attack()
    const refused = await login(server, 'ada', PASSWORD, { address: '203.0.113.9' })
    expect(refused.status).toBe(429)
    const seconds = waitOf(refused)
    server.clock.advance(seconds * 1_000 - 1)
    expect((await login(server, 'ada', PASSWORD, { address: '203.0.113.9' })).status).toBe(429)
    server.clock.advance(1)
    expect(await signIn('203.0.113.9')).toEqual([200, 200])
  })
})

describe(`${GUESSES} wrong codes by somebody who knows the password`, () => {
  test('ten codes are compared, and the owner gets in afterwards', async () => {
    expect(await signIn(HOME)).toEqual([200, 200])
    const tokens = await Promise.all(Array.from({ length: 5 }, () => ada.session('first')))
    await guess((turn, { app }) =>
      call(app, turn % 3 ? endpoints.twoFactorLogin : endpoints.twoFactorLoginAfterSetup, {
        address: elsewhere(turn),
        token: tokens[turn % 5] ?? null,
        body: { username: spelled(turn), password: PASSWORD, totp_code: wrongCode(turn) },
      }),
    )
    expect(compared).toHaveBeenCalledTimes(10)
    expect(reached()).toBe(10)
    expect(await signIn(HOME)).toEqual([200, 200])
  })

  test('passwords, codes and set-ups share ten attempts', async () => {
    const token = await ada.session('first')
    const bodies = [
      [endpoints.login, { username: 'ada', password: 'guess' }],
      [endpoints.twoFactorLogin, { username: 'ada', password: PASSWORD, totp_code: '000000' }],
      [endpoints.twoFactorSetup, { username: 'ada', password: 'guess' }],
      [endpoints.twoFactorSetup, { username: 'ada', password: PASSWORD, totp_code: '000000' }],
      [endpoints.twoFactorEnable, { username: 'ada', secret_key: 'x', totp_code: '000000' }],
    ] as const
    const answers = await guess((turn, { app }) => {
      const [endpoint, body] = bodies[turn % bodies.length] ?? bodies[0]
      return call(app, endpoint, { address: elsewhere(turn), token, body })
    })
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
    expect(reached()).toBeLessThanOrEqual(10)
  })
})

describe('many names from one address', () => {
  const names = (turn: number) => `name${turn}`
  const countNinetyFive = (kinds = '%') =>
    server.context.db
      .update(attempts)
      .set({ count: 95 })
      .where(like(attempts.key, `${kinds}|address|%`))
  /** How many are checked after the first ninety-five. */
  const looked = async (env: Record<string, string>, options: (turn: number) => CallOptions) => {
    server = await testApp({ env, beside: server })
    await login(server, names(0), 'guess', options(0))
    await countNinetyFive()
    vi.mocked(argon2.verify).mockClear()
    const answers: number[] = []
    for (let turn = 1; turn <= 12; turn += 1)
      answers.push((await login(server, names(turn), 'guess', options(turn))).status)
    return { wrong: answers.filter((status) => status === 401).length, hashes: reached() }
  }
  const forged = (turn: number) => ({ 'x-forwarded-for': elsewhere(turn) })
  const byProxy = (turn: number) => ({ 'x-forwarded-for': `${elsewhere(turn)}, 203.0.113.9` })

  test.each([
    ['that says it comes from elsewhere', {}, (turn: number) => ({ headers: forged(turn) })],
    [
      'behind one proxy, with a forged entry before the true one',
      { TRUST_PROXY: '1' },
      (turn: number) => ({ headers: byProxy(turn) }),
    ],
    [
      'behind the one proxy of TRUST_PROXY=true, with a forged entry before the true one',
      { TRUST_PROXY: 'true' },
      (turn: number) => ({ headers: byProxy(turn) }),
    ],
    [
      'behind a proxy that lets through what is no address',
      { TRUST_PROXY: 'true' },
      (turn: number) => ({ headers: { 'x-forwarded-for': `forged-${turn}` } }),
    ],
    [
      'behind a proxy known by its address',
      { TRUST_PROXY: '192.0.2.1' },
      (turn: number) => ({ headers: byProxy(turn) }),
    ],
    [
      'that only plays the proxy',
      { TRUST_PROXY: '10.0.0.1' },
      (turn: number) => ({ headers: byProxy(turn) }),
    ],
    [
      'in one IPv6 network',
      {},
      (turn: number) => ({ address: `2001:db8:1:2:${turn.toString(16)}::1` }),
    ],
  ])('a hundred attempts reach the hash: %s', async (_what, env, options) => {
    expect(await looked(env, options)).toEqual({ wrong: 5, hashes: 5 })
    const behind = { headers: { 'x-forwarded-for': '203.0.113.10' }, address: '192.0.2.1' }
    const other =
      'TRUST_PROXY' in env && env.TRUST_PROXY !== '10.0.0.1' ? behind : { address: '203.0.113.11' }
    expect((await login(server, 'ada', PASSWORD, other)).status).toBe(200)
  })

  test('a hundred codes from one address are compared, whosever they are', async () => {
    const wrong = async (username: string) => {
      const person = await anAdmin(server.context, { username })
      const answer = await call(server.app, endpoints.twoFactorLogin, {
        token: await person.session('first'),
        body: { username, password: PASSWORD, totp_code: '000000' },
      })
      return answer.status
    }
    expect(await wrong(names(0))).toBe(401)
    await countNinetyFive('second-factor')
    compared.mockClear()
    const answers: number[] = []
    for (let turn = 1; turn <= 7; turn += 1) answers.push(await wrong(names(turn)))
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(compared).toHaveBeenCalledTimes(5)
  })
})

describe('an account that does not exist', () => {
  /** The queries and hashes until an answer is there. */
  async function workOf(ask: () => Promise<Answered>) {
    const asked = vi.spyOn(pg.Client.prototype, 'query')
    vi.mocked(argon2.verify).mockClear()
    vi.mocked(argon2.hash).mockClear()
    const { status, text } = await ask()
    const statements = asked.mock.calls.map(([query]: unknown[]) => statementIn(query))
    asked.mockRestore()
    const costs = vi.mocked(argon2.verify).mock.calls.map(([stored]) => costIn(String(stored)))
    return { status, text, statements, costs, hashes: vi.mocked(argon2.hash).mock.calls.length }
  }

  const costIn = (stored: string) => stored.split('$').slice(0, 4).join('$')
  const newcomer = (username: string) => ({
    username,
    company_name: 'Dock',
    company_email: `${username}@example.com`,
    phone_number: '5550100100',
    password: 'sesame',
    confirm_password: 'sesame',
  })

  test.each([
    ['login', (name: string) => login(server, name, 'wrong')],
    [
      'password reset',
      (name: string) =>
        call(server.app, endpoints.requestPasswordReset, { body: { email_or_username: name } }),
    ],
    [
      'closed registration',
      (name: string) => call(server.app, endpoints.register, { body: newcomer(name) }),
    ],
  ])('an unknown account costs the same work and gets the same answer: %s', async (_what, ask) => {
    server = await testApp({ env: { REGISTRATION: 'closed' }, beside: server })
    // The first time expired counts are deleted.
    await ask('somebody')
    const [known, unknown] = [await workOf(() => ask('ada')), await workOf(() => ask('nobody'))]
    expect(unknown).toEqual(known)
    expect(known.statements.length).toBeGreaterThan(2)
  })

  test('an unknown account is compared with a hash of the same cost', async () => {
    const { costs } = await workOf(() => login(server, 'nobody', 'wrong'))
    expect(costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
  })
})

describe('an authenticator', () => {
  /** RFC 6238 appendix B, the last six digits of the SHA-1 column. */
  const VECTORS = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const
  const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  test.each(VECTORS)(
    'an authenticator of RFC 6238 opens the account at second %i with %s',
    async (second, code) => {
      server = await testApp({ now: second * 1_000 })
      await anAdmin(server.context, { secret: RFC_SECRET })
      const token = String((await login(server, 'ada', PASSWORD)).body['access_token'])
      const { status, body } = await call(server.app, endpoints.twoFactorLogin, {
        token,
        body: { username: 'ada', password: PASSWORD, totp_code: code },
      })
      expect(status).toBe(200)
      const profile = await call(server.app, endpoints.ownProfile, {
        token: String(body['access_token']),
      })
      expect(profile.body).toMatchObject({ username: 'ada' })
    },
  )

  test('one code that is sent twenty times at once opens the account once', async () => {
    for (let round = 0; round < 5; round += 1) {
      server.clock.advance(STEP_MS)
      const body = { username: 'ada', password: PASSWORD, totp_code: ada.code() }
      const tokens = await Promise.all(Array.from({ length: 20 }, () => ada.session('first')))
      const answers = await Promise.all(
        tokens.map((token, turn) =>
          call((turn % 2 ? server : beside).app, endpoints.twoFactorLogin, { token, body }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => ![200, 401, 429].includes(status))).toEqual([])
    }
  })
})

/** Six digits that are not the code of now or of an adjacent step. */
function wrongCode(turn: number): string {
  const now = server.context.now()
  const right = [-STEP_MS, 0, STEP_MS].map((shift) => ada.code(now + shift))
  const code = String(turn).padStart(6, '0')
  return right.includes(code) ? wrongCode(turn + GUESSES) : code
}

/** The text of a query, however it was passed. */
function statementIn(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
