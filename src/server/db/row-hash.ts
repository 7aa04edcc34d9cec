/** The text of a stored row, and the hash that shows whether the row has changed. */
import { createHash } from 'node:crypto'
import { rowSum } from '#contract/sync/checksum.ts'
import type { Row } from '#contract/collections.ts'

/** Postgres cannot store a row. The message says why. */
export class UnstorableRow extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'UnstorableRow'
  }
}

/** A text of another program as Postgres can store it, with U+FFFD in place of what it cannot. */
export function storableText(text: string): string {
  return text.replace(UNSTORABLE, '\uFFFD')
}

const UNSTORABLE = /\0|\p{Surrogate}/gu

/**
 * A row as canonical JSON: keys sorted by UTF-16 units at every depth, no spaces, numbers as JavaScript
 * writes them. Equal rows always have the same text.
 * @throws UnstorableRow for characters that Postgres text cannot hold
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
 * The hash of a row, in 64 hexadecimal digits. It begins with the row's checksum (`rowSum`), from which the
 * database computes that of a list. The rest is from the SHA-256 of its canonical text.
 */
export function hashOf(canonical: string): string {
  const row = JSON.parse(canonical) as Row
  return rowSum(row) + createHash('sha256').update(canonical).digest('hex').slice(0, SHA_DIGITS)
}

const SHA_DIGITS = 48
