/** The sequence of the cases, in the table of the sequences of lists. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { stateColumns } from '#server/db/mirror/collection-states.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'

const NAME = 'cases'
const isCases = eq(collectionStates.collection, NAME)

export interface CasesState {
  readonly seq: number
  readonly epoch: string
  /** Cursors before this one get all cases. */
  readonly deltaFrom: number
}

/** The present state. */
export async function casesState(db: Database | Transaction): Promise<CasesState> {
  const [found] = await db.select(stateColumns).from(collectionStates).where(isCases)
  return found ?? begin(db)
}

/**
 * Locks the cases until the transaction ends, after the state of a collection and the floor records that the
 * transaction also locks.
 * @returns the sequence for its changes
 */
export async function lockCases(tx: Transaction): Promise<number> {
  await casesState(tx)
  const [raised] = await tx
    .update(collectionStates)
    .set({ seq: sql`${collectionStates.seq} + 1` })
    .where(isCases)
    .returning({ seq: collectionStates.seq })
  if (!raised) throw new Error('the state of the cases is gone')
  return raised.seq
}

/** Lets every client fetch all cases, because some were deleted. */
export async function dropDeltas(tx: Transaction, seq: number): Promise<void> {
  await tx.update(collectionStates).set({ deltaFrom: seq }).where(isCases)
}

async function begin(db: Database | Transaction): Promise<CasesState> {
  await db
    .insert(collectionStates)
    .values({ collection: NAME, seq: 0, epoch: randomUUID() })
    .onConflictDoNothing()
  const [begun] = await db.select(stateColumns).from(collectionStates).where(isCases)
  if (!begun) throw new Error('the state of the cases cannot be made')
  return begun
}
