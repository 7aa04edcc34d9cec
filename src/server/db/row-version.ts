import { createHash } from 'node:crypto'

/**
 * Names the state of an account: equal for equal ones, so that two edits in one millisecond differ
 * and an edit that changed nothing is none.
 * @param parts what an edit can change; a password as its hash, of which nothing can be read here
 */
export function rowVersion(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}
