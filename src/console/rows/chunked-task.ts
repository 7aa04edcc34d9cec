/** Work over many rows that can be interrupted at each `yield`. */
export type ChunkedTask<T> = Generator<undefined, T, undefined>

/** Rows processed between two yields: less than a millisecond. */
const ROWS_A_STEP = 128

/** Runs the work without interruption. */
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

/** A value that is built once: synchronously if needed at once, otherwise in chunks. */
export interface LazyIncremental<T> {
  /** Finishes a build in progress without interruption. */
  readonly now: () => T
  readonly ahead: () => ChunkedTask<T>
  readonly isMade: () => boolean
  /** The value, if it is built. */
  readonly ifMade: () => T | undefined
}

/** Builds a value on first use, synchronously or in steps that callers share. */
export function lazyIncremental<T>(begin: () => ChunkedTask<T>): LazyIncremental<T> {
  let start: typeof begin | undefined = begin
  let begun: ChunkedTask<T> | undefined
  let made: { readonly value: T } | undefined
  const step = (): void => {
    begun ??= start?.()
    const next = begun?.next()
    if (!next?.done) return
    made = { value: next.value }
    // Both would keep the data they worked on alive.
    start = undefined
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
    ifMade: () => made?.value,
  }
}
