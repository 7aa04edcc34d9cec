/** How a list was made from the one before it, so that work on that one is repeated for the change alone. */

/** A list is the one before it with some rows replaced in their places, others removed, and new ones among or after them. */
export interface Derivation<R extends object = object> {
  readonly from: readonly R[]
  /** The places in `from` whose row is another one now, ascending. */
  readonly replaced: readonly number[]
  /** The places in `from` whose row is gone, ascending. */
  readonly removed: readonly number[]
  /** The number of new rows at the end. */
  readonly added: number
  /** The places now of the new rows before those, ascending. A list of records has none. */
  readonly inserted?: readonly number[]
}

interface Kept extends Omit<Derivation, 'from'> {
  /** Weak: otherwise each list would keep all lists before it. */
  readonly from: WeakRef<readonly object[]>
}

const derivations = new WeakMap<readonly object[], Kept>()

/** Remembers how a list was made. */
export function rememberDerivation<R extends object>(
  rows: readonly R[],
  { from, ...change }: Derivation<R>,
): void {
  derivations.set(rows, { ...change, from: new WeakRef(from) })
}

/** How a list was made; undefined if that is unknown, or if the list before it is no longer in use. */
export function derivationOf<R extends object>(rows: readonly R[]): Derivation<R> | undefined {
  const kept = derivations.get(rows)
  // A cast is safe: it was remembered with a list of the same type.
  const from = kept?.from.deref() as readonly R[] | undefined
  return kept && from && { ...kept, from }
}
