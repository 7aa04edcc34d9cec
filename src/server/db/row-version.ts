import { createHash } from 'node:crypto'

/**
 * The version of an account, computed from its content. Two edits in one millisecond have different
 * versions, and an edit that changed nothing has the same one.
 * @param parts what an edit can change; a password as its hash, which cannot be read from the version
 */
export function rowVersion(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
