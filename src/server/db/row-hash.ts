/** What a stored row looks like as text, and the hash by which an unchanged one is known. */
import { createHash } from 'node:crypto'
import { rowSum } from '#contract/checksum.ts'
import type { Row } from '#contract/collections.ts'

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
 * The hash of a row, in 64 hexadecimal digits: its checksum (`rowSum`), of which the database makes
 * that of a list, then so much of the SHA-256 of its canonical text that no two rows share one.
 */
export function hashOf(canonical: string): string {
  const row = JSON.parse(canonical) as Row
  return rowSum(row) + createHash('sha256').update(canonical).digest('hex').slice(0, SHA_DIGITS)
}

const SHA_DIGITS = 48
