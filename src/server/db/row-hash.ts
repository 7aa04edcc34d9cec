/** What a stored row looks like as text, and the hash by which an unchanged one is known. */
import { createHash } from 'node:crypto'

/** A row that Postgres cannot keep. The message says why. */
export class UnstorableRow extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnstorableRow'
  }
}

/**
 * A row as JSON in canonical form: keys in the order of their UTF-16 units at every depth, no spaces,
 * numbers as JavaScript writes them. The same row has the same text wherever it is made.
 * @throws UnstorableRow for characters that no Postgres text can hold
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string' && /\0|\p{Surrogate}/u.test(part))
      throw new UnstorableRow('a text holds a character that cannot be stored')
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/**
 * SHA-256 of a canonical text, in hexadecimal. The checksum of a list (decisions.md 5.3) is the
 * exclusive or of the first 64 bits of the hashes of its rows, in 16 hexadecimal digits.
 */
export function hashOf(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex')
}
