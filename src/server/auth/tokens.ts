/** Bearer tokens and reset tokens: 256 random bits; only their SHA-256 is stored (decisions/server/secrets.md). */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new token, 43 characters that need no escaping in addresses and headers. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What of a token is stored: its SHA-256. A token has too many bits to be found by trying hashes. */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
