/**
 * The change sequence of each collection, and the epoch in which it is valid
 * (decisions/console/collections.md).
 */
import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ListName } from '#contract/lists.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { epochOf } from '#server/db/database-origin.ts'
import { collectionStates } from '#server/db/schema/mirror.ts'

export type CollectionState = typeof collectionStates.$inferSelect

/** The columns of a state. */
export const stateColumns = {
  ...getTableColumns(collectionStates),
  epoch: epochOf(sql`${collectionStates.epoch}`),
}

/** The current state of a collection. */
export async function stateOf(
  db: Database | Transaction,
  collection: ListName,
): Promise<CollectionState> {
  return (await find(db, collection)) ?? (await begin(db, collection))
}

/** The current states of collections; one that was never written has none. */
export async function statesOf(
  db: Database | Transaction,
  collections: readonly ListName[],
): Promise<ReadonlyMap<string, CollectionState>> {
  const found = await db
    .select(stateColumns)
    .from(collectionStates)
    .where(inArray(collectionStates.collection, [...collections]))
  return new Map(found.map((state) => [state.collection, state]))
}

/**
 * Locks the state of a collection until the transaction ends. Writers of records lock it first: a
 * later sequence must not become visible before an earlier one, or readers would skip the earlier changes
 * for good.
 */
export async function lockState(tx: Transaction, collection: ListName): Promise<CollectionState> {
  await stateOf(tx, collection)
  const [held] = await tx
    .select(stateColumns)
    .from(collectionStates)
    .where(eq(collectionStates.collection, collection))
    .for('update')
  if (!held) throw new Error(`the state of ${collection} is gone`)
  return held
}

/** Writes changes to a locked state. */
export async function changeState(
  tx: Transaction,
  collection: ListName,
  changes: Partial<Pick<CollectionState, 'seq' | 'deltaFrom' | 'asOf' | 'mark'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.update(collectionStates).set(changes).where(eq(collectionStates.collection, collection))
}

async function find(
  db: Database | Transaction,
  collection: ListName,
): Promise<CollectionState | undefined> {
  const [found] = await db
    .select(stateColumns)
    .from(collectionStates)
    .where(eq(collectionStates.collection, collection))
  return found
}

/** Creates the state of a collection on first use, empty. If two transactions try at once, one creates it. */
async function begin(db: Database | Transaction, collection: ListName): Promise<CollectionState> {
  await db
    .insert(collectionStates)
    .values({ collection, seq: 0, epoch: randomUUID() })
    .onConflictDoNothing()
  const begun = await find(db, collection)
  if (!begun) throw new Error(`the state of ${collection} cannot be made`)
  return begun
}
