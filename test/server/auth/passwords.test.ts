import { describe, expect, test } from 'vitest'
import { hashPassword, HashQueueFull, verifyPassword } from '#server/auth/passwords.ts'

describe('a stored password', () => {
  test("a password is hashed with argon2id, OWASP's parameters and its own salt", async () => {
    const [one, other] = await Promise.all([hashPassword('open'), hashPassword('open')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(one).not.toContain('open')
  })

  test.each(['open', 'pässwörd', 'a'.repeat(5_000), '\u0000\ud800', ''])(
    'a hash matches its own password only: %j',
    async (password) => {
      const stored = await hashPassword(password)
      expect(await verifyPassword(password, stored)).toBe(true)
      expect(await verifyPassword(`${password}x`, stored)).toBe(false)
    },
  )

  test('the password of an unknown account never matches', async () => {
    for (const guess of ['', 'open', '\u0007'])
      expect(await verifyPassword(guess, null)).toBe(false)
  })
})

test('a full queue refuses at once, and accepts passwords again when it is empty', async () => {
  const rush = await Promise.allSettled(
    Array.from({ length: 120 }, () => verifyPassword('x', null)),
  )
  const refused = rush.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(16)
  for (const one of refused) expect(one.reason).toBeInstanceOf(HashQueueFull)
  expect(await verifyPassword('open', await hashPassword('open'))).toBe(true)
})
