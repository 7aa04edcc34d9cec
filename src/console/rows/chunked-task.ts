/** Work over many rows that can be put aside: it yields wherever somebody else may have a turn. */
export type ChunkedTask<T> = Generator<undefined, T, undefined>

/** So many rows are looked at between two places where work may rest: less than a millisecond. */
const ROWS_A_STEP = 128

/** Does the work without a rest. */
export function runSync<T>(work: ChunkedTask<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Calls `each` for every item, in order. */
export function* walk<T>(
  items: ArrayLike<T>,
  each: (item: T, nth: number) => void,
): ChunkedTask<undefined> {
  for (let nth = 0; nth < items.length; nth += 1) {
    each(items[nth] as T, nth)
    if (nth % ROWS_A_STEP === ROWS_A_STEP - 1) yield
  }
  return undefined
}

/** Something that is made once, at once where somebody waits for it, else a little at a time. */
export interface LazyIncremental<T> {
  /** What was begun is finished without a rest. */
  readonly now: () => T
  readonly ahead: () => ChunkedTask<T>
  readonly isMade: () => boolean
}

/** Makes a value when it is first asked for: at once, or in steps that others share. */
export function lazyIncremental<T>(begin: () => ChunkedTask<T>): LazyIncremental<T> {
  let begun: ChunkedTask<T> | undefined
  let made: { readonly value: T } | undefined
  const step = (): void => {
    begun ??= begin()
    const next = begun.next()
    if (!next.done) return
    made = { value: next.value }
    // Work that is done would go on holding what it worked with.
    begun = undefined
  }
  return {
    now: () => {
      while (!made) step()
      return made.value
    },
    *ahead() {
      while (!made) {
        step()
        yield
      }
      return made.value
    },
    isMade: () => made !== undefined,
  }
}
