import { expect, test } from 'vitest'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'

test('a token has 256 bits and is never repeated', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, newToken))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})

test('a token is stored as its SHA-256', () => {
  // FIPS 180-2, appendix B.1
  expect(tokenHashOf('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
