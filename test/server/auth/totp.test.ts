import { describe, expect, test } from 'vitest'
import { codeAt, newTotpSecret, stepOfCode, totpAddress } from '#server/auth/totp.ts'

/** '12345678901234567890', the SHA-1 secret of RFC 6238 appendix B, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** RFC 6238 appendix B: seconds, step, and the last six of its eight digits. */
const VECTORS = [
  [59, 0x1, '287082'],
  [1_111_111_109, 0x23523ec, '081804'],
  [1_111_111_111, 0x23523ed, '050471'],
  [1_234_567_890, 0x273ef07, '005924'],
  [2_000_000_000, 0x3f940aa, '279037'],
  [20_000_000_000, 0x27bc86aa, '353130'],
] as const

describe('RFC 6238, appendix B', () => {
  test.each(VECTORS)('the code at %i s is the published one', (seconds, step, code) => {
    expect(codeAt(RFC_SECRET, seconds * 1_000)).toBe(code)
    expect(stepOfCode(RFC_SECRET, code, seconds * 1_000)).toBe(step)
  })
})

test('a code is valid one step before and after its own, and reports its step', () => {
  const [seconds, step, code] = VECTORS[1]
  const at = (shift: number) => stepOfCode(RFC_SECRET, code, (seconds + shift) * 1_000)
  expect([at(-60), at(-30), at(0), at(30), at(60)]).toEqual([null, step, step, step, null])
})

test.each(['', '28708', '2870820', '28708x', '２８７０８２', '-87082', ' 287082', '0x4616a'])(
  'a malformed code is not valid: %j',
  (code) => {
    expect(stepOfCode(RFC_SECRET, code, 59_000)).toBeNull()
  },
)

test('a secret has 160 bits and is new each time', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('the otpauth address names the product and the account', () => {
  const address = new URL(totpAddress(RFC_SECRET, 'dock$hand'))
  expect(address.protocol).toBe('otpauth:')
  expect(address.host).toBe('totp')
  expect(decodeURIComponent(address.pathname)).toBe('/Dockside:dock$hand')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'Dockside',
    secret: RFC_SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
