/** Number and checksum of the rows of a collection (`#contract/sync/checksum.ts`), computed once a sequence. */
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'
import { oncePerSequence } from '#server/db/mirror/once-per-sequence.ts'
import { visibleAt } from '#server/db/mirror/row-visibility.ts'
import { records } from '#server/db/schema/mirror.ts'

/** The number of rows of a collection, and their checksum. */
export interface Checksum {
  readonly count: number
  readonly sum: string
}

const summed = oncePerSequence<Checksum>()

/** The checksum of a collection at the state that a transaction reads. */
export function checksumAt(
  db: Database,
  tx: Transaction,
  state: CollectionState,
): Promise<Checksum> {
  return summed.at(db, state, () => checksumOf(tx, state))
}

/** The checksum at a state, if somebody has asked for it. */
export async function knownChecksum(
  db: Database,
  state: CollectionState,
): Promise<Checksum | null> {
  return summed.known(db, state)
}

/** The exclusive or of the rows' checksums, with which their `hash` begins. */
async function checksumOf(
  tx: Transaction,
  { collection, seq }: CollectionState,
): Promise<Checksum> {
  const { rows } = await tx.execute<{ count: number; sum: string }>(sql`
    SELECT count(*)::int AS count,
      lpad(to_hex(coalesce(bit_xor(('x' || left(hash, 16))::bit(64)::bigint), 0)), 16, '0') AS sum
    FROM ${records} WHERE collection = ${collection} AND ${visibleAt(seq)}`)
  return rows[0] ?? { count: 0, sum: '0'.repeat(16) }
}
