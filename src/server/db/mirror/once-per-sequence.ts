import type { Database } from '#server/db/database.ts'
import type { CollectionState } from '#server/db/mirror/collection-states.ts'

interface Computed<T> extends Pick<CollectionState, 'epoch' | 'seq'> {
  readonly fact: Promise<T>
}

/** A fact about the rows of a collection at a sequence. */
export interface OncePerSequence<T> {
  /** The fact, computed on first use. */
  readonly at: (db: Database, state: CollectionState, compute: () => Promise<T>) => Promise<T>
  /** The fact if somebody has asked for it. */
  readonly known: (db: Database, state: CollectionState) => Promise<T> | null
}

/**
 * Computes a fact for the first client that asks. Rows at one sequence never differ, so it is kept for each database
 * and collection until the sequence rises. Clients that ask meanwhile wait for the same computation. One that fails is
 * not kept.
 * @example const sums = oncePerSequence<Checksum>(); sums.at(db, state, () => checksumOf(tx, state))
 */
export function oncePerSequence<T>(): OncePerSequence<T> {
  const computed = new WeakMap<Database, Map<string, Computed<T>>>()
  const known: OncePerSequence<T>['known'] = (db, { collection, epoch, seq }) => {
    const last = computed.get(db)?.get(collection)
    return last?.epoch === epoch && last.seq === seq ? last.fact : null
  }
  return {
    known,
    at: (db, state, compute) => {
      const present = known(db, state)
      if (present) return present
      const { collection, epoch, seq } = state
      const facts = computed.get(db) ?? new Map<string, Computed<T>>()
      const next = { epoch, seq, fact: compute() }
      computed.set(db, facts.set(collection, next))
      next.fact.catch(() => {
        if (facts.get(collection) === next) facts.delete(collection)
      })
      return next.fact
    },
  }
}
