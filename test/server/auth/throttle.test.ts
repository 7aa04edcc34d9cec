import { beforeEach, describe, expect, test } from 'vitest'
import {
  networkOf,
  registerAttempt,
  clearAttempts,
  undoAttempt,
  type AttemptStore,
  type Subject,
} from '#server/auth/throttle.ts'
import { attempts } from '#server/db/schema/sessions.ts'
import { cleanDatabase } from '#test/support/database/database.ts'
import { chance } from '#test/support/random-input.ts'

const MINUTE_MS = 60_000

let now: number
let store: AttemptStore

beforeEach(async () => {
  now = Date.parse('2026-11-21T08:00:00Z')
  const { db } = await cleanDatabase()
  store = { db, now: () => now }
})

const from = (address: string, account: string | null = 'ada'): Subject => ({
  kind: 'sign-in',
  account,
  address,
})

async function admittedOf(count: number, subjectOf: (turn: number) => Subject): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: count }, (_, turn) => registerAttempt(store, subjectOf(turn))),
  )
  return verdicts.filter(({ admitted }) => admitted).length
}

test('of a hundred concurrent attempts at an account, ten are admitted, wherever they come from', async () => {
  expect(await admittedOf(100, (turn) => from(`198.51.100.${turn % 250}`))).toBe(10)
})

test('a name counts as one account in any letter case', async () => {
  const spellings = ['ada', 'Ada', 'ADA', 'aDa']
  expect(await admittedOf(40, (turn) => from('198.51.100.1', spellings[turn % 4]))).toBe(10)
})

test('an address may make a hundred attempts at different accounts', async () => {
  expect(await admittedOf(150, (turn) => from('198.51.100.1', `ada${turn}`))).toBe(100)
})

test('refused attempts of an address do not use up the attempts of an account', async () => {
  await admittedOf(100, (turn) => from('198.51.100.1', `other${turn}`))
  expect(await admittedOf(20, () => from('198.51.100.1'))).toBe(0)
  expect(await admittedOf(20, () => from('198.51.100.2'))).toBe(10)
})

test('attempts that an account refuses do not use up the attempts of others at the same address', async () => {
  for (let nth = 0; nth < 120; nth += 1) await registerAttempt(store, from('198.51.100.1'))
  expect(await admittedOf(100, (turn) => from('198.51.100.1', `other${turn}`))).toBe(90)
})

test('the wait ends 15 minutes after the tenth attempt, even if attempts continue', async () => {
  await admittedOf(1, () => from('198.51.100.1'))
  now += 5 * MINUTE_MS
  await admittedOf(9, () => from('198.51.100.1'))
  now += 14 * MINUTE_MS
  expect(await registerAttempt(store, from('198.51.100.2'))).toEqual({
    admitted: false,
    waitMs: MINUTE_MS,
    isFirst: true,
  })
  expect(await registerAttempt(store, from('198.51.100.2'))).toMatchObject({ isFirst: false })
  now += MINUTE_MS
  expect(await admittedOf(20, () => from('198.51.100.3'))).toBe(10)
})

test('no 15 minutes admit more than ten attempts, however they are spread', async () => {
  const random = chance(20_261_121)
  const admittedAt: number[] = []
  for (let turn = 0; turn < 200; turn += 1) {
    now += Math.floor(random() ** 4 * 16 * MINUTE_MS)
    if ((await registerAttempt(store, from(`198.51.100.${turn % 250}`))).admitted)
      admittedAt.push(now)
  }
  expect(admittedAt.length).toBeGreaterThan(50)
  const spans = admittedAt.slice(10).map((at, index) => at - (admittedAt[index] ?? 0))
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(15 * MINUTE_MS)
})

test('an address with occasional mistakes all day is never refused', async () => {
  for (let turn = 0; turn < 150; turn += 1) {
    now += 10 * MINUTE_MS
    expect((await registerAttempt(store, from('198.51.100.1', `ada${turn}`))).admitted).toBe(true)
  }
})

test('correct attempts do not count', async () => {
  for (let turn = 0; turn < 150; turn += 1) {
    const verdict = await registerAttempt(store, from('198.51.100.1'))
    expect(verdict.admitted).toBe(true)
    await undoAttempt(store, verdict)
  }
})

describe('an owner who has signed in', () => {
  const owner = from('192.0.2.7')

  test('the count of the owner starts from zero', async () => {
    await admittedOf(9, () => owner)
    await clearAttempts(store, owner)
    expect(await admittedOf(20, () => owner)).toBe(10)
  })

  test('guessing from elsewhere does not lock out the owner', async () => {
    await clearAttempts(store, owner)
    for (let hour = 0; hour < 12; hour += 1) {
      now += 60 * MINUTE_MS
      expect(await admittedOf(50, (turn) => from(`198.51.100.${turn}`))).toBe(10)
      expect((await registerAttempt(store, owner)).admitted).toBe(true)
    }
  })

  test('a sign-in gives other callers no new attempts', async () => {
    await clearAttempts(store, owner)
    await admittedOf(10, () => from('198.51.100.1'))
    await clearAttempts(store, owner)
    expect(await admittedOf(10, () => from('198.51.100.1'))).toBe(0)
  })

  test('an address that was not used for a month counts as unknown', async () => {
    await clearAttempts(store, owner)
    now += 31 * 24 * 60 * MINUTE_MS
    await admittedOf(10, () => from('198.51.100.1'))
    expect((await registerAttempt(store, owner)).admitted).toBe(false)
  })
})

test('different kinds of attempts are counted separately', async () => {
  await admittedOf(10, () => from('198.51.100.1'))
  const reset = { ...from('198.51.100.1'), kind: 'password-reset' } as const
  expect((await registerAttempt(store, reset)).admitted).toBe(true)
})

test('names of any length, and names that cannot be stored as text, are counted', async () => {
  for (const name of ['x'.repeat(100_000), '\u0000', '\ud800', ''])
    expect(await admittedOf(12, () => from('198.51.100.1', name))).toBe(10)
})

test('expired counts are deleted, so that the table does not grow', async () => {
  await admittedOf(50, (turn) => from(`198.51.100.${turn}`, `ada${turn}`))
  expect(await store.db.$count(attempts)).toBe(100)
  now += 16 * MINUTE_MS
  await registerAttempt(store, from('198.51.100.1'))
  expect(await store.db.$count(attempts)).toBe(2)
})

describe('an IPv6 caller controls a whole /64', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:bbbb:1:2:3', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unix', 'unix'],
  ])('%s counts as %s', (address, block) => {
    expect(networkOf(address)).toBe(block)
  })
})
