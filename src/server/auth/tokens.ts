/** Bearer tokens and reset tokens: 256 random bits, stored as SHA-256 only (decisions/server/secrets.md). */
import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A new token: 43 characters that need no escaping in URLs and headers. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * The stored form of a token: its SHA-256. A token has too much entropy for brute force, so a fast hash is
 * enough.
 */
export function tokenHashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
